import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { marketplaceWithId } from '../../../src/schema/index.ts';
import { buyOrderRecord, offerRecord, skinport } from '../../support/api/served-api.ts';
import { killAll } from '../../support/processes/served-process.ts';
import { type ServedStream, serveStream } from '../../support/stream/served-stream.ts';
import { type ServedPricer, schemaFile, servePricer, startPricer } from '../../support/tf2autobot/pricer.ts';
import { askIn, backpackTf, bidIn, stnTf, tf2Rates } from '../../support/tf2autobot/records.ts';
import { keyName } from '../../support/tf2autobot/schema.ts';
import { holds, until } from '../../support/time/until.ts';

const captain = 'The Team Captain';
const vintage = 'Vintage Team Captain';
const strange = 'Strange Team Captain';
const scattergun = 'Festivized Killstreak Scattergun';
const australium = 'Strange Australium Rocket Launcher';
const cardigan = 'Cool Cat Cardigan';
const launcher = 'Strange Professional Killstreak Rocket Launcher';

let served: ServedStream;
let pricer: ServedPricer;

const put = (records: Parameters<ServedStream['book']['apply']>[0], marketplaceId = backpackTf) =>
  served.book.apply(records, { marketplaceId, source: 'test', at: Date.now() });

const originOf = ({ port }: ServedStream) => `http://127.0.0.1:${port}`;

const serve = async (rates = tf2Rates) =>
  await serveStream({
    connected: [backpackTf, stnTf, skinport].map(marketplaceWithId),
    api: {
      rates: () => rates,
      availability: [backpackTf, stnTf, skinport].map((marketplaceId) => ({
        marketplaceId,
        games: [{ game: 'TF2', offers: true, buyOrders: true, sales: false }],
      })),
      settings: { cacheSeconds: 0, cacheMegabytes: 8, coverageSeconds: 0 },
    },
  });

/** The list once it holds, since a change reaches the pricer over the stream. */
async function list(isDone: (body: { items: { sku: string }[] }) => boolean, of = pricer) {
  let seen = '';
  return await until(
    'the list',
    async () => {
      const { status, text, body } = await of.ask('GET', '/items?src=bptf');
      seen = text;
      return status === 200 && isDone(body) && body;
    },
    () => seen,
  );
}

const priceOf = (body: { items: { sku: string; sell?: object }[] }, sku: string) =>
  body.items.find((one) => one.sku === sku);

const has = (sku: string) => (body: { items: { sku: string }[] }) => priceOf(body, sku) !== undefined;

const open = async (rates = tf2Rates) => {
  served = await serve(rates);
  put([
    askIn(captain, 'a1', 21, 3.33),
    askIn(captain, 'a2', 20, 30),
    bidIn(captain, 'b1', 19, 10.11),
    bidIn(captain, 'b2', 20, 0),
    askIn(keyName, 'k1', 0, 60.22),
    bidIn(keyName, 'k2', 0, 59.88),
  ]);
};

const close = async () => {
  await killAll();
  await served.close();
};

const start = async () => {
  pricer = await servePricer({ origin: originOf(served), key: served.key });
};

const priced = { sku: '378;6', name: captain, source: 'bptf', time: expect.any(Number) };

