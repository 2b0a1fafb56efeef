import Type from 'typebox';
import { afterEach, describe, expect, it } from 'vitest';
import { createBookSink } from '../../../test/support/collect/book-sink.ts';
import { type Collecting, collecting } from '../../../test/support/collect/collecting.ts';
import { itemOffers, priceList, priceRows } from '../../../test/support/collect/tiny-sources.ts';
import type { SeenRequest } from '../../../test/support/servers/scripted-server.ts';
import type { Source } from '../../contract/connector.ts';
import { money } from '../../contract/money.ts';

const marketplaceId = 3;
const hour = 3_600_000;

let here: Collecting;
afterEach(() => here.stop());

async function begin(source: Source, names: readonly string[] = []) {
  const { sink, book, asked } = createBookSink(() => here.clock.now());
  here = await collecting({ sources: [source], sink, names: () => names, knownAt: asked.knownAt });
  return (name: string) => book.known(marketplaceId, 'CS2', name)?.lowest?.amount ?? null;
}
const shown = () => {
  const [health] = here.collector.health();
  return { state: health?.state, detail: health?.detail };
};
async function readings(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) await here.next();
}

describe('prices of a list that are all a hundred times as high', () => {
  const times = (factor: number) => ({
    body: { items: priceRows(60).map((row) => ({ ...row, cents: row.cents * factor })) },
  });

  it.each([
    ['a list whose rows can be known', priceList()],
    ['a list whose rows are all read', priceList({ decode: (text) => JSON.parse(text) })],
  ])('are not used, and named; those that are right again are (%s)', async (_, source) => {
    const priceOf = await begin(source);
    here.server.play(() => times(1));
    here.collector.start();
    await here.ran(1);
    await here.next();
    const before = priceOf('Case 5');
    const swept = here.sink.sweeps.length;
    here.server.play(() => times(100));
    await readings(4);
    const during = { ...shown(), price: priceOf('Case 5'), newSweeps: here.sink.sweeps.length - swept };
    here.server.play(() => times(1));
    await readings(2);

    expect(before).toBe(1040);
    expect(during).toMatchObject({ state: 'changed', price: before, newSweeps: 0 });
    expect(during.detail).toContain('about 100 times what they were');
    expect(shown()).toEqual({ state: 'live', detail: null });
  });

  it('are believed after a day', async () => {
    const priceOf = await begin(priceList({ everySeconds: 3600 }));
    here.server.play(() => times(1));
    here.collector.start();
    await here.ran(1);
    here.server.play(() => times(100));
    const changedAt = here.clock.now();
    while (priceOf('Case 5') === 1040) await here.next();

    expect(here.clock.now() - changedAt).toBeGreaterThan(24 * hour);
    expect(here.clock.now() - changedAt).toBeLessThan(28 * hour);
    expect(shown().state).toBe('live');
  });

  it('are noticed of items that are looked up one by one, too', async () => {
    const nameOf = ({ url }: SeenRequest): string => new URL(url, 'https://x').searchParams.get('name') ?? '';
    const names = Array.from({ length: 60 }, (_, index) => `Case ${index}`);
    let factor = 1;
    const priceOf = await begin(itemOffers({ everySeconds: 60 }), names);
    here.server.play((request) => ({
      body: { items: [{ id: nameOf(request), name: nameOf(request), cents: 100 * factor }] },
    }));
    here.collector.start();
    await here.ran(1);
    while (names.some((name) => priceOf(name) === null)) await here.next();
    factor = 1000;
    await readings(40);
    const during = { ...shown(), wrong: names.filter((name) => priceOf(name) !== 1000).length };
    factor = 1;
    await readings(200);

    expect(during).toMatchObject({ state: 'changed', detail: expect.stringContaining('about 1000 times') });
    expect(during.wrong).toBeLessThan(10);
    expect(names.filter((name) => priceOf(name) !== 1000)).toEqual([]);
    expect(shown().state).toBe('live');
  });
});

describe('single prices', () => {
  it('can be a hundred times as high without being doubted', async () => {
    const priceOf = await begin(priceList());
    here.server.play((_, index) => ({
      body: {
        items: priceRows(60).map((row, at) => ({ ...row, cents: row.cents * (index > 0 && at < 20 ? 100 : 1) })),
      },
    }));
    here.collector.start();
    await here.ran(1);
    await here.next();

    expect(priceOf('Case 5')).toBe(104_000);
    expect(shown().state).toBe('live');
  });
});

describe('the rows of a list', () => {
  const Row = Type.Object({
    name: Type.String(),
    cents: Type.Integer(),
    currency: Type.Union([Type.Literal('USD'), Type.Literal('EUR')]),
    link: Type.Optional(Type.String()),
    stock: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
  });
  const list = () => ({
    ...priceList(),
    row: Row,
    parse: (row: Type.Static<typeof Row>, { game }: { game: 'CS2' | 'Dota2' | 'Rust' | 'TF2' }) => ({
      ...{ kind: 'quote' as const, game, name: row.name, phase: null, lowest: money(row.cents, row.currency, 100) },
      ...{ offerCount: 1, purchaseLink: row.link ?? null, marketplaceItemId: null, thumbnail: null },
    }),
  });
  type Changed = Partial<Record<'currency' | 'link' | 'stock' | 'fresh', unknown>>;
  const rows = (reading: number, changed: Changed = {}) => ({
    body: {
      items: priceRows(60).map((row, at) => ({
        ...{ ...row, cents: row.cents + reading, currency: 'USD', link: 'https://x.test', stock: 3 },
        ...(at % 3 === 0 && { rare: 1 }),
        ...changed,
      })),
    },
  });

  async function changedTo(changed: Changed) {
    await begin(list());
    let reading = 0;
    here.server.play(() => {
      reading += 1;
      return rows(reading, reading > 15 ? changed : {});
    });
    here.collector.start();
    await here.ran(1);
    const before = new Set<string | undefined>();
    while (here.sink.runs.length < 15) {
      await here.next();
      before.add(shown().state);
    }
    await readings(3);
    expect([...before]).toEqual(['live']);
    return shown();
  }

  it('are named when their prices are in another currency', async () => {
    const { state, detail } = await changedTo({ currency: 'EUR' });
    expect(state).toBe('changed');
    expect(detail).toContain('its prices are in EUR, and were in USD');
  });

  it('are named when an optional field that all had is gone, or renamed', async () => {
    const { state, detail } = await changedTo({ link: undefined, fresh: 'https://x.test' });
    expect(state).toBe('changed');
    expect(detail).toContain('"link" is gone, which all rows had');
  });

  it('are named when a field is of another type', async () => {
    const { state, detail } = await changedTo({ stock: 'plenty' });
    expect(state).toBe('changed');
    expect(detail).toContain('"stock" is a text, which was a number');
  });

  it('are not named when there is a new field', async () => {
    expect(await changedTo({ fresh: 'new' })).toEqual({ state: 'live', detail: null });
  });

  it('are those of a live source again when they are what they were', async () => {
    await changedTo({ currency: 'EUR' });
    here.server.play((_, index) => rows(index));
    await readings(3);

    expect(shown().state).toBe('live');
  });
});
