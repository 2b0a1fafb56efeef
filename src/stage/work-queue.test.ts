import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createWorkQueue } from './work-queue.ts';

let now = 0;

describe('queued work', () => {
  it('runs in order of arrival, with a turn of the event loop in between', async () => {
    const queue = createWorkQueue(() => now);
    const seen: string[] = [];
    const work = async (name: string) => {
      await queue.take('row', () => true);
      seen.push(name);
      setImmediate(() => seen.push(`after ${name}`));
    };

    await Promise.all([work('first'), work('second'), work('third')]);

    expect(seen.filter((one) => !one.startsWith('after'))).toEqual(['first', 'second', 'third']);
    expect(seen.indexOf('after first')).toBeLessThan(seen.indexOf('third'));
  });

  it('is dropped for clients that disconnected while other work ran', async () => {
    const queue = createWorkQueue(() => now);
    let isHere = true;
    const first = queue
      .take('row', () => true)
      .then(() => {
        isHere = false;
      });
    const others = [queue.take('row', () => isHere), queue.take('row', () => isHere), queue.take('row', () => true)];

    await first;
    expect(await Promise.all(others)).toEqual([false, false, true]);
    await turn();
    expect(await queue.take('row', () => true)).toBe(true);
  });

  it.each([
    { cost: 100, passed: 4, about: 'twenty times as long as it takes' },
    { cost: 2_000, passed: 20, about: 'ten seconds however long it takes' },
  ])('lets quick answers pass a long one for $about', async ({ cost, passed }) => {
    const queue = createWorkQueue(() => now);
    const seen: string[] = [];
    const work = async (about: string, cost: number) => {
      await queue.take(about, () => true);
      seen.push(about);
      now += cost;
    };
    await work('list', cost);
    await turn();

    const list = work('list', cost);
    const rows = Array.from({ length: 40 }, (_, at) => {
      now += 500;
      return work(`row ${at}`, 0);
    });
    await Promise.all([list, ...rows]);

    expect(seen.indexOf('list', 1)).toBe(passed);
  });
});
