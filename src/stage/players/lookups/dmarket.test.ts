import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import { dmarket } from './dmarket.ts';
import { gameIds } from './dmarket-offer.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(dmarket, world, now);
const origin = 'https://api.dmarket.com';
const redline = liquidNames.CS2;
const doppler = '★ Karambit | Doppler (Factory New)';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const apiKey = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');

const signed = (message: string, date = String(now / 1000)) => ({
  'x-api-key': apiKey,
  'x-sign-date': date,
  'x-request-sign': `dmar ed25519 ${sign(null, Buffer.from(message + date), privateKey).toString('hex')}`,
});

type Attributes = {
  readonly title: string;
  readonly tradeLockDays: number;
  readonly tradeLockDuration?: string;
  readonly unlockDate?: string;
  readonly cs2?: Readonly<Record<string, unknown>>;
};
type Row = { readonly offerId: string; readonly priceCents: string; readonly attributes: Attributes };

const askOffers = (query: Readonly<Record<string, string>>) => {
  const call = `/marketplace-api/v2/offers?${new URLSearchParams(query)}`;
  return ask(origin + call, { headers: signed(`GET${call}`) });
};
const offersOf = (
  query: Readonly<Record<string, string>>,
): { readonly items: readonly Row[]; readonly cursor: string } => jsonOf(askOffers(query));

const itemOf = (name: string) => {
  const item = world.itemNamed('CS2', name);
  if (item === null) throw new Error(`"${name}" is missing`);
  return item;
};

const targets = (game: string, title: string) => `/marketplace-api/v1/targets-by-title/${game}/${title}`;
const askTargets = (game: string, title: string, headers = signed(`GET${targets(game, title)}`)) =>
  ask(origin + targets(game, encodeURIComponent(title)), { headers });

