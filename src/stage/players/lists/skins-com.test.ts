import { describe, expect, it } from 'vitest';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { createWorld } from '../../market/create-world.ts';
import { skinsCom } from './skins-com.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(skinsCom, world, now);
const url = 'https://trading-api.skins.com/trading/items?per_page=';

type Row = { readonly id: number; readonly auction_ends_at: string | null; readonly purchase_price: number };

const total = world.items('CS2').reduce((sum, item) => sum + world.listings('skins-com', item).length, 0);

describe('Skins.com as played', () => {
  it('lists everything in pages, in cents, each once', () => {
    const rows: Row[] = [];
    for (let page = 1; ; page += 1) {
      const answer = jsonOf(ask(`${url}200&page=${page}&auction=no`));
      rows.push(...answer.data);
      if (answer.next_page_url === null) break;
    }

    expect(new Set(rows.map(({ id }) => id)).size).toBe(total);
    expect(rows.every((row) => Number.isInteger(row.purchase_price) && row.auction_ends_at === null)).toBe(true);
  });

  it('lists auctions along with offers, with their end', () => {
    const auctions: readonly Row[] = jsonOf(ask(`${url}200&auction=yes`)).data;

    expect(auctions.length).toBeGreaterThan(0);
    expect(auctions.every(({ auction_ends_at }) => auction_ends_at !== null)).toBe(true);
  });

  it('refuses guests longer pages', () => {
    expect(ask(`${url}201`)?.status).toBe(422);
  });
});
