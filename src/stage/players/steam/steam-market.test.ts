import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../../test/support/runner/shared-folder.ts';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { readMessage, unmasked } from '../../../../test/support/stage/protobuf.ts';
import { missingFrom } from '../../../../test/support/stage/shape.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { type Game, games } from '../../../schema/index.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import type { CatalogueItem } from '../../market/world.ts';
import { steamMarket } from './steam-market.ts';
import { euro, splitPrice } from './steam-price.ts';

type Query = { readonly queryKey: readonly unknown[]; readonly state: { readonly data: unknown } };

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(steamMarket, world, now);
const market = 'https://steamcommunity.com/market';
const appIds: Readonly<Record<Game, number>> = { CS2: 730, Dota2: 570, Rust: 252_490, TF2: 440 };
const redline = liquidNames.CS2;

const itemOf = (name: string, game: Game = 'CS2'): CatalogueItem => {
  const item = world.itemNamed(game, name);
  if (item === null) throw new Error(`"${name}" is missing`);
  return item;
};

/** The page contains a string literal of JSON that contains JSON in which one string is JSON again. */
const queriesIn = (html: unknown): readonly Query[] => {
  const literal = /window\.SSR\.renderContext=JSON\.parse\((".*")\);<\/script>/s.exec(String(html))?.[1] ?? '""';
  return JSON.parse(JSON.parse(JSON.parse(literal)).queryData).queries;
};
const pageOf = (name: string, game: Game = 'CS2') =>
  queriesIn(ask(`${market}/listings/${appIds[game]}/${encodeURIComponent(name)}`)?.body);

const dataOf = (queries: readonly Query[], ...key: readonly unknown[]) => {
  const found = queries.find(({ queryKey }) => key.every((part, index) => queryKey[index] === part));
  return found === undefined ? undefined : JSON.parse(JSON.stringify(found.state.data));
};
const listingsOf = (queries: readonly Query[]) => dataOf(queries, 'market_item_search').pages[0].listings;

const qpOf = (asked: object): string => encodeURIComponent(JSON.stringify([asked]));

const minor = (usd: number, ecurrency: number): number =>
  Math.round(usd * (ecurrency === 3 ? world.rates.EUR : 1) * 100);

