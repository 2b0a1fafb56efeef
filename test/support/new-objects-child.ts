import { setImmediate as turn } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import { boundHeap } from '../../src/cli/bound-heap.ts';

// Makes objects of which many live for a while, and says how large the space of new ones grew, in bytes
if (process.argv[2] === 'bounded') boundHeap();

const newSpaceBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;

const kept: object[] = [];
let most = 0;
for (let round = 0; round < 1_000; round += 1) {
  for (let made = 0; made < 1_000; made += 1)
    kept[(round * 1_000 + made) % 200_000] = { made, text: `${round} ${made}`, list: [round, made] };
  most = Math.max(most, newSpaceBytes());
  await turn();
}
process.stdout.write(String(most));
