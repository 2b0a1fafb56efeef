import { expect, it } from 'vitest';
import { listTurn, turn } from './turn.ts';

const busy = (milliseconds: number): void => {
  for (const until = performance.now() + milliseconds; performance.now() < until; );
};

/** Runs `steps` pieces of work in each of these queues and returns the turn of the event loop in which each ran. */
async function turnsOf(works: readonly { readonly name: string; readonly wait: () => Promise<void> }[], steps: number) {
  const done: { readonly name: string; readonly turn: number }[] = [];
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  return async (piece: () => void) => {
    const work = async ({ name, wait }: (typeof works)[number]) => {
      for (let step = 0; step < steps; step += 1) {
        await wait();
        done.push({ name, turn: turns });
        piece();
      }
    };
    await Promise.all(works.map(work));
    isOver = true;
    return done;
  };
}

it('runs one long piece of each queue per turn of the event loop, in order of arrival', async () => {
  const works = [
    { name: 'list a', wait: listTurn },
    { name: 'list b', wait: listTurn },
    { name: 'feed a', wait: turn },
    { name: 'feed b', wait: turn },
  ];
  const done = await (await turnsOf(works, 2))(() => busy(10));
  const began = done[0]?.turn ?? 0;

  expect(done.map(({ name, turn: at }) => `${name} ${at - began}`)).toEqual([
    'feed a 0',
    'list a 0',
    'feed b 1',
    'list b 1',
    'feed a 2',
    'list a 2',
    'feed b 3',
    'list b 3',
  ]);
});

it('runs many short pieces in one turn, with their continuations', async () => {
  const works = ['a', 'b', 'c'].map((name) => ({ name, wait: turn }));
  const done = await (await turnsOf(works, 20))(() => {});

  expect(done).toHaveLength(60);
  expect(done.slice(0, 6).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  expect(new Set(done.map(({ turn: at }) => at)).size).toBeLessThan(20);
});

it('gives every other piece to the list that was due first, however many others keep coming', async () => {
  let isOver = false;
  let othersDone = 0;
  const comingAgain = async () => {
    while (!isOver) {
      await listTurn();
      othersDone += 1;
    }
  };
  const others = Promise.all(Array.from({ length: 40 }, comingAgain));
  const dueAt = performance.now() - 1_000;
  for (let piece = 0; piece < 50; piece += 1) await listTurn(dueAt);
  const doneMeanwhile = othersDone;
  isOver = true;
  await others;

  expect(doneMeanwhile).toBeGreaterThan(40);
  expect(doneMeanwhile).toBeLessThanOrEqual(60);
});

it('lets other work run between pieces, however many there are', async () => {
  let isOver = false;
  const endless = async () => {
    while (!isOver) {
      await turn();
      busy(2);
    }
  };
  const work = Promise.all([endless(), endless(), endless()]);
  const late: number[] = [];
  for (let look = 0; look < 5; look += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    late.push(look);
  }
  isOver = true;
  await work;

  expect(late).toHaveLength(5);
});
