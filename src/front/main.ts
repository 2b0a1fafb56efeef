import { Front } from './front.ts';
import type { FromFront, ToFront } from './words.ts';

/** The process of a front worker. */

let front: Front | null = null;

const say = (word: FromFront): void => {
  if (process.connected) process.send?.(word);
};
const ended = (): void => {
  if (process.connected) process.disconnect();
};

process.on('message', (word: ToFront) => {
  if (word.is === 'begin') front = new Front(word, { say, ended });
  else front?.[word.is]();
});
process.on('disconnect', () => process.exit());
say({ is: 'ready' });
// It is told when to stop, by whoever started it
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
