import { describe, expect, it } from 'vitest';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { createWorld } from '../../market/create-world.ts';
import { avanMarket } from './avan-market.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(avanMarket, world, now);
const url = 'https://avan.market/v1/api/users/catalog?currency=1';

type Entry = { readonly phase: string | null; readonly sell_items: readonly { readonly id: number }[] };

describe('Avan.Market as played', () => {
  it('shows every item on sale in pages of names, until there is no next page', () => {
    const entries: Entry[] = [];
    for (let page = 1; ; page += 1) {
      const answer = jsonOf(ask(`${url}&app_id=730&page=${page}`));
      entries.push(...answer.data);
      if (answer.next_page === null) break;
    }
    const ids = entries.flatMap(({ sell_items }) => sell_items.map(({ id }) => id));
    const total = world.items('CS2').reduce((sum, item) => sum + world.listings('avan-market', item).length, 0);

    expect(new Set(ids).size).toBe(total);
    expect(entries.some(({ phase }) => phase !== null)).toBe(true);
  });

  it('identifies games by their numbers', () => {
    expect(jsonOf(ask(`${url}&app_id=252490`)).data.length).toBeGreaterThan(0);
    expect(ask(`${url}&app_id=1`)?.status).toBe(400);
  });
});
