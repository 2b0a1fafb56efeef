import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Alerting, openAlerting } from '../../../test/support/alerts/alerting.ts';
import { inject } from '../../../test/support/api/inject.ts';
import {
  openTestStore,
  redline,
  type ServedApi,
  serveApi,
  type TestStore,
} from '../../../test/support/api/served-api.ts';
import { Clerk, keyOf } from '../../../test/support/holdings/clerk.ts';
import { seededNumbers } from '../../../test/support/runner/seed.ts';
import { InventoryRefused } from '../../collect/inventory/inventory-reader.ts';
import type { OwnedItems } from './inventory-answer.ts';

let testStore: TestStore;
let served: ServedApi;
let rig: Alerting;

const owned: OwnedItems = {
  steamId: '76561197960287930',
  readAt: 0,
  totalCount: 2,
  items: ['11', '12'].map((assetId) => ({
    assetId,
    name: redline,
    variant: null,
    quantity: 1,
    isTradable: true,
    isMarketable: true,
    float: 0.2,
    paintSeed: 3,
    nameTag: null,
  })),
};

async function serve(): Promise<void> {
  const alerts = await rig.open();
  alerts.start();
  served = await serveApi(testStore.store, {
    alerts,
    readInventory: async (profile) => {
      if (profile === 'private') throw new InventoryRefused('private', 'this inventory is not public');
      return owned;
    },
  });
}

beforeAll(async () => {
  testStore = await openTestStore();
});
afterAll(() => testStore.close());
beforeEach(async () => {
  rig = await openAlerting();
  await serve();
});
afterEach(async () => {
  await served.close();
  await rig.close();
});

const path = '/tape/holdings';

async function ask(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object | string, key = served.key) {
  const type = typeof payload === 'string' ? { 'content-type': 'text/csv' } : {};
  const headers = { host: '127.0.0.1:7400', 'x-api-key': key, ...type };
  const reply = await inject(served.api.app, { method, url, headers, ...(payload !== undefined && { payload }) });
  const isJson = String(reply.headers['content-type']).startsWith('application/json');
  return { status: reply.statusCode, body: isJson ? reply.json() : reply.body };
}

const csv = `kind,game,name,quantity,price,currency,fee,date,note
buy,CS2,${redline},3,10,USD,0.3,2026-01-31,"for later, perhaps"
sell,CS2,${redline},1,20,USD,1,2026-02-01,
`;