describe('a pricer on one market', () => {
  beforeAll(async () => {
    await open();
    await start();
    await list(({ items }) => items.length === 2);
  });
  afterAll(close);

  describe('in its list', () => {
    it('tells the highest bid and the lowest ask in keys and metal, of a key in metal alone', async () => {
      const body = await list(({ items }) => items.length === 2);

      expect(body).toMatchObject({ success: true, currency: null });
      expect(priceOf(body, '378;6')).toEqual({ ...priced, buy: { keys: 20, metal: 0 }, sell: { keys: 20, metal: 30 } });
      expect(priceOf(body, '5021;6')).toEqual({
        sku: '5021;6',
        name: keyName,
        source: 'bptf',
        time: expect.any(Number),
        buy: { keys: 0, metal: 59.88 },
        sell: { keys: 0, metal: 60.22 },
      });
    });

    it('takes the best of several marketplaces, and of none but those that are named', async () => {
      put([askIn(cardigan, 's1', 20, 30), bidIn(cardigan, 's2', 20, 0)]);
      put([askIn(cardigan, 's3', 20, 20)], stnTf);
      put([offerRecord('TF2', cardigan, 'p1', 1), buyOrderRecord('TF2', cardigan, 'p2', 99_999)], skinport);
      const more = ['--marketplaces', 'backpacktf'];
      const other = await servePricer({ origin: originOf(served), key: served.key, more });

      const sellsFor = (sell: object) => (body: { items: { sku: string }[] }) =>
        isDeepStrictEqual(priceOf(body, '30077;6')?.sell, sell);
      await list(sellsFor({ keys: 20, metal: 20 }));
      await list(sellsFor({ keys: 20, metal: 30 }), other);
    });

    it('converts dollars, so that no bot pays more or asks less', async () => {
      put([offerRecord('TF2', australium, 'u1', 2_010), buyOrderRecord('TF2', australium, 'u2', 1_990)]);

      expect(priceOf(await list(has('205;11;australium')), '205;11;australium')).toMatchObject({
        buy: { keys: 1, metal: 19.55 },
        sell: { keys: 1, metal: 20.44 },
      });
    });
  });

  describe('an item', () => {
    it.each(['items', 'item'])('is told at /%s/SKU, and checked again by a POST to it', async (word) => {
      await list(has('378;6'));
      served.requested.length = 0;

      const { status, body } = await pricer.ask('GET', `/${word}/378;6?src=bptf`);

      expect([status, body]).toEqual([
        200,
        { success: true, currency: null, ...priced, buy: { keys: 20, metal: 0 }, sell: { keys: 20, metal: 30 } },
      ]);
      expect(served.requested).toContain(`TF2 ${captain}`);

      expect(await pricer.ask('POST', `/${word}/378;6?source=bptf`)).toMatchObject({
        status: 200,
        body: { success: true, sku: '378;6', name: captain },
      });
    });

    it.each([
      ['378;6;uncraftable', /no Steam name identifies exactly "378;6;uncraftable"/],
      ['5020;6', /"Name Tag" has no price for bots now: there is no ask, or no bid/],
      ['nonsense', /no Steam name/],
    ])('%s that has no price is 404, with a reason', async (sku, reason) => {
      await list(has('378;6'));
      expect(await pricer.ask('GET', `/items/${sku}`)).toMatchObject({
        status: 404,
        body: { error: expect.stringMatching(reason) },
      });
    });
  });

  describe('a bot that connects', () => {
    it('begins by polling and goes on by WebSocket, or either alone', async () => {
      const defaults = pricer.connect();
      await defaults.has('price');
      await holds(() => defaults.socket.io.engine.transport.name === 'websocket', 'the upgrade');
      defaults.socket.disconnect();
      for (const transport of ['polling', 'websocket']) {
        const bot = pricer.connect(served.key, { transports: [transport], upgrade: false });
        await holds(() => bot.pricesOf(captain).length === 1, 'the price');
        expect(bot.socket.io.engine.transport.name).toBe(transport);
        bot.socket.disconnect();
      }
    });

    it.each([
      ['without a key', null],
      ['with a wrong one', 'it_wrong'],
    ])('%s is refused, and comes back no more', async (_, token) => {
      const { events, socket } = pricer.connect(token);
      await holds(() => events.length > 0, 'the refusal');
      await wait(200);
      expect([events, socket.active]).toEqual([
        [['connect_error', expect.stringContaining('CUSTOM_PRICER_API_TOKEN')]],
        false,
      ]);
      expect((await pricer.ask('GET', '/items', token ?? '')).status).toBe(401);
      expect((await pricer.ask('POST', '/items/378;6', token ?? '')).status).toBe(401);
    });

    it('cannot send what is long, and pages of other sites read nothing', async () => {
      const origin = `${pricer.origin}/socket.io/?EIO=4&transport=polling`;
      const first = await fetch(origin, { headers: { origin: 'https://example.test' } });
      expect([first.status, first.headers.get('access-control-allow-origin')]).toEqual([200, null]);
      const { sid } = JSON.parse((await first.text()).slice(1));
      const status = await new Promise((resolve) => {
        const outgoing = request(`${origin}&sid=${sid}`, { method: 'POST' }, (reply) =>
          resolve(reply.resume().statusCode),
        );
        outgoing.on('error', () => resolve('cut'));
        outgoing.end('x'.repeat(100_000));
      });
      expect([413, 'cut']).toContain(status);
    });

    it('gets all current prices, then every change', async () => {
      put([askIn(vintage, 'v1', 20, 30), bidIn(vintage, 'v2', 20, 0)]);
      await list(has('378;3'));
      const { socket, events, pricesOf } = pricer.connect();
      await holds(() => [captain, keyName, vintage].every((name) => pricesOf(name).length === 1), 'all prices');

      put([askIn(vintage, 'v3', 20, 20.11)]);
      await holds(() => pricesOf(vintage).length === 2, 'the change');
      put([askIn(vintage, 'v4', 25, 0), askIn(launcher, 'l1', 5, 0)]);
      put([bidIn(launcher, 'l2', 4, 0)]);
      await holds(() => pricesOf(launcher).length === 1, 'the other');

      expect(pricesOf(vintage).map(({ sell }) => sell)).toEqual([
        { keys: 20, metal: 30 },
        { keys: 20, metal: 20.11 },
      ]);
      expect(pricesOf(launcher)).toEqual([
        {
          sku: '205;11;kt-3',
          name: launcher,
          source: 'bptf',
          time: expect.any(Number),
          buy: { keys: 4, metal: 0 },
          sell: { keys: 5, metal: 0 },
        },
      ]);
      expect(events[0]).toEqual(['authenticated']);
      socket.disconnect();
    });

    it('is told nothing of an item whose bid is no lower than its ask', async () => {
      const both = [strange, scattergun];
      for (const name of both) put([askIn(name, `${name} ask`, 20, 30), bidIn(name, `${name} bid`, 20, 0)]);
      const { socket, pricesOf } = pricer.connect();
      await holds(() => both.every((name) => pricesOf(name).length === 1), 'both prices');

      put([bidIn(strange, 'c1', 20, 30)]);
      put([askIn(scattergun, 'c2', 20, 20)]);
      await holds(() => pricesOf(scattergun).length === 2, 'the other price');
      expect(pricesOf(strange)).toHaveLength(1);
      socket.disconnect();
    });
  });
});

