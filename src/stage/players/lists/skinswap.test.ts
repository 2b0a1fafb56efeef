import { describe, expect, it } from 'vitest';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { createWorld } from '../../market/create-world.ts';
import { skinswap } from './skinswap.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(skinswap, world, now);
const url = 'https://api.skinswap.com/api/site/inventory/?limit=100';

type Row = { readonly id: number; readonly price: { readonly buy: number; readonly trade: number } };

const total = (game: 'CS2' | 'Rust') =>
  world.items(game).reduce((sum, item) => sum + world.listings('skinswap', item).length, 0);

describe('SkinSwap as played', () => {
  it.each([
    ['CS2', 730],
    ['Rust', 252490],
  ] as const)('shows everything of %s in pages, until it says that there is no more', (game, appid) => {
    const rows: Row[] = [];
    for (let offset = 0; ; offset += 100) {
      const page = jsonOf(ask(`${url}&appid=${appid}&offset=${offset}`));
      rows.push(...page.data);
      if (page.endOfResults) break;
    }

    expect(new Set(rows.map(({ id }) => id)).size).toBe(total(game));
    expect(rows.every(({ price }) => price.trade >= price.buy)).toBe(true);
  });

  it('reports an unknown game with status 200', () => {
    expect(jsonOf(ask(`${url}&appid=1`))).toMatchObject({ success: false });
  });
});
