import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inject } from '../../../../test/support/api/inject.ts';
import {
  buyOrderRecord,
  offerRecord,
  type ServedApi,
  serveApi,
  skinport,
  startAt,
} from '../../../../test/support/api/served-api.ts';
import { askIn, backpackTf, bidIn, openTestPricer, stnTf, tf2Rates } from '../../../../test/support/api/tf2-pricer.ts';
import { keyName } from '../../../../test/support/api/tf2-schema.ts';
import { asleepStore } from '../../../../test/support/store/asleep-store.ts';

const store = asleepStore('a pricer asks nothing of the store');
const captain = 'The Team Captain';
const launcher = 'Strange Professional Killstreak Rocket Launcher';
const list = '/shapes/tf2autobot/items';
const time = Math.floor(startAt / 1000);

let served: ServedApi;

const put = (records: Parameters<ServedApi['book']['apply']>[0], marketplaceId = backpackTf) =>
  served.book.apply(records, { marketplaceId, source: 'test', at: startAt });

const priced = { sku: '378;6', name: captain, source: 'bptf', time };

beforeEach(async () => {
  served = await serveApi(store, { pricer: await openTestPricer(), rates: () => tf2Rates });
  put([
    askIn(captain, 'a1', 21, 3.33),
    askIn(captain, 'a2', 20, 30),
    bidIn(captain, 'b1', 19, 10.11),
    bidIn(captain, 'b2', 20, 0),
    askIn(keyName, 'k1', 0, 60.22),
    bidIn(keyName, 'k2', 0, 59.88),
  ]);
});
afterEach(() => served.close());

/** Requests as TF2Autobot does, with the token in its own authorization scheme. */
const ask = async (method: 'GET' | 'POST', url: string, token = served.key) => {
  const reply = await inject(served.api.app, { method, url, headers: { authorization: `Token ${token}` } });
  return { status: reply.statusCode, body: reply.json() };
};

describe('the list of a pricer', () => {
  it('tells the highest bid and the lowest ask in keys and metal, of a key in metal alone', async () => {
    const { status, body } = await ask('GET', `${list}?src=bptf`);

    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, currency: null });
    expect(body.items).toEqual([
      { ...priced, buy: { keys: 20, metal: 0 }, sell: { keys: 20, metal: 30 } },
      {
        sku: '5021;6',
        name: keyName,
        source: 'bptf',
        time,
        buy: { keys: 0, metal: 59.88 },
        sell: { keys: 0, metal: 60.22 },
      },
    ]);
  });

  it('takes the best of several marketplaces, and of none but those that are set', async () => {
    put([askIn(captain, 's1', 20, 20)], stnTf);
    put([offerRecord('TF2', captain, 'p1', 1), buyOrderRecord('TF2', captain, 'p2', 99_999)], skinport);

    const { body } = await ask('GET', list);

    expect(body.items[0]).toEqual({ ...priced, buy: { keys: 20, metal: 0 }, sell: { keys: 20, metal: 20 } });
  });

  it('converts dollars, so that no bot pays more or asks less', async () => {
    put([offerRecord('TF2', launcher, 'u1', 2_001), buyOrderRecord('TF2', launcher, 'u2', 1_999)]);

    const { body } = await ask('GET', list);

    expect(body.items.find(({ sku }: { sku: string }) => sku === '205;11;kt-3')).toMatchObject({
      buy: { keys: 1, metal: 19.88 },
      sell: { keys: 1, metal: 20.11 },
    });
  });

  it('leaves out what has one side, no SKU, or a bid that is not below the ask, and says how many', async () => {
    put([
      bidIn(launcher, 'l1', 1, 0),
      askIn('Name Tag', 'n1', 0, 3),
      bidIn('Name Tag', 'n2', 0, 3),
      askIn('Unusual Team Captain', 'e1', 100, 0),
      bidIn('Unusual Team Captain', 'e2', 50, 0),
    ]);

    const { body } = await ask('GET', list);

    expect(body.items.map(({ sku }: { sku: string }) => sku)).toEqual(['378;6', '5021;6']);
    // Which effect the bid for the unusual one is for is not known
    expect(body.leftOut).toEqual({ oneSided: 2, nameUnknown: 0, crossed: 1 });
  });
});