describe('a pricer on a market with items that it cannot price as they are', () => {
  beforeAll(async () => {
    await open();
    put([
      bidIn(launcher, 'l1', 1, 0),
      askIn('Name Tag', 'n1', 0, 3),
      bidIn('Name Tag', 'n2', 0, 3),
      askIn('Unusual Team Captain', 'e1', 100, 0),
      bidIn('Unusual Team Captain', 'e2', 50, 0),
      bidIn(keyName, 'k3', 0, 61),
    ]);
    await start();
  });
  afterAll(close);

  it('leaves out what has one side, no SKU, or a bid that is not below the ask, and says how many', async () => {
    const { items, leftOut } = await list(() => true);

    expect(items.map(({ sku }: { sku: string }) => sku).sort()).toEqual(['378;6', '5021;6']);
    // The key is not among them
    expect(leftOut).toEqual({ oneSided: 2, nameUnknown: 0, crossed: 1 });
  });

  it('tells a key with a bid above the ask at its value, because bots compute everything with it', async () => {
    expect(priceOf(await list(has('5021;6')), '5021;6')).toMatchObject({
      buy: { keys: 0, metal: 59.88 },
      sell: { keys: 0, metal: 60.11 },
    });
  });
});

describe('a pricer on a market of its own', () => {
  beforeEach(async () => await open());
  afterEach(close);

  it('says so while nobody knows what a key is worth', async () => {
    await close();
    await open([]);
    await start();
    await until('the refusal', async () => {
      const { status, text } = await pricer.ask('GET', '/items');
      return status === 503 && text.includes('the values of keys and metal are not known yet');
    });
  });

  it('says that the service is away, and tells no prices meanwhile', async () => {
    await start();
    await list(has('378;6'));
    await served.close();
    await until('the refusal', async () => (await pricer.ask('GET', '/items')).status === 503);
    expect((await pricer.ask('GET', '/items')).body.error).toMatch(/the service cannot be reached/);
    expect(pricer.process.err()).toMatch(/waiting for the service: /);
    served = await serve();
  });
});

describe('a pricer', () => {
  beforeAll(async () => await open());
  afterAll(close);

  const bad: readonly (readonly [string, readonly string[], Record<string, string>, RegExp])[] = [
    ['without a service', ['--schema', 'none.json'], { ITEMTAPE_URL: '' }, /^set ITEMTAPE_URL to the URL/],
    ['without a schema', [], {}, /^--schema is missing/],
    [
      'with a file that is not there',
      ['--schema', 'none.json'],
      {},
      /^--schema names none\.json, which cannot be read/,
    ],
    ['with a flag that it does not know', ['--sckema', 'a'], {}, /^Unknown option '--sckema'/],
    ['with a port that is none', ['--schema', 'a', '--port', 'x'], {}, /^--port must be a whole number/],
    ['without a marketplace', ['--schema', 'a', '--marketplaces', ','], {}, /^--marketplaces is empty/],
  ];
  it.each(bad)('%s does not start, and says why', async (_, words, environment, reason) => {
    const process = startPricer(words, { ITEMTAPE_URL: originOf(served), ITEMTAPE_KEY: served.key, ...environment });
    expect((await process.ended).code).toBe(1);
    expect(process.err()).toMatch(reason);
    expect(process.err().trim().split('\n')).toHaveLength(1);
  });

  const refused: readonly (readonly [string, readonly string[], Record<string, string>, RegExp])[] = [
    ['with a key that is not known', [], { ITEMTAPE_KEY: 'it_wrong' }, /key.* not known/],
    ['with a marketplace that is none', ['--marketplaces', 'Bakpack'], {}, /names "Bakpack", which the service/],
    [
      'with a service that is not there',
      [],
      { ITEMTAPE_URL: 'http://127.0.0.1:1' },
      /127\.0\.0\.1:1 cannot be reached/,
    ],
  ];
  it.each(refused)('%s ends, and says why', async (_, more, environment, reason) => {
    const words = ['--schema', schemaFile(), '--port', '0', ...more];
    const process = startPricer(words, { ITEMTAPE_URL: originOf(served), ITEMTAPE_KEY: served.key, ...environment });
    expect((await process.ended).code).toBe(1);
    expect(process.err()).toMatch(reason);
  });
});
