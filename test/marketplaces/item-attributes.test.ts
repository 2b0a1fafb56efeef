import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { csDeals } from '../../src/connectors/cs-deals/index.ts';
import { dataSets } from '../../src/connectors/data-sets.ts';
import { lootFarm } from '../../src/connectors/loot-farm/index.ts';
import { manncoStore } from '../../src/connectors/mannco-store/index.ts';
import { marketplaceNamed, type NormalQuote, noAttributes, noPrices } from '../../src/schema/index.ts';
import { liquidNames } from '../../src/stage/catalogue/liquid-names.ts';
import { createWorld } from '../../src/stage/market/create-world.ts';
import type { World } from '../../src/stage/market/world.ts';
import { players } from '../../src/stage/players/index.ts';
import { type Stage, startStage } from '../../src/stage/server.ts';
import type { Collecting } from '../support/collect/collecting.ts';
import { readingIntoBook } from '../support/collect/reading-into-book.ts';
import { createKey, killAll, playedCredentials, readJson, serve } from '../support/processes/served-process.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { playedItems } from '../support/stage/played-items.ts';
import { type PlayedMarkets, startPlayedMarkets } from '../support/stage/played-markets.ts';
import { until } from '../support/time/until.ts';

const folder = testFolder('attributes');
const arcana = { name: liquidNames.Dota2, rarity: 'Arcana', hero: 'Shadow Fiend' };
// One item of each game is enough to be read within seconds
const itemOf = (game: 'CS2' | 'Dota2' | 'Rust') => playedItems[game].filter(({ name }) => name === liquidNames[game]);
let world: World;
let stage: Stage;
let key: string;
let here: Collecting | null = null;
let markets: PlayedMarkets | null = null;

beforeAll(async () => {
  world = createWorld({
    seed: 3,
    startedAt: Date.now(),
    items: { CS2: [], Dota2: itemOf('Dota2'), Rust: itemOf('Rust'), TF2: [] },
  });
  stage = await startStage({ world, players, now: Date.now });
  key = await createKey(folder);
});
afterEach(async () => {
  await killAll();
  await here?.stop();
  await markets?.close();
  here = null;
  markets = null;
});
afterAll(async () => {
  await stage.close();
});

/** DMarket tells rarity and hero, CS.Deals the hero and, in Rust, the type. */
const start = async (...marketplaces: readonly string[]) => {
  const environment = { ...playedCredentials(), COLLECT_ONLY: marketplaces.join(), COLLECT_GAMES: 'Dota2,Rust' };
  const service = serve({ folder, relay: stage.origin, environment });
  return { ...service, origin: await service.origin };
};

const read = async (origin: string, path: string, query: Readonly<Record<string, string>>) =>
  await readJson(`${origin}${path}?${new URLSearchParams(query)}`, key).catch(() => null);

type Frame = { readonly type: string; readonly marketplace: string; readonly game: string; readonly data: object };

