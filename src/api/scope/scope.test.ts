import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Alerting,
  openAlerting,
  type Receiver,
  ruleOf,
  startReceiver,
} from '../../../test/support/alerts/alerting.ts';
import { inject } from '../../../test/support/api/inject.ts';
import {
  buyOrderRecord,
  csfloat,
  dmarket,
  fillBook,
  offerRecord,
  openTestStore,
  quoteRecord,
  redline,
  skinport,
  startAt,
  steamMarket,
  type TestStore,
} from '../../../test/support/api/served-api.ts';
import { type ServedStream, serveStream } from '../../../test/support/stream/served-stream.ts';
import { pricedOffer } from '../../../test/support/stream/stream-rig.ts';
import { createMcpHandler } from '../../mcp/http.ts';
import { games, marketplaceWithId } from '../../schema/index.ts';

// Data of marketplaces and games that the key cannot see
const hidden = [dmarket, steamMarket].map((id) => marketplaceWithId(id).name);
const hiddenGames = games.filter((game) => game !== 'CS2');
/** A piece of an inventory. */
const owned = {
  ...{ assetId: '1', name: redline, variant: null, quantity: 1, isTradable: true, isMarketable: true },
  ...{ float: null, paintSeed: null, nameTag: null },
};
const hiddenItem = 'Negev | Bratatat (Factory New)';
const marks = [
  hiddenItem,
  ...hidden,
  ...hidden.map((name) => name.toLowerCase()),
  ...hiddenGames,
  '77.77',
  '66.66',
  '88.88',
  '55.55',
];

let testStore: TestStore;
let served: ServedStream;
let alerting: Alerting;
let receiver: Receiver;
let guest = '';

const shown = { games: ['CS2'], marketplaces: ['SkinPort', 'CSFloat'] } as const;
const scope = { games: ['CS2'], marketplaceIds: [skinport, csfloat] } as const;

beforeAll(async () => {
  testStore = await openTestStore();
  alerting = await openAlerting({ scopeOf: () => scope });
  receiver = await startReceiver();
  let port = 0;
  served = await serveStream({
    connected: [csfloat, skinport, dmarket, steamMarket].map(marketplaceWithId),
    settings: { connectionsPerKey: 20 },
    api: {
      store: testStore.store,
      settings: { cacheSeconds: 10, cacheMegabytes: 8, shapes: ['market-csgo', 'csgotrader'] },
      alerts: await alerting.open(),
      readInventory: async (steamId) => ({ steamId, readAt: startAt, totalCount: 2, items: [owned] }),
      mcp: createMcpHandler({ origin: () => `http://127.0.0.1:${port}`, version: '1.2.3', now: () => startAt }),
    },
  });
  port = served.port;
  fillBook(served.book);
  const at = startAt - 60_000;
  const sticker = 'Sticker | Crown (Foil)';
  served.book.apply([offerRecord('CS2', redline, 's', 77_770), buyOrderRecord('CS2', redline, 'sb', 66_660)], {
    marketplaceId: steamMarket,
    source: 'test',
    at,
  });
  const ofDmarket = [sticker, redline, hiddenItem].map((name, index) =>
    quoteRecord('CS2', name, [55_550, 88_880, 66_660][index] as number, 3),
  );
  served.book.apply(ofDmarket, { marketplaceId: dmarket, source: 'test', at });
  const { text } = await served.keys.create({
    name: 'guest',
    websocketAccess: true,
    ...shown,
    games: [...shown.games],
    marketplaces: [...shown.marketplaces],
  });
  guest = text;
});
afterAll(async () => {
  await served?.close();
  await alerting?.close();
  await receiver?.close();
  await testStore?.close();
});

const ask = async (key: string, url: string, query: Readonly<Record<string, string>> = {}, payload?: object) => {
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const reply = await inject(served.api.app, {
    method: payload === undefined ? 'GET' : 'POST',
    url: `${url}?${search.join('&')}`,
    headers: { host: `127.0.0.1:${served.port}`, 'x-api-key': key, accept: 'application/json, text/event-stream' },
    ...(payload !== undefined && { payload }),
  });
  return { status: reply.statusCode, text: reply.body };
};

const markIn = (text: string): string | undefined => marks.find((mark) => text.includes(mark));

type Described = { readonly name: string; readonly required?: boolean; readonly example?: unknown };

const { paths } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8'));
/** Every path that returns data of the book or the store, with its parameters. */
const addresses: readonly (readonly [string, readonly Described[]])[] = Object.entries<{
  readonly get?: { readonly parameters?: readonly Described[] };
}>(paths).flatMap(([path, { get }]) =>
  get !== undefined && /^\/(v2|tape)\//.test(path) && !path.startsWith('/tape/alerts')
    ? [[path, get.parameters ?? []] as const]
    : [],
) as never;

const values: Readonly<Record<string, string>> = {
  game: 'CS2',
  name: redline,
  query: 'redline',
  marketplace: 'CSFloat',
  profile: '76561197960287930',
};

