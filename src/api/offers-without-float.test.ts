import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  csfloat,
  openTestStore,
  redline,
  type ServedApi,
  serveApi,
  startAt,
  type TestStore,
} from '../../test/support/api/served-api.ts';
import { ExchangeRates } from '../normalise/exchange-rates.ts';
import { normalise } from '../normalise/normalise.ts';
import type { Offer } from '../schema/index.ts';

let testStore: TestStore;
let served: ServedApi;

beforeAll(async () => {
  testStore = await openTestStore();
});
afterAll(() => testStore.close());
beforeEach(async () => {
  served = await serveApi(testStore.store);
});
afterEach(() => served.close());

const offer = (name: string, float: number, paintIndex: number | null): Offer => ({
  kind: 'offer',
  game: 'CS2',
  name,
  phase: null,
  offerId: name,
  price: { amount: 5_000, currency: 'USD' },
  purchaseLink: `https://csfloat.example/item/${name.length}`,
  inspectLink: null,
  float,
  paintIndex,
  paintSeed: 0,
  stickers: [],
  tradableAt: 0,
  ownerId: null,
});

describe('GET /tape/offers by float', () => {
  it('lists no stickers and charms, of which marketplaces say that their float is 0', async () => {
    const stamp = { marketplaceId: csfloat, source: 'listings', at: startAt };
    const rates = new ExchangeRates({ now: () => startAt });
    const offers = [
      offer("Charm | Lil' SAS", 0, null),
      offer('Sticker | Crown (Foil)', 0, 0),
      offer(redline, 0.004, 282),
    ];
    served.book.apply(
      offers.map((one) => normalise(one, stamp, rates)).filter((one) => one.kind === 'offer'),
      stamp,
    );

    for (const order of [{ sort: 'float' }, {}]) {
      const { body } = await served.get('/tape/offers', { game: 'CS2', maxFloat: '0.01', ...order });
      expect(body.offers.map(({ name }: { name: string }) => name)).toEqual([redline]);
    }
  });
});