describe('a TF2 key without an ask, or with a bid above the ask', () => {
  const around = { buy: { keys: 0, metal: 59.88 }, sell: { keys: 0, metal: 60.11 } };

  it('gets a price from the key value, because bots compute everything with it', async () => {
    put([bidIn(keyName, 'k3', 0, 61)]);
    const { body } = await ask('GET', list);
    expect(body.items.find(({ sku }: { sku: string }) => sku === '5021;6')).toMatchObject(around);
    expect(body.leftOut.crossed).toBe(0);

    const empty = await serveApi(store, { pricer: await openTestPricer(), rates: () => tf2Rates });
    expect((await empty.get(`${list}/5021;6`)).body).toMatchObject({ sku: '5021;6', ...around });
    await empty.close();
  });
});

describe('an item of a pricer', () => {
  it.each(['items', 'item'])('is told at /%s/SKU, and has its marketplaces asked', async (word) => {
    const { status, body } = await ask('GET', `/shapes/tf2autobot/${word}/378;6?src=bptf`);

    expect([status, body]).toEqual([
      200,
      { success: true, currency: null, ...priced, buy: { keys: 20, metal: 0 }, sell: { keys: 20, metal: 30 } },
    ]);
    expect(served.requested).toEqual([`TF2 ${captain}`, `TF2 ${captain}`]);
  });

  it.each(['items', 'item'])('is checked again by a POST to /%s/SKU', async (word) => {
    expect(await ask('POST', `/shapes/tf2autobot/${word}/205;11;kt-3?source=bptf`)).toEqual({
      status: 200,
      body: { success: true, sku: '205;11;kt-3', name: launcher },
    });
    expect(served.requested).toEqual([`TF2 ${launcher}`, `TF2 ${launcher}`]);
  });

  it.each([
    ['378;6;uncraftable', /no Steam name identifies exactly "378;6;uncraftable"/],
    ['5020;6', /"Name Tag" has no price for bots now: there is no ask, or no bid/],
    ['nonsense', /no Steam name/],
  ])('%s that has no price is 404, with a reason', async (sku, reason) => {
    const { status, body } = await ask('GET', `${list}/${sku}`);

    expect([status, body]).toEqual([404, { code: 'NOT_FOUND', error: expect.stringMatching(reason) }]);
  });
});

describe('a pricer', () => {
  it('answers nobody without a key, nor one that is shown none of its marketplaces', async () => {
    const { text: other } = await served.keys.create({
      name: 'other',
      websocketAccess: true,
      marketplaces: ['SkinPort'],
    });
    const { text: ofCs } = await served.keys.create({ name: 'cs', websocketAccess: true, games: ['CS2'] });

    expect((await ask('GET', list, 'it_wrong')).status).toBe(401);
    expect((await ask('POST', `${list}/378;6`, 'it_wrong')).status).toBe(401);
    expect(await ask('GET', list, other)).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('BackpackTF, STNTrading') },
    });
    expect((await ask('GET', `${list}/378;6`, ofCs)).status).toBe(403);
    expect(served.requested).toEqual([]);
  });

  it('tells a key that is shown one of its marketplaces the prices of that one', async () => {
    put([askIn(captain, 's1', 20, 1), bidIn(captain, 's2', 20, 0.11)], stnTf);
    const { text } = await served.keys.create({ name: 'one', websocketAccess: true, marketplaces: ['BackpackTF'] });

    const replies = [await ask('GET', list, text), await ask('GET', `${list}/378;6`, text)];

    expect(replies.map(({ body }) => (body.items?.[0] ?? body).sell)).toEqual([
      { keys: 20, metal: 30 },
      { keys: 20, metal: 30 },
    ]);
  });

  it('says so while nobody knows what a key is worth, and where it is switched off', async () => {
    const unrated = await serveApi(store, { pricer: await openTestPricer() });
    const reply = await unrated.get(list);
    expect([reply.status, reply.body.error]).toEqual([503, expect.stringContaining('values of keys and metal')]);
    await unrated.close();

    const off = await serveApi(store);
    expect((await off.get(list)).status).toBe(404);
    await off.close();
  });

  it.each([
    [['BackpackTF', 'Bakpack'], /api\.tf2Marketplaces names "Bakpack"/],
    [[], /api\.tf2Marketplaces is empty/],
  ])('of the marketplaces %j does not start', async (marketplaces, sentence) => {
    await expect(openTestPricer(marketplaces)).rejects.toThrow(sentence);
  });
});