const required = (parameters: readonly Described[]): Record<string, string> =>
  Object.fromEntries(parameters.flatMap(({ name, required: is }) => (is ? [[name, values[name] ?? '']] : [])));

// Computed over all marketplaces, so refused, or only available for one marketplace
const refused = ['/tape/movers', '/tape/candles'];

describe('a key that can see only some games and marketplaces', () => {
  it.each(addresses)('gets no data of others from %s, also after requests of other keys', async (path, parameters) => {
    const full = parameters.some(({ name }) => name === 'fields') ? [{ fields: 'full' }] : [];
    for (const more of [{}, ...full]) {
      const query = { ...required(parameters), ...more };
      const before = await ask(served.key, path, query);
      const answer = await ask(guest, path, query);
      const again = await ask(guest, path, query);

      expect(answer.status, answer.text).toBe(refused.includes(path) ? 403 : 200);
      expect([markIn(answer.text), markIn(again.text)]).toEqual([undefined, undefined]);
      expect(await ask(served.key, path, query)).toEqual(before);
    }
  });

  it.each(addresses)('is refused by %s if it names another', async (path, parameters) => {
    const named = parameters.flatMap(({ name }) =>
      name === 'game'
        ? hiddenGames.map((game) => [name, game])
        : ['marketplace', 'marketplaces'].includes(name) || (path === '/tape/deals' && ['from', 'to'].includes(name))
          ? hidden.map((marketplace) => [name, marketplace])
          : [],
    );
    for (const [name = '', value = ''] of named) {
      const query = { ...required(parameters), [name]: value };
      expect((await ask(served.key, path, query)).status, `${name}=${value}`).not.toBe(403);
      const { status, text } = await ask(guest, path, query);
      expect([status, JSON.parse(text)], `${name}=${value}`).toEqual([
        403,
        { code: 'ACCESS_DENIED', error: expect.stringContaining(`no access to ${value}`) },
      ]);
    }
  });

  it('sees its marketplaces in lists and everywhere else', async () => {
    const json = async (path: string, query = {}) => JSON.parse((await ask(guest, path, query)).text);

    const listed = await json('/v2/marketplaces');
    expect(listed.map(({ marketplace }: { marketplace: string }) => marketplace)).toEqual(['CSFloat', 'SkinPort']);
    const compared = await json('/v2/items/compare', { game: 'CS2', name: redline });
    expect(compared.marketplaces.map(({ marketplace }: { marketplace: string }) => marketplace)).toEqual([
      'SkinPort',
      'CSFloat',
    ]);
    const found = await json('/v2/items/search', { game: 'CS2', query: 'redline', limit: '1' });
    expect(found).toMatchObject([{ marketplace: 'SkinPort', name: redline }]);
    const overSocket = async (key: string) =>
      await (await fetch(`http://127.0.0.1:${served.port}/v2/marketplaces?apiKey=${key}`)).text();
    const whole = await overSocket(served.key);
    expect([await overSocket(served.key), JSON.parse(await overSocket(guest))]).toEqual([whole, listed]);
    expect((await json('/tape/candles', { ...values, marketplace: 'SkinPort' })).marketplace).toBe('SkinPort');
  });

  it('does not know items that only others have, nor gets them suggested', async () => {
    const about = { game: 'CS2', name: hiddenItem };
    for (const path of ['/v2/items/compare', '/tape/best', '/tape/offers']) {
      const statuses = [(await ask(served.key, path, about)).status, (await ask(guest, path, about)).status];
      expect([path, ...statuses]).toEqual([path, 200, 404]);
    }
    const nearestOf = async (key: string) => {
      const { text } = await ask(key, '/tape/value', {}, { game: 'CS2', items: [{ name: hiddenItem.slice(0, -1) }] });
      return JSON.parse(text).lines[0].nearest;
    };
    expect([await nearestOf(served.key), await nearestOf(guest)]).toEqual([hiddenItem, null]);
  });

  it('gets no data of others from shapes, values, health or MCP', async () => {
    const rest = [
      await ask(guest, '/shapes/market-csgo/api/v2/prices/USD.json'),
      await ask(guest, '/shapes/csgotrader/latest/prices_v6.json'),
      await ask(guest, '/shapes/csgotrader/latest/skinport.json'),
      await ask(guest, '/health/sources'),
      ...(await Promise.all(
        ['bid', 'ask', 'sellable'].map((side) =>
          ask(
            guest,
            '/tape/value',
            {},
            { game: 'CS2', side, items: [{ name: redline, count: 2 }, { name: 'Redlin' }] },
          ),
        ),
      )),
    ];
    expect(rest.map(({ status, text }) => [status, markIn(text.replace('"steam"', ''))])).toEqual(
      rest.map(() => [200, undefined]),
    );
    expect((await ask(guest, '/shapes/csgotrader/latest/buff163.json')).status).toBe(403);
    expect((await ask(guest, '/tape/value', {}, { game: 'Rust', items: [{ name: 'Big Grin' }] })).status).toBe(403);
    expect((await ask(guest, '/tape/offers', { game: 'CS2', belowOthersPercent: '1' })).status).toBe(403);

    const rpc = (method: string, params: object) => ask(guest, '/mcp', {}, { jsonrpc: '2.0', id: 1, method, params });
    const tools: { name: string }[] = JSON.parse((await rpc('tools/list', {})).text).result.tools;
    expect(tools.length).toBeGreaterThan(8);
    for (const { name } of tools) {
      const call = { name, arguments: { ...values, items: [{ name: redline }] } };
      const { text } = await rpc('tools/call', call);
      expect(markIn(text), name).toBe(undefined);
      if (!['alerts', 'sources', 'holdings'].includes(name))
        expect(
          (await rpc('tools/call', { ...call, arguments: { ...call.arguments, game: 'Rust' } })).text,
          name,
        ).toMatch(/no access to/);
    }
  });

  it('gets no data of others from the stream, live, in snapshots, or of the past', async () => {
    const client = await served.connect({ key: guest });
    const all = { subscribeTo: 'all', games: 'all', snapshot: true };
    client.ask({
      ...all,
      id: 'offers',
      channels: ['offers', 'sales', 'buyOrders', 'prices', 'sources', 'gaps'],
      sequence: true,
    });
    client.ask({ ...all, id: 'standing', channels: ['best', 'deals', 'found'] });
    const ends = [await client.next('snapshotEnd'), await client.next('snapshotEnd')];
    expect(ends.map(({ subscription }) => subscription).sort()).toEqual(['offers', 'standing']);
    served.put([pricedOffer('hidden', 77_770)], steamMarket);
    served.put([pricedOffer('seen', 1_230)], csfloat);
    await client.next('offer');
    const [confirmed] = client.messages();
    expect(confirmed).toMatchObject({ marketplaces: ['CSFloat', 'SkinPort'], games: ['CS2'] });
    expect(client.texts.map(markIn)).toEqual(client.texts.map(() => undefined));
    expect(client.texts.some((text) => text.includes('"found"'))).toBe(true);

    for (const [field, value] of [
      ['subscribeTo', [hidden[0]]],
      ['games', ['Rust']],
      ['from', [hidden[1]]],
      ['belowOthersPercent', 5],
    ] as const) {
      const channels = field === 'from' ? ['deals'] : ['found'];
      client.ask({ subscribeTo: 'all', games: 'all', channels, [field]: value });
      expect(await client.next('error'), field).toMatchObject({
        code: 'ACCESS_DENIED',
        message: expect.stringContaining('no access to'),
      });
    }
    const seen = await ask(guest, '/tape/changes');
    expect([seen.status, markIn(seen.text), seen.text.includes('1.23')]).toEqual([200, undefined, true]);
    const refusals = [
      '/tape/changes?games=Rust',
      '/stream/offers?games=Rust',
      `/stream/offers?subscribeTo=${hidden[0]}`,
    ];
    expect(await Promise.all(refusals.map(async (url) => (await ask(guest, url)).status))).toEqual([403, 403, 403]);
  });

  it('cannot create a rule over others, and gets no alerts of others from a rule over all', async () => {
    const alerts = await alerting.open();
    alerts.start();
    const all = { kind: 'stream', filter: { games: 'all' } } as const;
    await alerts.create('k1', ruleOf(all, `${receiver.url}/all`));
    await alerts.create(
      'k1',
      ruleOf({ kind: 'figure', figure: 'ask', game: 'CS2', items: [redline], below: 5 }, `${receiver.url}/figure`),
    );
    alerting.put([pricedOffer('a', 1_000)], steamMarket);
    alerting.put([pricedOffer('b', 2_000)], csfloat);
    await receiver.has(2);

    const seen = receiver.received.map(({ json }) => JSON.stringify(json.data));
    expect(seen.map((text) => [text.includes('CSFloat'), markIn(text)])).toEqual(seen.map(() => [true, undefined]));
    for (const filter of [{ games: ['Rust'] }, { games: ['CS2'], subscribeTo: hidden }])
      await expect(alerts.create('k1', ruleOf({ kind: 'stream', filter }, `${receiver.url}/no`))).rejects.toThrow(
        'no access to',
      );
  });
});

describe('creating a key that sees only some games and marketplaces', () => {
  it.each([
    ['a game that is not known', { games: ['CS9'] }],
    ['a marketplace that is not known', { marketplaces: ['nowhere'] }],
    ['none at all', { games: [] }],
    ['everything, as an admin is', { admin: true, games: ['CS2'] }],
  ])('is refused for %s', async (_, keyRequest) => {
    const admin = await served.keys.create({ name: `admin of ${_}`, websocketAccess: true, admin: true });
    const { status } = await ask(admin.text, '/operator/keys', {}, { name: 'other', ...keyRequest });
    expect(status).toBe(400);
  });
});
