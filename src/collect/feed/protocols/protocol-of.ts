import type { Dialect } from '../../../contract/connector.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { OpenProtocol } from './protocol.ts';

/** The implementation of a dialect. Its library is loaded when the first source needs it. */
export async function protocolOf(dialect: Dialect, clock: Clock): Promise<OpenProtocol> {
  if (dialect.name === 'json') return (await import('./json.ts')).jsonProtocol(dialect, clock);
  if (dialect.name === 'socket-io') return (await import('./socket-io.ts')).socketIoProtocol(dialect);
  if (dialect.name === 'tape') return (await import('./v2-stream.ts')).createV2StreamProtocol();
  return dialect.protocol === 1
    ? (await import('./centrifugo-v1.ts')).centrifugoV1Protocol(clock)
    : (await import('./centrifugo.ts')).centrifugoProtocol();
}
