import { describe, expect, it } from 'vitest';
import type { Game } from '../../schema/index.ts';
import { createWeekSales } from './sale-counts.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const start = 1_790_000_000_000;

function createRig() {
  const requested: { game: Game; names: readonly string[]; since: number }[] = [];
  const rig = { now: start, sold: new Map([['A', 7]]), fails: false, requested };
  const store = {
    saleCounts: async (game: Game, names: readonly string[], since: number) => {
      requested.push({ game, names, since });
      if (rig.fails) throw new Error('no answer');
      return new Map([...rig.sold].filter(([name]) => names.includes(name)));
    },
  };
  return { rig, weekSales: createWeekSales({ store, now: () => rig.now }) };
}

describe('sales of the last week', () => {
  it('are requested once in ten minutes for each item, also without sales', async () => {
    const { rig, weekSales } = createRig();
    expect(await weekSales('CS2', ['A', 'B', 'A'])).toEqual(new Map([['A', 7]]));
    rig.sold.set('A', 8).set('C', 2);
    rig.now += 10 * minute - 1;
    expect(await weekSales('CS2', ['A', 'B', 'C'])).toEqual(new Map(Object.entries({ A: 7, C: 2 })));
    expect(await weekSales('Rust', ['A'])).toEqual(new Map([['A', 8]]));
    rig.now += 1;
    expect(await weekSales('CS2', ['A', 'C'])).toEqual(new Map(Object.entries({ A: 8, C: 2 })));
    const late = start + 10 * minute - 7 * day;
    expect(rig.requested).toEqual([
      { game: 'CS2', names: ['A', 'B'], since: start - 7 * day },
      { game: 'CS2', names: ['C'], since: late - 1 },
      { game: 'Rust', names: ['A'], since: late - 1 },
      { game: 'CS2', names: ['A'], since: late },
    ]);
  });

  it('are requested again immediately if the store failed', async () => {
    const { rig, weekSales } = createRig();
    rig.fails = true;
    await expect(weekSales('CS2', ['A'])).rejects.toThrow('no answer');
    rig.fails = false;
    expect(await weekSales('CS2', ['A'])).toEqual(new Map([['A', 7]]));
  });
});