describe('the Steam market as played', () => {
  it.each(games)('pages through all names of %s ten at a time', (game) => {
    const names: string[] = [];
    for (let start = 0; ; start += 10) {
      const page = jsonOf(
        ask(`${market}/search/render/?norender=1&appid=${appIds[game]}&start=${start}&count=100&sort_column=name`),
      );
      expect(page).toMatchObject({ success: true, start, pagesize: 10, total_count: world.items(game).length });
      if (page.results.length === 0) break;
      names.push(...page.results.map((row: { readonly hash_name: string }) => row.hash_name));
    }

    expect(names).toEqual(
      world
        .items(game)
        .map(({ name }) => name)
        .sort(),
    );
  });

  it('quotes the lowest price in cents and the number of listings', () => {
    const { results } = jsonOf(
      ask(`${market}/search/render/?norender=1&appid=730&query=${encodeURIComponent(redline)}`),
    );
    const listings = world.listings('steam-market', itemOf(redline));

    expect(results.find((row: { readonly hash_name: string }) => row.hash_name === redline)).toMatchObject({
      sell_listings: listings.length,
      sell_price: Math.round((listings[0]?.priceUsd ?? 0) * 100),
      sell_price_text: `$${listings[0]?.priceUsd.toFixed(2)}`,
    });
  });

  it('shows the listings of the requested name first, then those of its group', () => {
    const rows: readonly { readonly description: { readonly market_hash_name: string } }[] = listingsOf(
      pageOf(redline),
    );
    const names = rows.map(({ description }) => description.market_hash_name);
    const own = Math.min(20, world.listings('steam-market', itemOf(redline)).length);

    expect(rows.length).toBe(20);
    expect(names.slice(0, own)).toEqual(Array.from({ length: own }, () => redline));
    for (const name of names) expect(name).toContain('AK-47 | Redline');
  });

  it('answers a group id with the cheapest listings of all its names', () => {
    const [first] = listingsOf(pageOf(redline));
    const group = first.description.market_bucket_group_id;
    const rows = listingsOf(pageOf(group));
    const totals = rows.map((row: { readonly unPrice: number; readonly unFee: number }) => row.unPrice + row.unFee);

    expect(group).toMatch(/^G[0-9A-F]+$/);
    expect(totals).toEqual(totals.toSorted((a: number, b: number) => a - b));
  });

  it('tells the group of every name in CS2 in both searches, and of none elsewhere', () => {
    const found = (game: Game) =>
      jsonOf(ask(`${market}/search/render/?norender=1&appid=${appIds[game]}&start=0`)).results[0].asset_description;
    const action = (game: Game) =>
      jsonOf(ask(`${market}/actions?q=Search&qp=${qpOf({ appid: appIds[game], start: 0 })}`)).data.results[0];

    expect(found('CS2').market_bucket_group_id).toMatch(/^G[0-9A-F]+$/);
    expect(action('CS2').asset_description.market_bucket_group_id).toMatch(/^G[0-9A-F]+$/);
    for (const game of ['Dota2', 'Rust', 'TF2'] as const) {
      expect(found(game)).not.toHaveProperty('market_bucket_group_id');
      expect(action(game).asset_description).not.toHaveProperty('market_bucket_group_id');
    }
  });

  it('narrows the listings of a group to the tags that are listed, and knows no name in CS2', () => {
    const [{ description }] = listingsOf(pageOf(redline));
    const listings = (strItemName: string, filters: object) =>
      jsonOf(
        ask(`${market}/actions?q=QueryListingsForItem&qp=${qpOf({ appid: 730, strItemName, filters })}`),
      ).data.listings.map(
        (row: { readonly description: { readonly market_hash_name: string } }) => row.description.market_hash_name,
      );
    const group: string = description.market_bucket_group_id;
    const narrowed = listings(group, { Quality: ['normal'], Exterior: ['WearCategory2'] });

    expect(new Set(narrowed)).toEqual(new Set([redline]));
    expect(new Set(listings(group, {})).size).toBeGreaterThan(1);
    expect(listings(group, { Exterior: 'WearCategory2' })).toEqual([]);
    expect(listings(redline, {})).toEqual([]);
  });

  it("charges the buyer the world's price, in dollars or euros", () => {
    const seen = new Set<number>();
    for (const { name } of world.items('CS2').slice(0, 10)) {
      const rows = listingsOf(pageOf(name)).filter(
        (row: { readonly description: { readonly market_hash_name: string } }) =>
          row.description.market_hash_name === name,
      );
      const expected = world.listings('steam-market', itemOf(name)).slice(0, rows.length);
      for (const [index, row] of rows.entries()) {
        seen.add(row.eCurrency);
        expect(row.unPrice + row.unFee).toBe(minor(expected[index]?.priceUsd ?? 0, row.eCurrency));
        expect(row.unSteamFee + row.unPublisherFee).toBe(row.unFee);
      }
    }

    expect(seen).toEqual(new Set([1, 3]));
  });

  it('gives seed and float as properties, and everything in the certificate', () => {
    const [row] = listingsOf(pageOf(redline));
    const [listing] = world.listings('steam-market', itemOf(redline));
    const [seed, float] = row.asset.asset_properties;
    const certificate = row.asset.asset_properties.at(-1);
    const fields = new Map(readMessage(unmasked(certificate.string_value).message));

    expect(row.asset.assetid).toBe(listing?.assetId);
    expect([seed, float]).toEqual([
      { propertyid: 1, int_value: String(listing?.paintSeed) },
      { propertyid: 2, float_value: listing?.float },
    ]);
    expect([certificate.propertyid, fields.get(2), fields.get(4), fields.get(8)]).toEqual([
      6,
      BigInt(listing?.assetId ?? 0),
      BigInt(listing?.paintIndex ?? 0),
      BigInt(listing?.paintSeed ?? 0),
    ]);
  });

  it('attaches stickers to their item as accessories, in the order of the certificate', () => {
    const found = world.items('CS2').flatMap((item) => world.listings('steam-market', item));
    const stickered = found.find(({ stickers }) => stickers.some(({ wear }) => wear > 0));
    const rows = listingsOf(pageOf(stickered?.item.name ?? ''));
    const row = rows.find(
      (one: { readonly asset: { readonly assetid: string } }) => one.asset.assetid === stickered?.assetId,
    );

    expect(
      row.asset.asset_accessories.map(
        (one: {
          readonly description: { readonly market_hash_name: string };
          readonly parent_relationship_properties: readonly unknown[];
        }) => [one.description.market_hash_name, one.parent_relationship_properties],
      ),
    ).toEqual(
      stickered?.stickers.map(({ name, wear }) => [name, wear === 0 ? [] : [{ propertyid: 4, float_value: wear }]]),
    );
  });

  it('has no single listings of commodities, only their order book', () => {
    const queries = pageOf('Kilowatt Case');

    expect(listingsOf(queries)).toEqual([]);
    expect(dataOf(queries, 'market', 'description', 730, 'Kilowatt Case').commodity).toBe(true);
    expect(dataOf(queries, 'market', 'orderbook', 730, 'Kilowatt Case')).toMatchObject({
      eCurrency: expect.any(Number),
    });
  });

  it.each(games)('has history, book and description of an item of %s on its page', (game) => {
    const name = liquidNames[game];
    const queries = pageOf(name, game);
    const history = dataOf(queries, 'market', 'pricehistory', appIds[game], name);
    const times = history.prices.map((point: { readonly time: number }) => point.time);

    expect(times).toEqual([...new Set<number>(times)].sort((a, b) => a - b));
    expect(
      history.prices.reduce((sum: number, point: { readonly purchases: number }) => sum + point.purchases, 0),
    ).toBe(world.sales('steam-market', itemOf(name, game)).length);
    expect(dataOf(queries, 'market', 'orderbook', appIds[game], name).cSellOrders).toBe(
      world.listings('steam-market', itemOf(name, game)).length,
    );
    expect(dataOf(queries, 'market', 'description', appIds[game], name).market_hash_name).toBe(name);
  });

  it('gives the history in days, and in hours for the last month', () => {
    const { prices } = dataOf(pageOf(redline), 'market', 'pricehistory', 730, redline);
    const old = prices.filter((point: { readonly time: number }) => point.time < now / 1000 - 32 * 86_400);

    expect(old.length).toBeGreaterThan(0);
    expect(old.filter((point: { readonly time: number }) => point.time % 86_400 !== 0)).toEqual([]);
    expect(prices.filter((point: { readonly time: number }) => point.time % 3600 !== 0)).toEqual([]);
    expect(prices.some((point: { readonly time: number }) => point.time % 86_400 !== 0)).toBe(true);
  });

  it('has no data on the page of an unknown item', () => {
    for (const path of ['730/No%20such%20name', '730/GFFFF', '999/anything']) {
      const reply = ask(`${market}/listings/${path}`);

      expect(reply?.status ?? 200).toBe(200);
      expect(queriesIn(reply?.body)).toEqual([]);
    }
  });

  const bookUrl = `${market}/orderbook?q=Load&qp=${encodeURIComponent(JSON.stringify([730, redline]))}`;
  const headers = { 'x-valve-request-type': 'queryAction' };

  it('gives the order book as flat pairs of price and count that add up', () => {
    const book = jsonOf(ask(bookUrl, { headers })).data.data;
    const pairs = (flat: readonly number[]) =>
      flat.flatMap((price, index) => (index % 2 === 0 ? [[price, flat[index + 1] ?? 0] as const] : []));
    const sum = (flat: readonly number[]) => pairs(flat).reduce((total, [, count]) => total + count, 0);
    const [best] = world.buyOrders('steam-market', itemOf(redline));

    expect(book).toEqual(dataOf(pageOf(redline), 'market', 'orderbook', 730, redline));
    expect([sum(book.rgCompactBuyOrders), sum(book.rgCompactSellOrders)]).toEqual([book.cBuyOrders, book.cSellOrders]);
    expect(pairs(book.rgCompactBuyOrders)[0]?.[0]).toBe(book.amtMaxBuyOrder);
    expect(pairs(book.rgCompactSellOrders)[0]?.[0]).toBe(book.amtMinSellOrder);
    expect(book.amtMaxBuyOrder).toBe(minor(best?.priceUsd ?? 0, book.eCurrency));
  });

  it("answers the order book with a page unless the client's header is sent", () => {
    const reply = ask(bookUrl);

    expect(reply?.headers?.['content-type']).toContain('text/html');
    expect(queriesIn(reply?.body)).toEqual([]);
  });

  it('sends a page without its data to clients that accept compression', () => {
    const queriesFor = (encoding: string) =>
      queriesIn(
        ask(`${market}/listings/730/${encodeURIComponent(redline)}`, { headers: { 'accept-encoding': encoding } })
          ?.body,
      );

    expect(queriesFor('br, gzip, deflate')).toEqual([]);
    expect(queriesFor('identity').length).toBeGreaterThan(0);
  });

  it('has no order book for an unknown name', () => {
    const unknown = bookUrl.replace(encodeURIComponent(redline), 'Nothing');

    expect(jsonOf(ask(unknown, { headers }))).toEqual({ data: { success: false } });
  });

  it('answers 304 to a client that already has the book', () => {
    const etag = ask(bookUrl, { headers })?.headers?.['etag'] ?? '';

    expect(ask(bookUrl, { headers: { ...headers, 'if-none-match': etag } })?.status).toBe(304);
  });

  it('formats prices like the requested currency', () => {
    const overview = (query: string) =>
      jsonOf(ask(`${market}/priceoverview/?appid=730&market_hash_name=${encodeURIComponent(redline)}${query}`));
    const usd = world.listings('steam-market', itemOf(redline))[0]?.priceUsd ?? 0;

    expect(overview('')).toEqual({
      success: true,
      lowest_price: `$${usd.toFixed(2)}`,
      volume: expect.stringMatching(/^[\d,]+$/),
      median_price: expect.stringMatching(/^\$[\d,]+\.\d\d$/),
    });
    expect(overview('&currency=3').lowest_price).toBe(euro.text(minor(usd, 3)));
    expect([euro.text(166), euro.text(100), euro.text(123_456)]).toEqual(['1,66€', '1,--€', '1 234,56€']);
  });

  it('has no overview of unknown items and no history without a session', () => {
    expect(ask(`${market}/priceoverview/?appid=730&market_hash_name=nothing`)).toMatchObject({
      status: 500,
      body: { success: false },
    });
    expect(ask(`${market}/pricehistory/?appid=730&market_hash_name=nothing`)).toMatchObject({ status: 400, body: [] });
  });

  it('splits every price of at least three minor units into parts that add up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 10_000_000 }), (price) => {
        const { seller, steamFee, publisherFee, total } = splitPrice(price);

        expect(seller + steamFee + publisherFee).toBe(total);
        expect(total).toBe(price);
        expect(publisherFee).toBe(Math.max(1, Math.floor(seller * 0.1)));
        expect(steamFee).toBeGreaterThanOrEqual(Math.max(1, Math.floor(seller * 0.05)));
        expect(steamFee).toBeLessThanOrEqual(Math.max(1, Math.floor(seller * 0.05)) + 2);
      }),
    );
  });
});

