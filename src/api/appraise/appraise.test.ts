import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inject } from '../../../test/support/api/inject.ts';
import { termsPaying } from '../../../test/support/api/money-terms.ts';
import {
  csfloat,
  day,
  dmarket,
  offerRecord,
  openTestStore,
  type ServedApi,
  serveApi,
  startAt,
  steamMarket,
  type TestStore,
} from '../../../test/support/api/served-api.ts';
import { asleepStore } from '../../../test/support/store/asleep-store.ts';
import { saleOf } from '../../../test/support/store/store-samples.ts';
import { Book } from '../../book/book.ts';
import { type Fee, noPrices } from '../../schema/index.ts';
import { noStore } from '../../store/no-store.ts';
import type { StoredRow } from '../../store/store.ts';

const name = 'P250 | Sand Dune (Field-Tested)';
const crown = 'Sticker | Crown (Foil)';
const knife = '★ Huntsman Knife | Doppler (Factory New)';
const seller: Fee = { side: 'seller', percent: 10, asOf: '2026-09-01', source: 'shop.example', evidence: 'single' };
const fees = new Map([[csfloat, [seller]]]);
const terms = termsPaying({ csfloat: 'money', dmarket: 'money', 'steam-market': 'steamBalance' });

let testStore: TestStore;
let book: Book;
let served: ServedApi;

async function appraise(body: object, on = served) {
  const reply = await inject(on.api.app, {
    method: 'POST',
    url: '/tape/appraise',
    headers: { 'x-api-key': on.key, 'content-type': 'application/json' },
    payload: JSON.stringify({ game: 'cs2', ...body }),
  });
  return { status: reply.statusCode, body: reply.json() };
}

/** A certificate of a knife, with further fields of its message. */
function certificate(more: readonly number[]): string {
  const wear = new Uint32Array(new Float32Array([0.03]).buffer)[0] ?? 0;
  const varint = (value: number): number[] =>
    value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...varint(Math.floor(value / 0x80))];
  const fields = [3, 512, 4, 419, 7, wear, 8, 7].flatMap((value, at) => varint(at % 2 === 0 ? value * 8 : value));
  return [0, ...fields, ...more, 1, 2, 3, 4].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const sold = (saleId: string, usd: number, change: Partial<Parameters<typeof saleOf>[0]> = {}): StoredRow => ({
  table: 'sales',
  row: saleOf({
    ...{ name, saleId, marketplaceId: csfloat, soldAt: startAt - day, float: 0.2, paintSeed: 1, stickers: [] },
    ...{ prices: { ...noPrices, USD: usd } },
    ...change,
  }),
});

const removed = (offerId: string, hoursAgo: number): StoredRow => ({
  table: 'removals',
  row: {
    ...{ game: 'CS2', name, phase: null, marketplaceId: csfloat, offerId, float: 0.2, usd: 5_000 },
    ...{ foundAt: startAt - hoursAgo * 3_600_000 - 12 * 3_600_000, goneAt: startAt - hoursAgo * 3_600_000 },
    reason: 'sold',
  },
});

beforeAll(async () => {
  testStore = await openTestStore();
  await testStore.store.append([
    ...[4_900, 5_000, 5_000, 5_100].map((usd, at) => sold(`a${at}`, usd)),
    ...[5_200, 5_300].map((usd, at) => sold(`d${at}`, usd, { marketplaceId: dmarket })),
    sold('s', 9_000, { marketplaceId: steamMarket }),
    sold('t', 5_400, { stickers: [{ name: crown, wear: 0, slot: 1 }] }),
    ...Array.from({ length: 30 }, (_, at) => removed(`r${at}`, at * 12)),
  ]);
});
afterAll(() => testStore.close());
beforeEach(async () => {
  book = new Book(fees, terms);
  const at = startAt - 60_000;
  const own = { float: 0.2, paintSeed: 1, stickers: [{ name: crown, wear: 0, slot: 0 }] };
  book.apply([{ ...offerRecord('CS2', name, 'own', 6_000), ...own }, offerRecord('CS2', crown, 'crown', 10_000)], {
    marketplaceId: csfloat,
    source: 'test',
    at,
  });
  book.apply([{ ...offerRecord('CS2', knife, 'k', 300_000), phase: 'Phase 2' }], {
    ...{ marketplaceId: csfloat, source: 'test', at },
  });
  served = await serveApi(testStore.store, { book, fees, terms });
});
afterEach(() => served.close());

