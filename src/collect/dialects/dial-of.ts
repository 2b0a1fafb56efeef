import type { Dialect } from '../../contract/connector.ts';
import type { Timers } from '../wait.ts';
import type { Dial } from './dial.ts';

/** How to speak a dialect; its library is loaded when the first source needs it. */
export async function dialOf(dialect: Dialect, timers: Timers): Promise<Dial> {
  if (dialect.name === 'json') return (await import('./plain.ts')).plainDial(dialect, timers);
  if (dialect.name === 'socket-io') return (await import('./socket-io.ts')).socketIoDial(dialect);
  if (dialect.name === 'tape') return (await import('./tape.ts')).createTapeDial();
  return dialect.protocol === 1
    ? (await import('./old-centrifugo.ts')).oldCentrifugoDial(timers)
    : (await import('./centrifugo.ts')).centrifugoDial();
}
