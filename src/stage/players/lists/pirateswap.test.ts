import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../../test/support/runner/shared-folder.ts';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { missingFrom } from '../../../../test/support/stage/shape.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import { pirateswap } from './pirateswap.ts';

type Item = {
  readonly id: string;
  readonly marketHashName: string;
  readonly price: number;
  readonly storePrice: number;
  readonly tradeableAfter?: string;
};
type Named = { readonly marketHashName: string; readonly marketNameHashCodes: readonly number[] };

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(pirateswap, world, now);
const site = 'https://web.pirateswap.com/inventory';
const redline = liquidNames.CS2;

const page = (query: Readonly<Record<string, string>>, at = now) =>
  jsonOf(ask(`${site}/v2/ExchangerInventory?${new URLSearchParams({ orderBy: 'price', ...query })}`, { now: at }));
const named = (searchPhrase: string): readonly Named[] =>
  jsonOf(ask(`${site}/search/v2/autocomplete?${new URLSearchParams({ searchPhrase })}`));

/** Every item, page by page, until an empty page. */
const all = (sortOrder: string, codes = ''): readonly Item[] => {
  const items: Item[] = [];
  for (let number = 1; number < 100; number += 1) {
    const body = page({ page: String(number), results: '7', sortOrder, marketHashNameHashCodes: codes });
    if (body.empty) return items;
    items.push(...body.items);
  }
  throw new Error('no end');
};

describe('PirateSwap as played', () => {
  it('pages through everything once, by price, and says where it ends', () => {
    const down = all('DESC');
    const prices = down.map(({ storePrice }) => storePrice);

    expect(new Set(down.map(({ id }) => id)).size).toBe(down.length);
    expect(prices).toEqual([...prices].sort((a, b) => b - a));
    expect(all('ASC').map(({ id }) => id)).toEqual(down.map(({ id }) => id).reverse());
    expect(page({ page: '99', results: '40' })).toEqual({ items: [], empty: true, totalResults: 0, totalPages: 0 });
  });

  it('asks a higher price in trade than in money', () => {
    for (const { price, storePrice } of all('DESC')) expect(price).toBeGreaterThanOrEqual(storePrice);
    expect(all('DESC').some(({ price, storePrice }) => price > storePrice)).toBe(true);
  });

  it('finds single names by their numbers, listed without exterior', () => {
    const [entry] = named('ak-47 | redline').filter(({ marketHashName }) => marketHashName === 'AK-47 | Redline');
    const listings = world.listings('pirateswap', world.itemNamed('CS2', redline) ?? expect.fail());
    const found = all('ASC', entry?.marketNameHashCodes.join(','));

    expect(entry?.marketNameHashCodes).toHaveLength(5);
    expect(found.filter(({ marketHashName }) => marketHashName === redline)).toHaveLength(listings.length);
    expect(new Set(found.map(({ marketHashName }) => marketHashName.replace(/ \([^)]*\)$/, '')))).toEqual(
      new Set(['AK-47 | Redline']),
    );
  });

  it('gives a lock only if there is one', () => {
    const locks = all('DESC').map(({ tradeableAfter }) => tradeableAfter);

    expect(locks.some((lock) => lock === undefined)).toBe(true);
    expect(locks.every((lock) => lock === undefined || Date.parse(lock) > now)).toBe(true);
  });

  it('recomputes its list once a minute', () => {
    const before = page({ page: '1', results: '100' }, now).items;
    const other = createWorld({ seed: 1, startedAt: now, items: stageItems });
    const askOther = requesterOf(pirateswap, other, now);
    const list = (at: number) => jsonOf(askOther(`${site}/v2/ExchangerInventory?results=100`, { now: at })).items;

    expect(list(now)).toEqual(before);
    for (let tick = 1; tick <= 200; tick += 1) other.tick(now + tick * 1000);
    expect(list(now + 59_000)).toEqual(before);
    expect(list(now + 60_000)).not.toEqual(before);
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'pirateswap');

describe.runIf(existsSync(recordings))('recorded answers of PirateSwap', () => {
  it('have no key or kind of value that the played ones lack', () => {
    const recorded: unknown = JSON.parse(readFileSync(join(recordings, 'autocomplete-1.json'), 'utf8'));

    expect(missingFrom(named('asiimov'), recorded)).toEqual([]);
  });
});
