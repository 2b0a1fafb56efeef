import { expect, it } from 'vitest';
import { listTurn } from './list-turn.ts';

it('lets one list go on in each turn of the event loop, in the order of waiting', async () => {
  const steps: string[] = [];
  let turns = 0;
  let isRead = false;
  const count = () => {
    turns += 1;
    if (!isRead) setImmediate(count);
  };
  setImmediate(count);
  const read = async (list: string) => {
    for (let step = 0; step < 3; step += 1) {
      await listTurn();
      steps.push(`${list}${turns - began}`);
    }
  };
  const began = turns + 1;
  await Promise.all(['a', 'b', 'c'].map(read));
  isRead = true;

  expect(steps).toEqual(['a0', 'b1', 'c2', 'a3', 'b4', 'c5', 'a6', 'b7', 'c8']);
});
