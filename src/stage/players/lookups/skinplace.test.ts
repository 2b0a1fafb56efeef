import { describe, expect, it } from 'vitest';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import { skinplace } from './skinplace.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(skinplace, world, now);

type Row = { readonly id: number; readonly price_market_usd: number; readonly time_created: string };
const rows = (query: Record<string, string>): readonly Row[] =>
  jsonOf(ask(`https://api.skin.place/api/market/get_items?${new URLSearchParams({ game: 'csgo', ...query })}`)).items;

describe('SkinPlace as played', () => {
  it('finds what is on sale by parts of names, cheapest first', () => {
    const item = world.itemNamed('CS2', liquidNames.CS2);
    const cheapest = item === null ? [] : world.listings('skinplace', item);
    const found = rows({ search: liquidNames.CS2.toLowerCase(), sort_column: 'price' });
    const prices = found.map(({ price_market_usd }) => price_market_usd);

    expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining([cheapest[0]?.number]));
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
  });

  it('shows the latest offers, page by page', () => {
    const query = { sort_column: 'time_created', sort_dir: 'desc', limit: '50' };
    const times = [...rows(query), ...rows({ ...query, offset: '50' })].map(({ time_created }) => time_created);

    expect(times).toHaveLength(100);
    expect(times).toEqual([...times].sort().reverse());
  });
});
