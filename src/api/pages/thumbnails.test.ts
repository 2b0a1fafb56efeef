import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as support from '../../../test/support/api/served-api.ts';
import { Book } from '../../book/book.ts';
import { createThumbnails } from './thumbnails.ts';

const { startAt, skinport, steamMarket } = support;
const picture = { type: 'image/png', body: Buffer.alloc(1_000, 1) };
const address = (name: string): string => `https://pictures.example/${encodeURIComponent(name)}`;

const pictured = (name: string, thumbnail: string) => ({ ...support.quoteRecord('CS2', name, 1_000, 1), thumbnail });

function setUp(read: (url: string) => Promise<typeof picture>, byteLimit = 1_000_000) {
  const book = new Book();
  const clock = { at: startAt };
  const requested: string[] = [];
  const thumbnails = createThumbnails({
    book,
    read: (one) => {
      requested.push(one);
      return read(one);
    },
    now: () => clock.at,
    byteLimit,
  });
  return {
    of: (name: string) => thumbnails.of('CS2', name),
    clock,
    requested,
    know: (name: string, marketplaceId = steamMarket, thumbnail = address(name)) =>
      book.apply([pictured(name, thumbnail)], { marketplaceId, source: 'test', at: startAt }),
  };
}

const refuse = () => Promise.reject(new Error('no picture'));

describe('pictures of items', () => {
  it('are fetched once a day, and once for concurrent requests', async () => {
    const { of, clock, requested, know } = setUp(async () => picture);
    know('A');

    expect(await Promise.all([of('A'), of('A'), of('A')])).toEqual([picture, picture, picture]);
    await of('A');
    expect(requested).toHaveLength(1);
    clock.at += 86_400_000;
    await of('A');
    expect(requested).toHaveLength(2);
  });

  it('are fetched only from URLs in the book', async () => {
    const { of, requested } = setUp(async () => picture);

    expect(await of('https://evil.example/1.png')).toBeNull();
    expect(requested).toEqual([]);
  });

  it('are fetched from another marketplace if the first has none', async () => {
    const { of, requested, know } = setUp((one) => (one.includes('gone') ? refuse() : Promise.resolve(picture)));
    know('A', skinport, address('gone'));
    know('A');

    expect(await of('A')).toBe(picture);
    expect(requested).toEqual([address('gone'), address('A')]);
  });

  it('are not fetched again for some minutes after a failure', async () => {
    const { of, clock, requested, know } = setUp(refuse);
    know('A');
    expect([await of('A'), await of('A')]).toEqual([null, null]);
    expect(requested).toHaveLength(1);
    clock.at += 10 * 60_000;
    await of('A');
    expect(requested).toHaveLength(2);
  });

  it('are dropped for newer ones when they need too much memory', async () => {
    const { of, requested, know } = setUp(async () => picture, 3_100);
    for (const name of ['A', 'B', 'C', 'C']) {
      know(name);
      await of(name);
    }
    expect(requested).toHaveLength(3);
    await of('A');
    expect(requested).toHaveLength(4);
  });

  it('are fetched a few at a time', async () => {
    let running = 0;
    let max = 0;
    const { of, know } = setUp(async () => {
      running += 1;
      max = Math.max(max, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return picture;
    });
    const names = Array.from({ length: 30 }, (_, index) => `Item ${index}`);
    for (const name of names) know(name);

    expect(new Set(await Promise.all(names.map(of)))).toEqual(new Set([picture]));
    expect(max).toBe(4);
  });
});

describe('GET /thumbnails', () => {
  let testStore: support.TestStore;
  beforeAll(async () => {
    testStore = await support.openTestStore();
  });
  afterAll(() => testStore.close());

  it('answers without a key, with nothing but a picture, and only for pages of the service', async () => {
    const served = await support.serveApi(testStore.store, { readPicture: async () => picture });
    served.book.apply([pictured('A', address('A'))], { marketplaceId: skinport, source: 'test', at: startAt });
    const { status, headers } = await served.get('/thumbnails', { game: 'CS2', name: 'A' }, { 'x-api-key': '' });

    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect((await served.get('/thumbnails', { game: 'CS2', name: 'Nothing' })).status).toBe(204);
    expect((await served.get('/thumbnails', { game: 'CS2' })).body).toMatchObject({ code: 'INVALID_PARAMS' });
    await served.close();
  });
});
