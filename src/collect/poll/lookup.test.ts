import { afterEach, describe, expect, it } from 'vitest';
import { type Collecting, collecting } from '../../../test/support/collect/collecting.ts';
import { itemOffers, offerRows, priceList, priceRows } from '../../../test/support/collect/tiny-sources.ts';
import type { SeenRequest } from '../../../test/support/servers/scripted-server.ts';
import type { AskedItem } from '../../contract/connector.ts';

let here: Collecting;
afterEach(() => here.stop());

const nameOf = ({ url }: SeenRequest): string => new URL(url, 'https://x').searchParams.get('name') ?? '';
const values: Readonly<Record<string, number>> = { Dear: 100, Middling: 10, Cheap: 1, Stale: 0 };
const names = () => Object.keys(values).reverse();
const worth = (name: string) => values[name] ?? null;
const oneASecond = { budgets: { all: { requests: 1, perSeconds: 1, scope: 'ip' } } } as const;
const offers = (request: SeenRequest) => ({ body: { items: offerRows(nameOf(request), [1, 2]) } });
const namesRequested = () => here.server.requests.map(nameOf);

async function namesRequestedAfter(count: number): Promise<string[]> {
  while (here.sink.runs.length < count) await here.next();
  return namesRequested();
}

describe('looking up items', () => {
  it('chooses valuable ones first, every third turn the longest due, and each once in its interval', async () => {
    here = await collecting({ sources: [itemOffers()], connector: oneASecond, names, worth });
    here.server.play(offers);
    here.collector.start();
    await here.ran(1);
    await namesRequestedAfter(4);
    await here.clock.advance(500_000);

    expect(namesRequested()).toEqual(['Dear', 'Middling', 'Cheap', 'Stale']);
  });

  it('puts first what readers of the API request', async () => {
    here = await collecting({ sources: [itemOffers()], connector: oneASecond, names, worth });
    here.server.play(offers);
    here.collector.itemRequested('CS2', 'Nowhere', null);
    here.collector.itemRequested('CS2', 'Cheap', null);
    here.collector.itemRequested('CS2', 'Stale', null);
    here.collector.start();
    await here.ran(1);

    expect(await namesRequestedAfter(3)).toEqual(['Stale', 'Cheap', 'Dear']);
  });

  it('requests as many at once as a request can name, and removes what the answer omits', async () => {
    const together = {
      max: 3,
      request: ({ items }: { items: readonly AskedItem[] }) => ({
        url: 'https://tiny.test/items',
        query: { name: items.map(({ item }) => item) },
      }),
    };
    here = await collecting({ sources: [itemOffers({ together })], connector: oneASecond, names, worth });
    here.server.play(({ url }) => ({
      body: { items: new URL(url, 'https://x').searchParams.getAll('name').flatMap((name) => offerRows(name, [1])) },
    }));
    here.collector.start();
    await here.ran(1);
    while (here.sink.runs.length < 2) await here.next();

    const named = here.server.requests.map(({ url }) => new URL(url, 'https://x').searchParams.getAll('name'));
    expect(named).toEqual([['Dear', 'Middling', 'Cheap'], ['Stale']]);
    expect(here.sink.itemSweeps.map(({ name }) => name)).toEqual(['Dear', 'Middling', 'Cheap', 'Stale']);
  });

  it('keeps to the pace of its budget', async () => {
    const budgets = { all: { requests: 2, perSeconds: 60, scope: 'ip' } } as const;
    here = await collecting({ sources: [itemOffers()], connector: { budgets }, names, worth });
    here.server.play(offers);
    here.collector.start();
    await here.ran(1);
    await here.next();
    const [first, second] = here.sink.runs;

    expect((second?.startedAt ?? 0) - (first?.startedAt ?? 0)).toBeGreaterThanOrEqual(30_000);
  });

  it('does not hold up others who share its budget when making a request throws', async () => {
    const request = ({ item }: AskedItem) => ({ url: `https://tiny.test/item/${encodeURIComponent(item)}` });
    here = await collecting({
      sources: [priceList(), itemOffers({ request })],
      connector: { budgets: { all: { requests: 1000, perSeconds: 1, scope: 'ip', atOnce: 1 } } },
      names: () => ['Half of a pair \ud83d'],
    });
    here.server.play(() => ({ body: { items: priceRows(3) } }));
    here.collector.start();
    await here.ran(2);
    await here.next();

    expect(here.sink.runs.map(({ source, outcome }) => `${source} ${outcome}`).sort()).toEqual([
      'offers retry',
      'prices read',
      'prices unchanged',
    ]);
  });

  it('replaces the offers of the item, and says when the page was cut', async () => {
    here = await collecting({ sources: [itemOffers({ pageRows: 3 })], connector: oneASecond, names, worth });
    here.server.play((request) => ({
      body: { items: offerRows(nameOf(request), nameOf(request) === 'Dear' ? [1, 2, 3] : [1]) },
    }));
    here.collector.start();
    await here.ran(1);
    await namesRequestedAfter(2);

    expect(here.sink.itemSweeps).toMatchObject([
      { marketplaceId: 3, game: 'CS2', kinds: ['offer'], name: 'Dear', isCut: true, records: 3 },
      { marketplaceId: 3, game: 'CS2', kinds: ['offer'], name: 'Middling', isCut: false, records: 1 },
    ]);
    expect(here.sink.itemSweeps[0]?.seenBefore).toBe(here.sink.runs[0]?.startedAt);
  });

  it('requests a marked answer only if it has changed, and confirms what it held', async () => {
    here = await collecting({ sources: [itemOffers()], names: () => ['Dear'], worth });
    here.server.play((request) =>
      request.headers['if-none-match'] === '"1"' ? { status: 304 } : { ...offers(request), headers: { etag: '"1"' } },
    );
    here.collector.start();
    await here.ran(1);
    while (here.sink.runs.length < 3) await here.next();

    expect(here.sink.runs.map(({ outcome }) => outcome)).toEqual(['read', 'unchanged', 'unchanged']);
    const [first, second] = here.sink.confirmed;
    expect(first).toMatchObject({ kinds: ['offer'], name: 'Dear', source: 'offers', marketplaceId: 3 });
    expect(first?.changedUntil).toBe(second?.changedUntil);
    expect(first?.at).toBeGreaterThan(first?.changedUntil ?? Number.POSITIVE_INFINITY);
    expect(here.collector.health()[0]?.state).toBe('live');
  });

  it('requests it whole after an hour, and after one that was not read', async () => {
    const statuses = [200, 304, 500, 200];
    here = await collecting({ sources: [itemOffers()], names: () => ['Dear'], worth });
    here.server.play((request) => {
      const status = statuses.shift() ?? 304;
      return status === 200 ? { ...offers(request), headers: { etag: '"1"' } } : { status };
    });
    here.collector.start();
    await here.ran(1);
    while (here.sink.runs.length < 4) await here.next();
    const conditions = () => here.server.requests.map(({ headers }) => headers['if-none-match'] ?? null);
    expect(conditions()).toEqual([null, '"1"', '"1"', null]);

    const markedAt = here.clock.now();
    while (
      conditions()
        .slice(4)
        .every((condition) => condition !== null)
    )
      await here.next();
    expect(here.clock.now() - markedAt).toBeGreaterThanOrEqual(3_600_000);
    expect(here.clock.now() - markedAt).toBeLessThan(3_600_000 + 2 * itemOffers().everySeconds * 1000);
  });

  it('requests it whole when the item has changed since by other sources', async () => {
    let revision = 1;
    const knownAt = () => ({ lowest: null, isOffered: true, isWanted: false, revision });
    here = await collecting({ sources: [itemOffers()], names: () => ['Dear'], worth, knownAt });
    here.server.play((request) =>
      request.headers['if-none-match'] === '"1"' ? { status: 304 } : { ...offers(request), headers: { etag: '"1"' } },
    );
    here.collector.start();
    await here.ran(1);
    while (here.sink.runs.length < 2) await here.next();
    revision = 2;
    while (here.sink.runs.length < 4) await here.next();

    expect(here.sink.runs.map(({ outcome }) => outcome)).toEqual(['read', 'unchanged', 'read', 'unchanged']);
  });

  it('requests it whole when the item changed while an answer was on its way', async () => {
    let revision = 1;
    const changesDuring = new Set([1, 4]);
    const knownAt = () => ({ lowest: null, isOffered: true, isWanted: false, revision });
    here = await collecting({ sources: [itemOffers()], names: () => ['Dear'], worth, knownAt });
    here.server.play((request) => {
      if (changesDuring.has(here.server.requests.length)) revision += 1;
      return request.headers['if-none-match'] === '"1"'
        ? { status: 304 }
        : { ...offers(request), headers: { etag: '"1"' } };
    });
    here.collector.start();
    await here.ran(1);
    while (here.sink.runs.length < 6) await here.next();

    const outcomes = here.sink.runs.map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['read', 'read', 'unchanged', 'unchanged', 'read', 'unchanged']);
  });

  it('keeps no mark of a page that was cut', async () => {
    here = await collecting({ sources: [itemOffers({ pageRows: 2 })], names: () => ['Dear'], worth });
    here.server.play((request) => ({ ...offers(request), headers: { etag: '"1"' } }));
    here.collector.start();
    await here.ran(1);
    while (here.sink.runs.length < 2) await here.next();

    expect(here.server.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined]);
  });

  it.each([
    ['a failure', { status: 500 }],
    ['a changed format', { body: { results: [] } }],
    ['an item that is not known there', { status: 404 }],
  ])('removes nothing after %s', async (_, reply) => {
    here = await collecting({ sources: [itemOffers()], connector: oneASecond, names, worth });
    here.server.play(() => reply);
    here.collector.start();
    await here.ran(1);

    expect(here.sink.itemSweeps).toEqual([]);
  });

  it('continues at its pace when the marketplace does not know an item, and skips that item for hours', async () => {
    here = await collecting({ sources: [itemOffers()], connector: oneASecond, names, worth });
    here.server.play((request) => (nameOf(request) === 'Dear' ? { status: 404 } : offers(request)));
    here.collector.start();
    await here.ran(1);
    await namesRequestedAfter(7);

    expect(namesRequested()).toEqual(['Dear', 'Middling', 'Cheap', 'Stale', 'Middling', 'Cheap', 'Stale']);
    expect(here.collector.health()[0]?.state).toBe('live');
  });

  it('requests an item again whose request was not served, three times at most', async () => {
    here = await collecting({ sources: [itemOffers()], connector: oneASecond, names, worth });
    here.server.play((request) => (nameOf(request) === 'Dear' ? { status: 500 } : offers(request)));
    here.collector.start();
    await here.ran(1);

    expect(await namesRequestedAfter(4)).toEqual(['Dear', 'Dear', 'Dear', 'Middling']);
  });

  it('dates a cached answer by its age, and loses nothing that it contains', async () => {
    here = await collecting({ sources: [itemOffers()], names: () => ['Dear'], worth });
    here.server.play((request) => ({ ...offers(request), headers: { age: '90' } }));
    here.collector.start();
    const run = await here.ran(1);
    const madeAt = run.startedAt - 90_000;

    expect(here.sink.stamps).toEqual([
      { marketplaceId: 3, source: 'offers', at: run.startedAt, asOf: madeAt, earliest: madeAt },
    ]);
    expect(here.sink.itemSweeps).toMatchObject([{ name: 'Dear', seenBefore: madeAt, at: run.startedAt }]);
  });

  it('skips items that cannot be requested', async () => {
    const source = itemOffers({
      request: ({ item, marketplaceItemId }) =>
        marketplaceItemId === null ? null : { url: `https://tiny.test/${marketplaceItemId}`, query: { name: item } },
    });
    const marketplaceItemId = (_: number, __: unknown, name: string) => (name === 'Cheap' ? '77' : null);
    here = await collecting({ sources: [source], connector: oneASecond, names, worth, marketplaceItemId });
    here.server.play(offers);
    here.collector.start();
    await here.ran(1);

    expect(here.server.requests.map(({ url }) => url)).toEqual(['/tiny.test/77?name=Cheap']);
    expect(here.collector.health()[0]?.detail).toBeNull();
  });

  it('says why nothing was ever requested where no item can be', async () => {
    here = await collecting({ sources: [itemOffers({ request: () => null })], connector: oneASecond, names, worth });
    here.collector.start();
    await here.clock.advance(3_000);

    const [health] = here.collector.health();
    expect([health?.state, health?.requests]).toEqual(['starting', 0]);
    expect(health?.detail).toContain('none of the known items can be requested');
    expect(health?.detail).toContain('collect.itemIds');
  });

  describe('that somebody waits for', () => {
    const begin = async (reply: Parameters<typeof here.server.play>[0] = offers) => {
      here = await collecting({ sources: [itemOffers()], connector: oneASecond, names, worth });
      here.server.play(reply);
      here.collector.start();
      await here.ran(1);
    };
    /** Whether the wait has ended, as a word. */
    const waitFor = (name: string, milliseconds: number) => {
      const waiting = { isOver: false };
      here.collector.itemRequested('CS2', name, null);
      const over = here.collector.offersLookedUp(3, 'CS2', name, milliseconds).then(() => {
        waiting.isOver = true;
      });
      return { waiting, over };
    };

    it('end the waiting once their offers are taken', async () => {
      await begin();
      const { waiting, over } = waitFor('Stale', 60_000);
      expect(waiting.isOver).toBe(false);

      await here.next();
      await over;

      expect(namesRequested()).toEqual(['Dear', 'Stale']);
      expect(here.sink.itemSweeps.at(-1)?.name).toBe('Stale');
    });

    it('are looked up again early where nothing is listed of them any more', async () => {
      const many = Array.from({ length: 100 }, (_, index) => `Case ${index}`);
      here = await collecting({
        sources: [itemOffers({ everySeconds: 300 })],
        connector: oneASecond,
        names: () => many,
        worth: () => 1,
      });
      here.server.play(offers);
      here.collector.start();
      await here.ran(1);
      const [first = ''] = namesRequested();
      await namesRequestedAfter(32);
      const { over } = waitFor(first, 60_000);
      await namesRequestedAfter(34);
      await over;

      expect(namesRequested().slice(32)).toContain(first);
    });

    it('are looked up at once where there was nothing else to request', async () => {
      here = await collecting({ sources: [itemOffers({ everySeconds: 3_600 })], connector: oneASecond, names, worth });
      here.server.play(offers);
      here.collector.start();
      await here.ran(1);
      await namesRequestedAfter(4);
      await here.clock.advance(400_000);
      const { over } = waitFor('Dear', 60_000);
      // The next pass through the names is minutes later
      await here.clock.advance(1_000);
      await here.ran(5);
      await over;

      expect(namesRequested().slice(4)).toEqual(['Dear']);
    });

    it('are waited for no longer than requested, and not at all where the budget allows nothing in that time', async () => {
      await begin((request) => (nameOf(request) === 'Dear' ? offers(request) : { write: () => {} }));
      await waitFor('Stale', 10).over;

      const { waiting, over } = waitFor('Stale', 5_000);
      await here.clock.advance(4_999);
      expect(waiting.isOver).toBe(false);
      await here.clock.advance(1);
      await over;
    });

    it('are not waited for where the item was looked up recently, no source looks it up, or the marketplace refuses', async () => {
      await begin();
      await waitFor('Dear', 60_000).over;
      here.server.play(() => ({ status: 403 }));
      await here.next();
      expect(here.collector.health()[0]?.state).toBe('blocked');
      await waitFor('Stale', 60_000).over;
      await here.collector.offersLookedUp(5, 'CS2', 'Stale', 60_000);
      await here.collector.offersLookedUp(3, 'Rust', 'Stale', 60_000);

      expect(namesRequested()).toEqual(['Dear', expect.any(String)]);
    });
  });
});
