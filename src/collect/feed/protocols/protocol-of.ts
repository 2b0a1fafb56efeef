import type { Dialect } from '../../../contract/connector.ts';
import type { Timers } from '../../schedule/timers.ts';
import type { Dial } from './protocol.ts';

/** How to speak a dialect; its library is loaded when the first source needs it. */
export async function dialOf(dialect: Dialect, timers: Timers): Promise<Dial> {
  if (dialect.name === 'json') return (await import('./json.ts')).plainDial(dialect, timers);
  if (dialect.name === 'socket-io') return (await import('./socket-io.ts')).socketIoDial(dialect);
  if (dialect.name === 'tape') return (await import('./v2-stream.ts')).createTapeDial();
  return dialect.protocol === 1
    ? (await import('./centrifugo-v1.ts')).oldCentrifugoDial(timers)
    : (await import('./centrifugo.ts')).centrifugoDial();
}
