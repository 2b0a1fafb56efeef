import { setImmediate as turn } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import { boundHeap, holdNewSpace } from '../../../src/cli/heap-growth.ts';

// Creates objects of which many live for a while, and then as many that are dropped at once. Prints how large the young
// generation was most of the time, and how many bytes of the dropped objects reached the old generation. 'at once' creates
// the first ones in one turn of the event loop
const [, , how] = process.argv;
if (how === 'bounded' || how === 'at once') boundHeap();
if (how === 'held') holdNewSpace();

const bytesOf = (name: string, field: 'space_size' | 'space_used_size'): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === name)?.[field] ?? 0;

const make = (made: number) => ({ made, text: `made ${made}`, list: [made, made + 1] });

const stored: object[] = [];
const sizes: number[] = [];
for (let round = 0; round < 1_000; round += 1) {
  for (let made = 0; made < 1_000; made += 1) stored[(round * 1_000 + made) % 200_000] = make(round * 1_000 + made);
  sizes.push(bytesOf('new_space', 'space_size'));
  if (how !== 'at once') await turn();
}
stored.length = 0;
const newBytes = sizes.sort((a, b) => a - b)[sizes.length >> 1];

let oldBytes = 0;
let before = bytesOf('old_space', 'space_used_size');
for (let round = 0; round < 1_000; round += 1) {
  for (let made = 0; made < 1_000; made += 1) make(made).list.push(made);
  const now = bytesOf('old_space', 'space_used_size');
  oldBytes += Math.max(0, now - before);
  before = now;
  await turn();
}
process.stdout.write(JSON.stringify({ newBytes, oldBytes }));