describe('DMarket as played', () => {
  it('has withdrawn the call that listed objects', () => {
    expect(ask(`${origin}/exchange/v1/market/items?gameId=a8db&currency=USD`)?.status).toBe(410);
  });

  it.each(['CS2', 'Dota2', 'Rust', 'TF2'] as const)('lists the offers of %s in cents as text', (game) => {
    const title = liquidNames[game];
    const { items } = offersOf({ gameId: gameIds[game], title, orderBy: 'price', limit: '100' });
    const mine = items.filter(({ attributes }) => attributes.title === title);
    const item = world.itemNamed(game, title);

    expect(mine.map(({ priceCents }) => priceCents)).toEqual(
      (item === null ? [] : world.listings('dmarket', item)).map(({ priceUsd }) => String(Math.round(priceUsd * 100))),
    );
    expect(mine.length).toBeGreaterThan(0);
  });

  it('finds names by their beginning', () => {
    const titlesOf = (title: string) =>
      new Set(offersOf({ gameId: 'a8db', title, limit: '100' }).items.map(({ attributes }) => attributes.title));

    expect(titlesOf('ak-47 | redline').size).toBeGreaterThan(1);
    expect(titlesOf('redline').size).toBe(0);
  });

  it('pages through all offers with the cursor, each once', () => {
    const ids: string[] = [];
    let cursor = '';
    do {
      const page = offersOf({ gameId: 'a8db', orderBy: 'createdAt', orderDir: 'desc', limit: '40', cursor });
      ids.push(...page.items.map(({ offerId }) => offerId));
      cursor = page.cursor;
    } while (cursor !== '');

    expect(ids.length).toBe(world.newestListings('dmarket', 'CS2', 10_000).length);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('gives the end of a lock in days, seconds and as a date, and no days if there is none', () => {
    const { items } = offersOf({ gameId: 'a8db', orderBy: 'createdAt', orderDir: 'desc', limit: '100' });
    const locks = items.map(({ attributes }) => attributes).filter(({ tradeLockDays }) => tradeLockDays > 0);

    expect(locks.length).toBeGreaterThan(0);
    expect(locks.length).toBeLessThan(items.length);
    for (const { tradeLockDays, tradeLockDuration = '', unlockDate = '' } of locks) {
      const seconds = (Date.parse(unlockDate) - now) / 1000;
      expect(tradeLockDuration).toBe(`${seconds.toFixed(2)}s`);
      expect(tradeLockDays).toBe(Math.ceil(seconds / 86_400));
    }
  });

  it('writes the finish of painted items, the float as text, and neither for others', () => {
    const [knife] = offersOf({ gameId: 'a8db', title: doppler, limit: '1', orderBy: 'price' }).items;
    const [cheapest] = world.listings('dmarket', itemOf(doppler));
    const [box] = offersOf({ gameId: 'a8db', title: 'Kilowatt Case', limit: '1', orderBy: 'price' }).items;

    expect(knife?.attributes.cs2).toMatchObject({
      float: String(cheapest?.float),
      paintIndex: cheapest?.paintIndex,
      paintSeed: cheapest?.paintSeed,
      phase: cheapest?.phase,
      category: 'CATEGORY_NORMAL',
    });
    for (const key of ['float', 'paintIndex', 'paintSeed', 'phase'])
      expect(box?.attributes.cs2).not.toHaveProperty(key);
    expect(offersOf({ gameId: 'rust', title: liquidNames.Rust, limit: '1' }).items[0]?.attributes).not.toHaveProperty(
      'cs2',
    );
  });

  it('refuses more than 100 rows, unknown games, and unsigned requests', () => {
    expect(askOffers({ gameId: 'a8db', limit: '101' })?.status).toBe(400);
    expect(askOffers({ gameId: 'csgo2', limit: '10' })?.status).toBe(400);
    expect(ask(`${origin}/marketplace-api/v2/offers?gameId=a8db&limit=10`)?.status).toBe(401);
    expect(ask(`${origin}/trade-aggregator/v1/last-sales?gameId=a8db&title=x`)?.status).toBe(401);
  });

  it('gives the price steps of a title without a key', () => {
    const item = itemOf(doppler);
    const { offers, orders } = jsonOf(
      ask(`${origin}/marketplace-api/v1/market-depth?gameId=a8db&title=${encodeURIComponent(doppler)}`),
    );
    const listings = world.listings('dmarket', item);

    expect(offers.flatMap((step: { readonly attributes: readonly unknown[] }) => step.attributes)).toEqual(
      listings.map(({ float, paintSeed, phase }) => ({
        floatValue: String(float),
        paintSeed: String(paintSeed),
        phaseTitle: phase,
      })),
    );
    expect(orders).toEqual(
      world.buyOrders('dmarket', item).map(({ priceUsd, quantity, phase }) => ({
        price: String(Math.round(priceUsd * 100)),
        amount: String(quantity),
        attributes: phase === null ? [] : [{ floatPartValue: 'any', paintSeed: 'any', phaseTitle: phase }],
      })),
    );
  });

  it('shows targets to a signed request with any key', () => {
    const { orders } = jsonOf(askTargets('csgo', redline));
    const [best] = world.buyOrders('dmarket', itemOf(redline));

    expect(orders[0]).toEqual({
      amount: String(best?.quantity),
      price: String(Math.round((best?.priceUsd ?? 0) * 100)),
      title: redline,
      attributes: { floatPartValue: 'any', paintSeed: 'any', phase: 'any' },
    });
    expect(jsonOf(askTargets('rust', liquidNames.Rust)).orders[0].attributes).toEqual({});
    expect(jsonOf(askTargets('csgo', 'No such title')).orders).toEqual([]);
  });

  it('names the variant that a target wants with the same words as offers', () => {
    const { orders } = jsonOf(askTargets('a8db', doppler));

    expect(orders.map((order: { readonly attributes: { readonly phase: string } }) => order.attributes.phase)).toEqual(
      expect.arrayContaining(
        world.buyOrders('dmarket', itemOf(doppler)).map(({ phase }) => phase?.toLowerCase().replace(' ', '-') ?? 'any'),
      ),
    );
  });

  const path = targets('csgo', redline);
  it.each([
    ['no signature', {}],
    ['a signature of the encoded path', signed(`GET${targets('csgo', encodeURIComponent(redline))}`)],
    ['a signature of another call', signed(`GET${targets('csgo', 'Kilowatt Case')}`)],
    ['an old signature', signed(`GET${path}`, String(now / 1000 - 121))],
    ['a key that did not sign', { ...signed(`GET${path}`), 'x-api-key': '0'.repeat(64) }],
    ['a key in upper case', { ...signed(`GET${path}`), 'x-api-key': apiKey.toUpperCase() }],
    ['a bare signature', { ...signed(`GET${path}`), 'x-request-sign': 'dmar ed25519' }],
  ])('answers 401 to %s', (_case, headers) => {
    expect(ask(origin + targets('csgo', encodeURIComponent(redline)), { headers })?.status).toBe(401);
  });

  it('lists the last 20 sales in dollars as text', () => {
    const querySales = (limit: number) => {
      const query = new URLSearchParams({ gameId: 'a8db', title: redline, limit: String(limit) });
      const call = `/trade-aggregator/v1/last-sales?${query}`;
      return ask(origin + call, { headers: signed(`GET${call}`) });
    };
    const { sales } = jsonOf(querySales(20));
    const expected = world.sales('dmarket', itemOf(redline)).slice(0, 20);

    expect(sales.map((sale: { readonly price: string; readonly date: string }) => [sale.price, sale.date])).toEqual(
      expected.map(({ priceUsd, soldAt }) => [priceUsd.toFixed(2), String(Math.floor(soldAt / 1000))]),
    );
    expect(sales[0].offerAttributes).toMatchObject({ floatValue: expected[0]?.float, phaseTitle: null });
    expect(querySales(21)?.status).toBe(400);
  });

  it('sums up titles in cents without a key, and pages through all of them if none is named', () => {
    const post = (body: unknown) =>
      ask(`${origin}/marketplace-api/v1/aggregated-prices`, { method: 'POST', body: JSON.stringify(body) });
    const [cheapest] = world.listings('dmarket', itemOf(redline));
    const named = jsonOf(post({ filter: { game: 'a8db', titles: [redline, 'nothing'] }, limit: '100', cursor: '' }));
    const first = jsonOf(post({ filter: { game: 'a8db', titles: [] }, limit: '30', cursor: '' }));
    const second = jsonOf(post({ filter: { game: 'a8db' }, limit: '30', cursor: first.nextCursor }));

    expect(named.aggregatedPrices.map((row: { readonly title: string }) => row.title)).toEqual([redline]);
    expect(named.aggregatedPrices[0].offerBestPrice).toEqual({
      Currency: 'USD',
      Amount: String(Math.round((cheapest?.priceUsd ?? 0) * 100)),
    });
    expect([first.aggregatedPrices.length, second.aggregatedPrices[0].title]).toEqual([
      30,
      world.items('CS2')[30]?.name,
    ]);
    expect(post({})?.status).toBe(400);
  });
});
