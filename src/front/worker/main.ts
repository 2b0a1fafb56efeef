import type { FromFront, ToFront } from '../messages.ts';
import { Front } from './front.ts';
import type { ReaderParts } from './reader.ts';

/** The process of a front worker. */

let front: Front | null = null;

const send = (message: FromFront): void => {
  if (process.connected) process.send?.(message);
};
const handOver: ReaderParts['handOver'] = (reader, sent) => {
  // Releases the socket of this process
  const leave = () => reader.destroy();
  if (process.connected) process.send?.({ is: 'handed', sent } satisfies FromFront, reader, {}, leave);
  else leave();
};
const ended = (): void => {
  if (process.connected) process.disconnect();
};

process.on('message', (message: ToFront) => {
  if (message.is === 'begin') front = new Front(message, { send, handOver, ended });
  else front?.[message.is]();
});
process.on('disconnect', () => process.exit());
send({ is: 'ready' });
// The book process tells it when to stop
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
