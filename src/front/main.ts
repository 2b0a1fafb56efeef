import { Front } from './front.ts';
import type { ReaderParts } from './reader.ts';
import type { FromFront, ToFront } from './words.ts';

/** The process of a front worker. */

let front: Front | null = null;

const sendToMain = (word: FromFront): void => {
  if (process.connected) process.send?.(word);
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

process.on('message', (word: ToFront) => {
  if (word.is === 'begin') front = new Front(word, { send: sendToMain, handOver, ended });
  else front?.[word.is]();
});
process.on('disconnect', () => process.exit());
sendToMain({ is: 'ready' });
// The book process tells it when to stop
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