describe('holdings over REST', () => {
  it('say what is held and what was gained, of one key', async () => {
    expect(await ask('POST', `${path}/transactions`, csv)).toMatchObject({ status: 201, body: { addedCount: 2 } });
    const { body } = await ask('GET', path);
    expect(body).toMatchObject({ quantity: 2, cost: 20.2, costQuantity: 2, realised: 8.9, soldQuantity: 1 });
    expect(body.holdings).toMatchObject([{ name: redline, quantity: 2, cost: 20.2, isKnown: true }]);
    expect(body.holdings[0].value ?? 0).toBeCloseTo(2 * (body.holdings[0].sale?.afterFees ?? 0), 1);
    expect((await ask('GET', `${path}/sold`)).body.sold).toMatchObject([{ cost: 10.1, proceeds: 19, profit: 8.9 }]);

    const other = await served.keys.create({ name: 'other', websocketAccess: true });
    expect((await ask('GET', path, undefined, other.text)).body).toMatchObject({ quantity: 0, holdings: [] });
  });

  it('are the same after what was exported is recorded where nothing is', async () => {
    await ask('POST', `${path}/transactions`, csv);
    const exported = (await ask('GET', `${path}/transactions?format=csv`)).body;
    const before = (await ask('GET', path)).body;
    expect(await ask('POST', `${path}/transactions`, exported)).toMatchObject({
      body: { addedCount: 0, skippedCount: 2 },
    });
    expect((await ask('DELETE', `${path}/transactions?id=all`)).status).toBe(204);
    expect((await ask('GET', path)).body).toMatchObject({ quantity: 0 });
    await ask('POST', `${path}/transactions`, exported);
    const [{ lots: _, ...after }] = (await ask('GET', path)).body.holdings;
    const [{ lots: __, ...known }] = before.holdings;
    expect(after).toEqual(known);
  });

  it('record nothing of what has a fault, and say where it is and what to give', async () => {
    const faulty = `game,name,quantity,date\nCS2,${redline},1,2026-01-31\nCS2,${redline},none,2026-02-31\nCS3,${redline},1,\n`;
    const { status, body } = await ask('POST', `${path}/transactions`, faulty);
    expect([status, body.error]).toEqual([
      400,
      'line 3: quantity is "none"; give a whole number from 1 to 1000000; line 4: game "CS3" is not known; did you mean CS2? Known are CS2, Dota2, Rust, TF2; nothing was recorded',
    ]);
    expect((await ask('GET', `${path}/transactions`)).body).toEqual([]);
  });

  it('take lines with counts, and say which name is not known', async () => {
    await ask('POST', `${path}/transactions?game=cs2`, `3x ${redline}\nAK-47 | Redlin (Field-Tested)\n`);
    const { holdings } = (await ask('GET', path)).body;
    expect(holdings).toMatchObject([
      { isKnown: false, nearest: redline, cost: null },
      { name: redline, quantity: 3, cost: null, profit: null },
    ]);
  });

  it('take an inventory over once', async () => {
    const profile = owned.steamId;
    const shown = (await ask('GET', `${path}/inventory?profile=${profile}&game=CS2`)).body;
    expect(shown).toMatchObject({ quantity: 2, hidden: ['recentTrades', 'storageUnits', 'tradeProtected'] });
    const request = { profile, game: 'CS2', costs: [{ assetId: '12', price: 7 }] };
    expect((await ask('POST', `${path}/inventory`, request)).body).toMatchObject({ addedCount: 2, skippedCount: 0 });
    expect((await ask('POST', `${path}/inventory`, request)).body).toMatchObject({ addedCount: 0, skippedCount: 2 });
    expect((await ask('GET', path)).body).toMatchObject({ quantity: 2, cost: 7, costQuantity: 1 });
    const again = (await ask('GET', `${path}/inventory?profile=${profile}&game=CS2`)).body;
    expect(again.items).toMatchObject([{ isHeld: true }, { isHeld: true }]);
    expect((await ask('GET', `${path}/inventory?profile=private&game=CS2`)).status).toBe(403);
  });

  it('equal what a clerk keeps of 10,000 transactions in two currencies, to the cent', async () => {
    const [january, march] = [Date.UTC(2026, 0, 10), Date.UTC(2026, 2, 1)];
    const rate = (perUsd: number, ratedAt: number) => ({
      currency: 'EUR' as const,
      perUsd,
      ratedAt,
      source: 'ecb' as const,
    });
    await testStore.store.append([rate(0.8, january), rate(0.9, march)].map((row) => ({ table: 'rates', row })));
    const clerk = new Clerk((amount, from, at) =>
      from === 'USD' ? amount : Math.round(amount / (at < march ? 0.8 : 0.9)),
    );
    const draw = seededNumbers();
    const whole = (below: number): number => Math.floor(draw() * below);
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      kind: draw() < 0.6 ? ('buy' as const) : ('sell' as const),
      ...{ game: 'CS2' as const, name: `Item ${whole(40)}`, variant: null, quantity: 1 + whole(9) },
      ...{ price: whole(3_000_000), fee: whole(50_000), currency: draw() < 0.5 ? ('USD' as const) : ('EUR' as const) },
      ...{ at: Date.UTC(2026, 0, 1) + index * 1_000_000, marketplaceId: null, assetId: null },
      ...{ float: null, paintSeed: null, note: null },
    }));
    for (const one of rows) clerk.enter(one);
    const lines = rows.map(({ kind, game, name, quantity, price, fee, currency, at }) =>
      [kind, game, name, quantity, price / 1000, fee / 1000, currency, at / 1000].join(','),
    );
    // Time decides, not the order of recording
    const csv = ['kind,game,name,quantity,price,fee,currency,date', ...lines.reverse()].join('\n');
    expect((await ask('POST', `${path}/transactions`, csv)).body).toMatchObject({ addedCount: 10_000 });

    const { holdings, realised } = (await ask('GET', path)).body;
    const total = (amounts: ReadonlyMap<string, number>) => [...amounts.values()].reduce((all, one) => all + one, 0);
    expect(Math.abs(realised - total(clerk.profits()) / 1000)).toBeLessThan(0.01);
    const [held, costs] = [clerk.held(), clerk.costs()];
    expect(holdings).toHaveLength(held.size);
    for (const { game, name, quantity, cost } of holdings) {
      const key = keyOf({ game, name, variant: null });
      expect(quantity).toBe(held.get(key));
      expect(Math.abs(cost - (costs.get(key) ?? 0) / 1000)).toBeLessThan(0.01);
    }
  });

  it('have a value and a cost for each day since the first purchase', async () => {
    const date = new Date(served.clock.at - 2 * 86_400_000).toISOString();
    await ask('POST', `${path}/transactions`, { transactions: [{ game: 'CS2', name: redline, price: 10, date }] });
    const { at, cost, quantity, value, valueQuantity } = (await ask('GET', `${path}/history`)).body;
    expect(at).toHaveLength(3);
    expect([cost, quantity]).toEqual([
      [10, 10, 10],
      [1, 1, 1],
    ]);
    expect(value.map((one: number | null) => one !== null)).toEqual(valueQuantity.map((one: number) => one > 0));

    for (const way of ['bid', 'list']) {
      const { body } = await ask('GET', `${path}/history?way=${way}`);
      const { holdings } = (await ask('GET', `${path}?way=${way}`)).body;
      expect([body.way, body.value.at(-1)]).toEqual([way, holdings[0].value]);
    }
  });
});
