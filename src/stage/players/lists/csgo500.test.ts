import { describe, expect, it } from 'vitest';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { hmacToken } from '../../../contract/sign.ts';
import { createWorld } from '../../market/create-world.ts';
import { csgo500 } from './csgo500.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(csgo500, world, now);
const url = 'https://tradingapi.500.casino/api/v1/market/shop';

type Row = { readonly id: string; readonly value: number; readonly auctionEndDate: string | null };

const askPage = (pagination: object, key = 'played-key') =>
  ask(url, {
    method: 'POST',
    headers: { 'x-500-auth': hmacToken({ userId: 'u1' }, key) },
    body: JSON.stringify({ pagination, filters: { appId: 730 } }),
  });

describe('500 Casino as played', () => {
  it('continues after the last row of a page until everything on sale and the auctions are listed', () => {
    const rows: Row[] = [];
    let last: Row | undefined;
    for (;;) {
      const page: readonly Row[] = jsonOf(
        askPage({
          limit: 500,
          referenceId: last?.id ?? '',
          referenceFilterValue: last?.value ?? 0,
          direction: 'next',
        }),
      ).data.listings;
      rows.push(...page);
      last = page.at(-1);
      if (page.length < 500) break;
    }
    const total = world.items('CS2').reduce((sum, item) => sum + world.listings('csgo500', item).length, 0);

    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(rows.filter(({ auctionEndDate }) => auctionEndDate === null)).toHaveLength(total);
    expect(rows.length).toBeGreaterThan(total);
  });

  it('refuses a token that was signed with another key', () => {
    expect(askPage({ limit: 1 }, 'another-key')?.status).toBe(401);
    expect(ask(url, { method: 'POST', body: '{}' })?.status).toBe(401);
  });
});
