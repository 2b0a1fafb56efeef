import Type from 'typebox';
import { afterEach, describe, expect, it } from 'vitest';
import { type Collecting, collecting } from '../../../test/support/collect/collecting.ts';
import { itemOffers, offerRows } from '../../../test/support/collect/tiny-sources.ts';
import type { SeenRequest } from '../../../test/support/servers/scripted-server.ts';
import { lookup } from '../../contract/connector.ts';
import { statedItem } from '../../contract/item-attributes.ts';
import { type ItemAttributes, noAttributes } from '../../schema/index.ts';

let here: Collecting;
afterEach(() => here.stop());

const month = 30 * 86_400;
const nameOf = ({ url }: SeenRequest): string => new URL(url, 'https://x').searchParams.get('name') ?? '';
const namesRequested = () => here.server.requests.map(nameOf);

const details = lookup({
  name: 'details',
  yields: ['item'],
  evidence: 'documented',
  permission: 'documented',
  budget: 'all',
  everySeconds: month,
  request: ({ item }) => ({ url: 'https://tiny.test/details', query: { name: item } }),
  replaces: [],
  rowsAt: 'items',
  row: Type.Object({ name: Type.String(), rarity: Type.String() }),
  parse: ({ name, rarity }, { game }) => statedItem(game, name, { rarity }),
});

const names = Array.from({ length: 120 }, (_, at) => `Item ${at}`);
const connector = { games: ['Dota2'], budgets: { all: { requests: 1, perSeconds: 1, scope: 'ip' } } } as const;
const offered = () => ({ lowest: { amount: 1_000, currency: 'USD' as const }, isOffered: true, isWanted: true });
const telling = (rarity: string) => (request: SeenRequest) => ({
  body: { items: [{ name: nameOf(request), rarity }] },
});

async function until(count: number): Promise<void> {
  while (here.sink.runs.length < count) await here.next();
}

describe('looking up what is true of items themselves', () => {
  it('says nothing of what is on sale: nothing is swept, confirmed or doubted', async () => {
    here = await collecting({ sources: [details], connector, names: () => names, knownAt: offered });
    here.server.play(telling('Mythical'));
    here.collector.start();
    await until(names.length);

    expect(here.sink.records).toHaveLength(names.length);
    expect([here.sink.sweeps, here.sink.itemSweeps, here.sink.confirmed]).toEqual([[], [], []]);
    expect(here.sink.runs.every(({ outcome }) => outcome === 'read')).toBe(true);
    expect(here.collector.health()).toMatchObject([{ state: 'live', detail: null }]);
  });

  it('asks of each item once in its interval, and of none about which nothing is left to tell', async () => {
    const all: ItemAttributes = { ...noAttributes, kind: 'wearable', slot: 'weapon' };
    const known = new Map<string, ItemAttributes>([
      ['Known', { ...all, rarity: 'Rare', hero: 'Axe' }],
      ['Half known', { ...noAttributes, rarity: 'Rare' }],
    ]);
    here = await collecting({
      sources: [details],
      connector,
      names: () => ['Known', 'Half known', 'Unknown'],
      itemAttributes: (_, name) => known.get(name) ?? noAttributes,
    });
    here.server.play(telling('Rare'));
    here.collector.start();
    here.collector.itemRequested('Dota2', 'Known', null);
    await until(2);
    await here.clock.advance(month * 500);
    expect(namesRequested().toSorted()).toEqual(['Half known', 'Unknown']);

    known.set('Unknown', { ...all, rarity: 'Rare', hero: 'Lina' });
    await here.clock.advance(month * 600);
    await until(3);
    expect(namesRequested().slice(2)).toEqual(['Half known']);
  });

  it('doubts a call that tells nothing of any item', async () => {
    here = await collecting({ sources: [details], connector, names: () => names, knownAt: offered });
    here.server.play(telling(''));
    here.collector.start();
    await until(100);

    expect(here.sink.records).toEqual([]);
    expect(here.sink.runs.at(-1)).toMatchObject({ outcome: 'changed', detail: expect.stringContaining('nothing for') });
  });

  it('shows nothing of the list of offers that comes with it', async () => {
    // The item itself is described above an empty list
    const described = itemOffers({
      yields: ['offer', 'item'],
      parse: ({ name }, { game }) => statedItem(game, name, { rarity: 'Rare' }),
    });
    here = await collecting({ sources: [described], connector, names: () => names, knownAt: offered });
    here.server.play((request) => ({ body: { items: offerRows(nameOf(request), [0]) } }));
    here.collector.start();
    await until(100);

    expect(new Set(here.sink.records.map(({ kind }) => kind))).toEqual(new Set(['item']));
    expect(here.sink.itemSweeps).toEqual([]);
    expect(here.sink.runs.at(-1)).toMatchObject({
      outcome: 'shrunk',
      detail: expect.stringContaining('neither offers'),
    });
  });
});