describe('POST /tape/appraise', () => {
  it('says what an item is worth, on what this rests, and where it can be sold', async () => {
    const { status, body } = await appraise({ name, float: 0.2, paintSeed: 1 });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      name,
      game: 'CS2',
      currency: 'USD',
      notEnoughKnown: null,
      stickersAsk: 0,
      lowestAsk: 6,
    });
    expect(body.price).toBeGreaterThanOrEqual(4.9);
    expect(body.price).toBeLessThanOrEqual(5.2);
    expect(body.low).toBeLessThan(body.price);
    expect(body.high).toBeGreaterThan(body.price);
    expect(body.rows.map(({ marketplace }: { marketplace: string }) => marketplace)).not.toContain('SteamMarket');
    expect(body.rows).toHaveLength(8);
    const weights = body.rows.map(({ weightPercent }: { weightPercent: number }) => weightPercent);
    expect(weights.reduce((sum: number, one: number) => sum + one, 0)).toBeCloseTo(100, 0);
    const [first] = body.sell;
    expect(first.marketplace).toBe('CSFloat');
    expect(first.afterFees).toBeCloseTo(first.price * 0.9, 1);
    expect(first.rank).toBe(1);
    expect(first.sellsWithin.map(({ hours }: { hours: number }) => hours)).toEqual([1, 24, 168]);
    expect(first.sellsWithin[1].probability).toBeGreaterThan(0.9);
    expect(body.sell[1]).toMatchObject({ marketplace: 'DMarket', afterFees: null });
  });

  it('takes what is on an offer from the offer, which is no evidence of its own price', async () => {
    const { body } = await appraise({ marketplace: 'csfloat', offerId: 'own' });
    const plain = await appraise({ name, float: 0.2, paintSeed: 1 });

    expect(body).toMatchObject({ name, float: 0.2, paintSeed: 1, stickersAsk: 10 });
    expect(body.rows.map(({ id }: { id: string }) => id)).not.toContain('own');
    expect(body.price).toBeGreaterThan(plain.body.price);
    const named = await appraise({ name, float: 0.2, paintSeed: 1, stickers: [crown], currency: 'EUR' });
    expect(named.body.currency).toBe('EUR');
    expect(named.body.stickersAsk).toBeLessThan(10);
  });

  it('takes from an inspect link what it tells, and says what else to give', async () => {
    const link = (hex: string) => `steam://run/730//+csgo_econ_action_preview%20${hex}`;
    // Built by hand: paint index 419, float 0.03, seed 7; the second with a sticker and a charm, which links do not name
    const plain = await appraise({ name: knife, inspectLink: link(certificate([])) });
    expect(plain.body).toMatchObject({ itemPhase: 'Phase 2', paintSeed: 7, giveToo: [], stickersAsk: 0 });
    expect(plain.body.float).toBeCloseTo(0.03, 6);
    const dressed = [0x62, 4, 8, 0, 16, 55, 0xa2, 1, 2, 16, 83];
    const unnamed = await appraise({ name: knife, inspectLink: link(certificate(dressed)) });
    expect(unnamed.body).toMatchObject({ giveToo: ['stickers', 'charms'], stickersAsk: null });
    const named = { stickers: [crown], charms: [], phase: 'Phase 4' };
    expect((await appraise({ name: knife, inspectLink: link(certificate(dressed)), ...named })).body).toMatchObject({
      ...{ itemPhase: 'Phase 4', giveToo: [], stickersAsk: 10 },
    });
    const scraped = [0x62, 9, 8, 0, 16, 55, 0x1d, 0, 0, 0, 0x3f];
    expect((await appraise({ name: knife, inspectLink: link(certificate(scraped)) })).body.giveToo).toEqual([]);
    const older = 'steam://rungame/730/76561202255233023/+csgo_econ_action_preview%20S76561198000000000A2D3';
    expect((await appraise({ name, inspectLink: older })).body).toMatchObject({
      ...{ float: null, stickersAsk: null, giveToo: ['float', 'paintSeed', 'stickers', 'charms'] },
    });
    expect((await appraise({ name, float: 0.2 })).body.giveToo).toEqual(['paintSeed']);
  });

  it('says when not enough is known', async () => {
    const dry = await serveApi(noStore, { book, fees, terms });
    expect((await appraise({ name: knife })).body).toMatchObject({ price: null, notEnoughKnown: 'variantUnknown' });
    const few = await appraise({ name: knife, phase: 'Phase 2' });
    expect(few.body).toMatchObject({ price: null, low: null, notEnoughKnown: 'tooFewRows', sell: [] });
    expect((await appraise({ name }, dry)).body.notEnoughKnown).toBe('tooFewRows');
    await dry.close();
  });

  it.each([
    ['neither a name nor an offer', {}, 'INVALID_PARAMS'],
    ['an offer without its marketplace', { offerId: 'own' }, 'INVALID_PARAMS'],
    ['an offer that nobody knows', { marketplace: 'csfloat', offerId: 'none' }, 'NOT_FOUND'],
    ['a name that nobody knows', { name: 'P250 | Sand Dun' }, 'NOT_FOUND'],
    ['what is not an inspect link', { name, inspectLink: 'steam://rungame/730/1/+x%20S1A2D3' }, 'INVALID_PARAMS'],
    ['a float that there is not', { name, float: 2 }, 'INVALID_PARAMS'],
  ])('refuses %s', async (_, body, code) => {
    expect((await appraise(body)).body.code).toBe(code);
  });

  it('does not wait for a database that does not answer', async () => {
    const broken = await serveApi(asleepStore('not now'), { book, fees, terms });
    expect((await appraise({ name }, broken)).status).toBeGreaterThanOrEqual(500);
    await broken.close();
  });
});