describe('an item above the ceiling of the Steam market', () => {
  const dearItems = stageItems.CS2.map((item) => (item.name === redline ? { ...item, basePrice: 20_000 } : item));
  const askDear = requesterOf(
    steamMarket,
    createWorld({ seed: 1, startedAt: now, items: { ...stageItems, CS2: dearItems } }),
    now,
  );
  const action = (q: string, about: object) =>
    jsonOf(askDear(`${market}/actions?q=${q}&qp=${encodeURIComponent(JSON.stringify([{ appid: 730, ...about }]))}`))
      .data;
  const queries = queriesIn(askDear(`${market}/listings/730/${encodeURIComponent(redline)}`)?.body);
  const noneListed = expect.not.arrayContaining([
    expect.objectContaining({ description: expect.objectContaining({ market_hash_name: redline }) }),
  ]);

  it('has no listing and no price in the search', () => {
    const url = `${market}/search/render/?norender=1&appid=730&query=${encodeURIComponent(redline)}`;
    const rows: readonly { readonly hash_name: string }[] = jsonOf(askDear(url)).results;

    expect(rows.find(({ hash_name }) => hash_name === redline)).toMatchObject({ sell_listings: 0, sell_price: 0 });
    const { results } = action('Search', {});
    const row = results.find(({ strHash }: { readonly strHash: string }) => strHash === redline);
    expect(row).toMatchObject({ cSellOrders: 0, cBuyOrders: 0 });
  });

  it('has no listing, order or past price on the page of its group, which has those of the others', () => {
    const strItemName = dataOf(queries, 'market', 'description', 730, redline).market_bucket_group_id;
    const { prices } = dataOf(queries, 'market', 'pricehistory', 730, redline);

    expect(listingsOf(queries).length).toBeGreaterThan(0);
    expect(listingsOf(queries)).toEqual(noneListed);
    expect(action('QueryListingsForItem', { strItemName }).listings).toEqual(noneListed);
    expect(prices).toEqual([]);
    expect(dataOf(queries, 'market', 'orderbook', 730, redline)).toMatchObject({ cBuyOrders: 0, cSellOrders: 0 });
  });

  it('has an empty order book and an overview without prices', () => {
    const qp = encodeURIComponent(JSON.stringify([730, redline]));
    const headers = { 'x-valve-request-type': 'queryAction' };
    const book = jsonOf(askDear(`${market}/orderbook?q=Load&qp=${qp}`, { headers })).data.data;
    const overview = askDear(`${market}/priceoverview/?appid=730&market_hash_name=${encodeURIComponent(redline)}`);

    expect(book).toMatchObject({
      amtMaxBuyOrder: 0,
      amtMinSellOrder: 0,
      rgCompactBuyOrders: [],
      rgCompactSellOrders: [],
    });
    expect(jsonOf(overview)).toEqual({ success: true });
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'steam-market');

describe.runIf(existsSync(recordings))('recorded answers of the Steam market', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(recordings, file), 'utf8'));
  const played = world.items('CS2').map(({ name }) => pageOf(name));
  const withKey = (...key: readonly string[]) =>
    played.flat().filter(({ queryKey }) => key.every((part, index) => queryKey[index] === part));

  it.each([
    ['ssr_listings-1.json', ['market_item_search']],
    ['ssr_pricehistory-2-sparse.json', ['market', 'pricehistory']],
    ['ssr_orderbook-1.json', ['market', 'orderbook']],
    ['ssr_description-1.json', ['market', 'description']],
  ])('have no key or kind of value in %s that the played queries lack', (file, key) => {
    const page = '[].state.data.pages[]';
    // Excluded: pictures, tags, texts and filters that no connector reads
    const leftOut = [
      `${page}.facets[]`,
      `${page}.listings[].enhanced_appearances[]`,
      ...['.description', '.asset.asset_accessories[].description'].flatMap((part) => [
        `${page}.listings[]${part}.descriptions[].color`,
        `${page}.listings[]${part}.tags[]`,
      ]),
      '[].state.data.tags[]',
      '[].state.data.descriptions[].color',
    ];

    expect(missingFrom(withKey(...key), [read(file)], leftOut)).toEqual([]);
  });

  it('are wrapped into a page in the same way', () => {
    const recorded = queriesIn(readFileSync(join(recordings, 'listing_page_ssr-1.html'), 'utf8'));

    expect(recorded.length).toBeGreaterThan(5);
    for (const kind of ['market_item_search', 'AssetPropertySchema', 'market']) {
      expect(recorded.some(({ queryKey }) => queryKey[0] === kind)).toBe(true);
      expect(withKey(kind).length).toBeGreaterThan(0);
    }
  });

  it('have an overview with the same keys, in a format of euros that the stage uses too', () => {
    const { lowest_price, ...rest } = read('priceoverview-1.json');

    expect(lowest_price).toBe(euro.text(166));
    expect(Object.keys(rest)).toEqual(['success', 'volume', 'median_price']);
  });
});