/** Plays ticks until the stream has sent an offer that fits. */
async function frameOf(origin: string, fits: (frame: Frame) => boolean): Promise<object> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws/v2/offers?apiKey=${key}`);
  const found: Frame[] = [];
  socket.on('open', () => socket.send(JSON.stringify({ subscribeTo: 'all', games: 'all' })));
  socket.on('message', (text) => {
    const frame: Frame = JSON.parse(String(text));
    if (frame.type === 'offer' && fits(frame)) found.push(frame);
  });
  await until('a fitting offer on the stream', async () => {
    world.tick(Date.now());
    return found.length > 0;
  });
  socket.close();
  return found[0]?.data ?? {};
}

const saleOfCsDeals = async (origin: string) => {
  const answer = await read(origin, '/v2/sales', { marketplace: 'CSDeals', game: 'Dota2', name: arcana.name });
  return answer?.sales[0] ?? null;
};

it('rarity, hero and item type are told of every marketplace, whichever tells them, also after a kill and a stop', async () => {
  const { origin, child, ended } = await start('dmarket', 'cs-deals');
  const rustType = await until('the type of an item of Rust', async () => {
    const query = { marketplace: 'DMarket', game: 'Rust', name: liquidNames.Rust, fields: 'full' };
    const type = (await read(origin, '/v2/items', query))?.itemType;
    // Until a marketplace tells it, the name does
    return type !== undefined && type !== null && type !== 'Assault Rifle' && type;
  });
  await until('a sale with rarity and hero', async () => (await saleOfCsDeals(origin))?.rarity === arcana.rarity);
  expect(await saleOfCsDeals(origin)).toMatchObject({ rarity: arcana.rarity, hero: arcana.hero });

  const ofCsDeals = ({ marketplace, game, data }: Frame) =>
    marketplace === 'CSDeals' && game === 'Dota2' && 'name' in data && data.name === arcana.name;
  expect(await frameOf(origin, ofCsDeals)).toMatchObject(arcana);
  const ofDmarket = ({ marketplace, game, data }: Frame) =>
    marketplace === 'DMarket' && game === 'Rust' && 'name' in data && data.name === liquidNames.Rust;
  expect(await frameOf(origin, ofDmarket)).toMatchObject({ itemType: rustType });

  child.kill('SIGKILL');
  await ended;
  // Read from the database and the tape, and by what does not tell it
  const killed = await start('cs-deals');
  const dota = { marketplace: 'CSDeals', game: 'Dota2', name: arcana.name, fields: 'full' };
  expect(await read(killed.origin, '/v2/items', dota)).toMatchObject(arcana);
  await killed.stop('SIGTERM');
  // Read from the dump that a stop leaves
  const stopped = await start('dmarket');
  const rust = { marketplace: 'DMarket', game: 'Rust', name: liquidNames.Rust, fields: 'full' };
  expect(await read(stopped.origin, '/v2/items', rust)).toMatchObject({ itemType: rustType, rarity: null });
  await stopped.stop('SIGTERM');
});

it('an answer that has only facts of an item changes nothing that is on sale, and is not asked for again', async () => {
  const name = 'Exalted Arms';
  const { book, told, ...reading } = await readingIntoBook(name, manncoStore, ['details'], undefined, 'Dota2');
  here = reading.here;
  const quote: NormalQuote = {
    ...{ kind: 'quote', game: 'Dota2', name, phase: null, offerCount: 3 },
    ...{ lowest: { amount: 1_200, currency: 'USD' }, prices: { ...noPrices, USD: 1_200 } },
    ...{ purchaseLink: null, marketplaceItemId: null, thumbnail: null },
  };
  const marketplaceId = marketplaceNamed('ManncoStore')?.id ?? 0;
  book.apply([quote], { marketplaceId, source: 'prices', at: here.clock.now() });
  const before = book.summaries('Dota2', name);
  const informations = { name, game: 570, rarity: 'Mythical', hero: 'Axe', deal: 120 };
  here.server.play(({ url }) =>
    url.includes('login')
      ? { body: { err: false, success: true, content: { jwt: 'token' } } }
      : { body: { err: false, success: true, content: { informations } } },
  );
  here.collector.start();
  await here.next();
  await here.clock.advance(86_400_000);

  expect(book.itemAttributes('Dota2', name)).toEqual({ ...noAttributes, rarity: 'Mythical', hero: 'Axe' });
  expect(book.takeItemStatements()).toMatchObject([{ marketplaceId, name, rarity: 'Mythical', hero: 'Axe' }]);
  expect(book.takeItemStatements()).toEqual([]);
  expect(told).toEqual([]);
  expect(book.summaries('Dota2', name)).toEqual(before);
  expect(here.server.requests.filter(({ url }) => url.includes('details'))).toHaveLength(1);
  expect(reading.reports()).toMatchObject([{ state: 'live', rejected: 0, ages: null }]);
});

it('what Mannco.store tells of an item is in the sales and offers of another marketplace', async () => {
  // CS.Deals itself tells the hero, and never the rarity
  markets = await startPlayedMarkets({
    items: { CS2: [], Dota2: itemOf('Dota2'), Rust: [], TF2: [] },
    connectors: [manncoStore, csDeals],
    config: { 'collect.games': ['Dota2'] },
  });
  const { client } = markets;
  const about = { game: 'Dota2', name: arcana.name, marketplace: 'CSDeals' };
  const sale = await until('a sale with a rarity', async () => {
    const { body } = await client.get('/v2/sales', about);
    return body?.sales?.find(({ rarity }: { readonly rarity: string | null }) => rarity !== null) ?? null;
  });
  expect(sale).toMatchObject({ rarity: arcana.rarity, hero: arcana.hero });
  const { body } = await client.get('/v2/items', { ...about, fields: 'full' });
  expect(body).toMatchObject(arcana);
});

const withDataSets = (config: object) =>
  startPlayedMarkets({
    items: { CS2: itemOf('CS2'), Dota2: [], Rust: [], TF2: [] },
    connectors: [lootFarm],
    dataSets,
    config: { 'collect.games': ['CS2'], ...config },
  });

it('a data set tells what no marketplace does, and is itself none', async () => {
  markets = await withDataSets({});
  const { client, stage: played } = markets;
  const [known] = itemOf('CS2');
  const item = await until('an item with its wear range', async () => {
    const { body } = await client.get('/tape/catalogue', { game: 'CS2' });
    return body?.items?.find(({ minFloat }: { readonly minFloat: number | null }) => minFloat !== null) ?? null;
  });
  const told = {
    rarity: known?.rarity,
    collections: [known?.collection],
    minFloat: known?.minFloat,
    maxFloat: known?.maxFloat,
  };
  expect(item).toMatchObject({ name: known?.name, ...told });
  expect(item.told.filter(({ attribute }: { readonly attribute: string }) => attribute in told)).toEqual(
    Object.entries(told).map(([attribute, value]) => ({ attribute, value, marketplace: 'CSGO-API' })),
  );

  const sources = await until('every file read', async () => {
    const { body } = await client.get('/health/sources');
    const own = body.filter(({ slug }: { readonly slug: string }) => slug === 'csgo-api');
    return own.every(({ state }: { readonly state: string }) => state === 'live') && own;
  });
  expect(played.requests('csgo-api').count).toBe(sources.length);
  expect((await client.get('/v2/marketplaces')).text).not.toMatch(/csgo-api/i);
  expect((await client.get('/registry.json')).text).not.toMatch(/csgo-api/i);
});

it('a data set that is switched off is not read', async () => {
  markets = await withDataSets({ 'collect.dataSets': false });
  const { client, stage: played } = markets;
  await until('the items of the marketplace', async () => {
    const { body } = await client.get('/tape/catalogue', { game: 'CS2' });
    return body?.items?.length > 0;
  });
  const { body } = await client.get('/health/sources');
  expect(body.map(({ slug }: { readonly slug: string }) => slug)).not.toContain('csgo-api');
  expect(played.requests('csgo-api').count).toBe(0);
});
