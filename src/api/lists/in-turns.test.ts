import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { type RouteContext, route } from '../route.ts';
import { jsonInTurns, mapInTurns } from './in-turns.ts';

const busyFor = (milliseconds: number): void => {
  for (const until = performance.now() + milliseconds; performance.now() < until; );
};

/** The most calls of `work` within one turn of the event loop, while something runs. */
async function maxInOneTurn(run: (work: () => void) => Promise<unknown>): Promise<number> {
  let max = 0;
  let now = 0;
  const count = (): void => {
    now += 1;
    max = Math.max(max, now);
    setImmediate(() => {
      now = 0;
    });
    busyFor(1);
  };
  await run(count);
  return max;
}

/** Rows that report when they are written. */
const rows = (work: () => void) =>
  Array.from({ length: 1_001 }, () => ({
    toJSON: () => {
      work();
      return { text: '"\u2028', none: undefined, at: null };
    },
  }));

describe('a long answer', () => {
  it('is mapped in order, with turns for others in between', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => at);
    const max = await maxInOneTurn(async (work) => {
      const made = await mapInTurns(rows, (row) => {
        work();
        return 2 * row;
      });
      expect(made).toEqual(rows.map((row) => 2 * row));
    });
    expect(max).toBeLessThan(20);
  });

  it('is written in the same bytes as at once, with turns for others in between', async () => {
    const plain = rows(() => {});
    const answers = [plain, { name: 'a"b', gone: undefined, plain, few: [1, undefined], deep: { plain } }, [], {}];
    for (const answer of answers) expect(await jsonInTurns(answer)).toBe(JSON.stringify(answer));
    expect(await maxInOneTurn((work) => jsonInTurns({ plain: rows(work) }))).toBeLessThan(200);
  });

  it('of a route leaves turns for others', async () => {
    const made = route({
      path: '/tape/made-up',
      id: 'madeUp',
      summary: '',
      description: '',
      parameters: {},
      answer: Type.Any(),
      example: null,
      read: () => ({ rows: rows(count) }),
    });
    const context = { scope: { games: null, marketplaceIds: null } } as unknown as RouteContext;
    const { reading } = made.prepare({ values: new Map(), broken: null }, context);
    let count: () => void = () => {};
    const max = await maxInOneTurn((work) => {
      count = work;
      return reading.read();
    });
    expect(max).toBeLessThan(200);
  });
});
