import { afterEach, describe, expect, it } from 'vitest';
import { type Collecting, collecting } from '../../../test/support/collect/collecting.ts';
import { itemOffers, offerRows } from '../../../test/support/collect/tiny-sources.ts';
import type { AskedItem } from '../../contract/connector.ts';
import { memberOf } from '../../contract/rows.ts';

let here: Collecting;
afterEach(() => here.stop());

const listed = itemOffers({
  itemIds: {
    everySeconds: 86_400,
    request: () => ({ url: 'https://tiny.test/ids' }),
    idsIn: (payload) => Object.entries(memberOf(payload, 'ids') as Record<string, string>),
  },
  request: ({ marketplaceItemId }: AskedItem) =>
    marketplaceItemId === null ? null : { url: `https://tiny.test/items/${marketplaceItemId}` },
});

const paths = () =>
  here.server.requests.map(({ url }) => new URL(url, 'https://x').pathname.replace(/^\/[^/]*test/, ''));

async function pathsAfter(count: number): Promise<string[]> {
  while (here.sink.runs.length < count) await here.next();
  return paths();
}

const serveIds = (ids: Readonly<Record<string, string>>) => () =>
  here.server.play(({ url }) => ({ body: url.endsWith('/ids') ? { ids } : { items: offerRows('Dear', [1]) } }));

describe('a list of item ids', () => {
  it('is read before the first item, and again after its interval', async () => {
    here = await collecting({ sources: [listed], names: () => ['Dear', 'Nowhere'] });
    serveIds({ Dear: '7' })();
    here.collector.start();
    await here.ran(1);

    expect((await pathsAfter(2)).map((path) => path.split('/').at(-1))).toEqual(['ids', '7']);
    await here.clock.advance(86_400_000);
    expect(paths().filter((path) => path.endsWith('/ids')).length).toBeGreaterThanOrEqual(2);
    expect(here.sink.itemSweeps.every(({ name }) => name === 'Dear')).toBe(true);
  });

  it.each([
    ['names no item', { ids: {} }, 'it names no item'],
    ['has another form', { names: [] }, 'cannot be read'],
  ])('that %s is said to have changed, and no item is requested', async (_, body, words) => {
    here = await collecting({ sources: [listed], names: () => ['Dear'] });
    here.server.play(() => ({ body }));
    here.collector.start();
    await here.ran(1);

    expect(here.collector.health()[0]).toMatchObject({ state: 'changed', detail: expect.stringContaining(words) });
    expect(paths().every((path) => path.endsWith('/ids'))).toBe(true);
  });

  it('is also read for a single request', async () => {
    here = await collecting({ sources: [listed], names: () => ['Dear'] });
    serveIds({ Dear: '7' })();

    expect(await here.collector.runOnce('skinport', 'offers', 'CS2')).toMatchObject({ outcome: 'read', rows: 1 });
  });
});
