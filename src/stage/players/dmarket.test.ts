import { generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askPlayer, jsonOf } from '../../../test/support/ask-player.ts';
import { missingFrom } from '../../../test/support/shape.ts';
import { sharedFolder } from '../../../test/support/shared-folder.ts';
import { stageItems } from '../../../test/support/stage-items.ts';
import { liquidNames } from '../catalogue/liquid-names.ts';
import { createWorld } from '../create-world.ts';
import { dmarket } from './dmarket.ts';
import { gameIds } from './dmarket-object.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = askPlayer(dmarket, world, now);
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

const itemsUrl = (query: Readonly<Record<string, string>>): string =>
  `${origin}/exchange/v1/market/items?${new URLSearchParams({ side: 'market', currency: 'USD', ...query })}`;

const itemOf = (name: string) => {
  const item = world.itemNamed('CS2', name);
  if (item === null) throw new Error(`"${name}" is missing`);
  return item;
};

const targets = (game: string, title: string) => `/marketplace-api/v1/targets-by-title/${game}/${title}`;
const askTargets = (game: string, title: string, headers = signed(`GET${targets(game, title)}`)) =>
  ask(origin + targets(game, encodeURIComponent(title)), { headers });

describe('DMarket as played', () => {
  it.each(['CS2', 'Dota2', 'Rust', 'TF2'] as const)('lists the offers of %s in cents as text', (game) => {
    const title = liquidNames[game];
    const { objects } = jsonOf(ask(itemsUrl({ gameId: gameIds[game], title, orderBy: 'price', limit: '100' })));
    const mine = objects.filter((one: { readonly title: string }) => one.title === title);
    const item = world.itemNamed(game, title);

    expect(mine.map((one: { readonly price: unknown }) => one.price)).toEqual(
      (item === null ? [] : world.listings('dmarket', item)).map(({ priceUsd }) => ({
        DMC: '',
        USD: String(Math.round(priceUsd * 100)),
      })),
    );
    expect(mine.length).toBeGreaterThan(0);
  });

  it('finds longer names by a shorter one', () => {
    const { objects } = jsonOf(ask(itemsUrl({ gameId: 'a8db', title: 'ak-47 | redline', limit: '100' })));

    expect(new Set(objects.map((one: { readonly title: string }) => one.title)).size).toBeGreaterThan(3);
  });

  it('pages through all offers with the cursor, each once', () => {
    const ids: string[] = [];
    let cursor = '';
    do {
      const page = jsonOf(ask(itemsUrl({ gameId: 'a8db', orderBy: 'date', orderDir: 'desc', limit: '40', cursor })));
      ids.push(...page.objects.map((one: { readonly extra: { readonly offerId: string } }) => one.extra.offerId));
      cursor = page.cursor;
    } while (cursor !== '');

    expect(ids.length).toBe(world.newestListings('dmarket', 'CS2', 10_000).length);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says -1 for the lock of Rust and TF2, seconds for CS2, and days only from one day on', () => {
    const locksOf = (gameId: string) =>
      jsonOf(ask(itemsUrl({ gameId, orderBy: 'date', orderDir: 'desc', limit: '100' }))).objects.map(
        (one: { readonly extra: Readonly<Record<string, number>> }) => [
          one.extra['tradeLockDuration'],
          one.extra['tradeLock'],
        ],
      );
    const cs2: readonly (readonly [number, number | undefined])[] = locksOf('a8db');

    expect(new Set(locksOf('rust').flat())).toEqual(new Set([-1, undefined]));
    expect(new Set(locksOf('tf2').flat())).toEqual(new Set([-1, undefined]));
    expect(cs2.some(([seconds]) => seconds > 86_400)).toBe(true);
    for (const [seconds, days] of cs2) expect(days).toBe(Math.floor(seconds / 86_400) || undefined);
  });

  it('writes the finish of painted items and nothing of it for others', () => {
    const [knife] = jsonOf(ask(itemsUrl({ gameId: 'a8db', title: doppler, limit: '1', orderBy: 'price' }))).objects;
    const [cheapest] = world.listings('dmarket', itemOf(doppler));
    const [box] = jsonOf(ask(itemsUrl({ gameId: 'a8db', title: 'Case', limit: '1', orderBy: 'price' }))).objects;

    expect(knife.extra).toMatchObject({
      exterior: 'factory new',
      floatValue: cheapest?.float,
      paintIndex: cheapest?.paintIndex,
      paintSeed: cheapest?.paintSeed,
      phase: cheapest?.phase?.toLowerCase().replace(' ', '-'),
      phaseTitle: cheapest?.phase,
      category: '★',
    });
    expect(box.extra.exterior).toBe('');
    for (const key of ['floatValue', 'paintIndex', 'paintSeed', 'phase']) expect(box.extra).not.toHaveProperty(key);
  });

  it('refuses more than 100 rows and games it does not know', () => {
    expect(ask(itemsUrl({ gameId: 'a8db', limit: '101' }))?.status).toBe(400);
    expect(ask(itemsUrl({ gameId: 'csgo2', limit: '10' }))?.status).toBe(400);
  });

  it('shows targets to a signed request, whatever the key', () => {
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

  it('names the variant a target wants in the words of the offers', () => {
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
    ['a key in capitals', { ...signed(`GET${path}`), 'x-api-key': apiKey.toUpperCase() }],
    ['a bare signature', { ...signed(`GET${path}`), 'x-request-sign': 'dmar ed25519' }],
  ])('answers 401 to %s', (_case, headers) => {
    expect(ask(origin + targets('csgo', encodeURIComponent(redline)), { headers })?.status).toBe(401);
  });

  it('tells the last 20 sales in dollars as text', () => {
    const address = `${origin}/trade-aggregator/v1/last-sales?gameId=a8db&title=${encodeURIComponent(redline)}`;
    const { sales } = jsonOf(ask(`${address}&limit=20`));
    const expected = world.sales('dmarket', itemOf(redline)).slice(0, 20);

    expect(sales.map((sale: { readonly price: string; readonly date: string }) => [sale.price, sale.date])).toEqual(
      expected.map(({ priceUsd, soldAt }) => [priceUsd.toFixed(2), String(Math.floor(soldAt / 1000))]),
    );
    expect(sales[0].offerAttributes).toMatchObject({ floatValue: expected[0]?.float, phaseTitle: null });
    expect(ask(`${address}&limit=21`)?.status).toBe(400);
  });

  it('sums up titles for a signed question, and all of them page by page when none is named', () => {
    const post = (body: unknown) => {
      const text = JSON.stringify(body);
      const call = '/marketplace-api/v1/aggregated-prices';
      return ask(origin + call, { method: 'POST', body: text, headers: signed(`POST${call}${text}`) });
    };
    const [cheapest] = world.listings('dmarket', itemOf(redline));
    const named = jsonOf(post({ filter: { game: 'a8db', titles: [redline, 'nothing'] }, limit: '100', cursor: '' }));
    const first = jsonOf(post({ filter: { game: 'a8db', titles: [] }, limit: '30', cursor: '' }));
    const second = jsonOf(post({ filter: { game: 'a8db' }, limit: '30', cursor: first.nextCursor }));

    expect(named.aggregatedPrices.map((row: { readonly title: string }) => row.title)).toEqual([redline]);
    expect(named.aggregatedPrices[0].offerBestPrice).toEqual({
      Currency: 'USD',
      Amount: cheapest?.priceUsd.toFixed(2),
    });
    expect([first.aggregatedPrices.length, second.aggregatedPrices[0].title]).toEqual([
      30,
      world.items('CS2')[30]?.name,
    ]);
    expect(ask(`${origin}/marketplace-api/v1/aggregated-prices`, { method: 'POST', body: '{}' })?.status).toBe(401);
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'dmarket');

describe.runIf(existsSync(recordings))('recorded answers of DMarket', () => {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(recordings, file), 'utf8'));

  it.each([
    ['market-items-1.json', 'a8db'],
    ['market-items-csgo-derived-1.json', 'a8db'],
    ['market-items-dota2-derived-1.json', '9a92'],
    ['market-items-rust-derived-1.json', 'rust'],
    ['market-items-tf2-derived-1.json', 'tf2'],
  ])('have no key or kind of value in %s that the played offers lack', (file, gameId) => {
    const played = jsonOf(ask(itemsUrl({ gameId, orderBy: 'date', orderDir: 'desc', limit: '100' })));

    expect(missingFrom(played, read(file))).toEqual([]);
  });
});
