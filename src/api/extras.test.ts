import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  csfloat,
  offerRecord,
  openTestStore,
  type ServedApi,
  serveApi,
  startAt,
  type TestStore,
} from '../../test/support/api/served-api.ts';

const karambit = '★ StatTrak™ Karambit | Fade (Factory New)';

let testStore: TestStore;
let served: ServedApi;

beforeAll(async () => {
  testStore = await openTestStore();
});
afterAll(() => testStore.close());
beforeEach(async () => {
  served = await serveApi(testStore.store);
  const charms = [
    { name: "Charm | Lil' Ava", pattern: 48_213 },
    { name: 'Sticker Slab | Crown (Foil)', pattern: null },
    { name: 'Souvenir Charm | Austin 2025 Highlight | Two Is Not Enough', pattern: null },
  ];
  const patches = [{ name: 'Patch | Howl', wear: 0, slot: 2 }];
  const adorned = { paintSeed: 412, charms, nameTag: 'Old friend', statTrakCount: 1_337, patches };
  served.book.apply(
    [
      { ...offerRecord('CS2', karambit, 'adorned', 90_000), ...adorned },
      { ...offerRecord('CS2', karambit, 'bare', 80_000), paintSeed: null, charms: [], nameTag: '' },
    ],
    { marketplaceId: csfloat, source: 'test', at: startAt },
  );
});
afterEach(() => served.close());

const extras = {
  charms: [
    { name: "Charm | Lil' Ava", pattern: 48_213, sticker: null, highlight: null },
    { name: 'Sticker Slab | Crown (Foil)', pattern: null, sticker: 'Sticker | Crown (Foil)', highlight: null },
    {
      name: 'Souvenir Charm | Austin 2025 Highlight | Two Is Not Enough',
      pattern: null,
      sticker: null,
      highlight: 'Austin 2025 Highlight | Two Is Not Enough',
    },
  ],
  nameTag: 'Old friend',
  statTrakCount: 1_337,
  patches: [{ name: 'Patch | Howl', wear: 0, slot: 2 }],
  fade: expect.any(Number),
};
const none = { charms: null, nameTag: null, statTrakCount: null, patches: null, fade: null };

describe('what is on an offer', () => {
  it('is in rows of a search, and in those of an item that are asked for in full', async () => {
    const { body: found } = await served.get('/tape/offers', { game: 'CS2', name: karambit });
    expect(found.offers).toMatchObject([none, extras]);
    const item = { marketplace: 'CSFloat', game: 'CS2', name: karambit };
    const { body: full } = await served.get('/v2/items', { ...item, fields: 'full' });
    expect(full.offers).toMatchObject([none, extras]);
    const { body: plain } = await served.get('/v2/items', item);
    for (const key of Object.keys(none)) expect(plain.offers[1]).not.toHaveProperty(key);
  });

  it.each([
    ['charm', "lil' AVA"],
    ['charm', 'slab crown'],
    ['patch', 'howl'],
    ['nameTag', 'true'],
    ['minStatTrakCount', '1337'],
    ['minFade', '80'],
  ])('is found by %s=%s', async (key, value) => {
    const { body } = await served.get('/tape/offers', { game: 'CS2', [key]: value });
    expect(body.offers.map(({ price }: { price: number }) => price)).toEqual([90]);
  });

  it.each([
    ['charm', 'ava slab'],
    ['minStatTrakCount', '1338'],
    ['maxFade', '80'],
  ])('is not found by %s=%s', async (key, value) => {
    const { body } = await served.get('/tape/offers', { game: 'CS2', [key]: value });
    expect(body.offers).toEqual([]);
  });
});
