import { afterEach, describe, expect, it } from 'vitest';
import { type Collecting, collecting, createRecordingSink } from '../../../test/support/collect/collecting.ts';
import { offerPages, offerRows } from '../../../test/support/collect/tiny-sources.ts';
import { unpublished } from '../../../test/support/collect/unpublished.ts';
import type { SeenRequest } from '../../../test/support/servers/scripted-server.ts';
import { Book } from '../../book/book.ts';
import { ExchangeRates } from '../../normalise/exchange-rates.ts';
import { createIntake } from '../../service/sources/intake.ts';

let here: Collecting;
afterEach(() => here.stop());

const cursorOf = ({ url }: SeenRequest): number => Number(new URL(url, 'https://x').searchParams.get('cursor'));

/** Serves the ids, newest first, three to a page. */
const pagesOf = (ids: () => readonly number[]) => (request: SeenRequest) => {
  const from = cursorOf(request);
  const next = from + 3 < ids().length ? String(from + 3) : null;
  return { body: { items: offerRows('Case', ids().slice(from, from + 3)), next } };
};

const publisher = unpublished();

const cursors = () => here.server.requests.map(cursorOf);

describe('pages, newest first', () => {
  it('are read until the last record of a page was seen before', async () => {
    let ids = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
    here = await collecting({ sources: [offerPages()] });
    here.server.play(pagesOf(() => ids));
    here.collector.start();
    await here.ran(1);
    const all = cursors();
    ids = [14, 13, 12, 11, ...ids];
    const second = await here.next();

    expect(all).toEqual([0, 3, 6, 9]);
    expect(cursors().slice(4)).toEqual([0, 3]);
    expect(second).toMatchObject({ outcome: 'read', rows: 6 });
  });

  it('remove nothing that they omit', async () => {
    here = await collecting({ sources: [offerPages()] });
    here.server.play(pagesOf(() => [3, 2, 1]));
    here.collector.start();
    await here.ran(1);

    expect(here.sink.records).toHaveLength(3);
    expect(here.sink.sweeps).toEqual([]);
  });

  it('are read at most as many as the source says', async () => {
    here = await collecting({ sources: [offerPages({ pages: 2 })] });
    here.server.play(pagesOf(() => [9, 8, 7, 6, 5, 4, 3, 2, 1]));
    here.collector.start();
    await here.ran(1);

    expect(cursors()).toEqual([0, 3]);
  });

  it('end when a cursor points to its own page', async () => {
    here = await collecting({ sources: [offerPages({ cursorAt: () => 'again' })] });
    here.server.play(() => ({ body: { items: offerRows('Case', [1]) } }));
    here.collector.start();
    await here.ran(1);

    expect(here.server.requests).toHaveLength(2);
  });
});

describe('all pages', () => {
  it('cover everything once the end is reached', async () => {
    here = await collecting({ sources: [offerPages({ covers: 'all' })] });
    here.server.play(pagesOf(() => [5, 4, 3, 2, 1]));
    here.collector.start();
    const run = await here.ran(1);
    await here.next();

    expect(run).toMatchObject({ outcome: 'read', rows: 5 });
    expect(cursors()).toEqual([0, 3, 0, 3]);
    expect(here.sink.sweeps).toMatchObject([
      { kinds: ['offer'], seenBefore: 0, asOf: run.startedAt },
      { kinds: ['offer'], seenBefore: run.startedAt },
    ]);
  });

  it('remove nothing when they were cut off at the limit of the source', async () => {
    here = await collecting({ sources: [offerPages({ covers: 'all', pages: 1 })] });
    here.server.play(pagesOf(() => [5, 4, 3, 2, 1]));
    here.collector.start();
    await here.ran(1);

    expect(here.sink.sweeps).toEqual([]);
  });

  it('remove nothing when the marketplace ignores which page is requested, and are not requested to the limit', async () => {
    here = await collecting({
      sources: [offerPages({ covers: 'all', cursorAt: (_, cursor) => `${Number(cursor) + 3}` })],
    });
    here.server.play(() => ({ body: { items: offerRows('Case', [5, 4, 3]) } }));
    here.collector.start();
    const run = await here.ran(1);
    const again = await here.next();

    expect([run.outcome, again.outcome]).toEqual(['changed', 'changed']);
    expect(run.detail).toContain('page 2 has the rows of page 1 again');
    expect(here.server.requests).toHaveLength(4);
    expect(here.sink.records).toHaveLength(12);
    expect(here.sink.sweeps).toEqual([]);
  });

  it('remove nothing when a page names itself as the next one', async () => {
    here = await collecting({ sources: [offerPages({ covers: 'all', cursorAt: () => '3' })] });
    here.server.play((_, index) => ({ body: { items: offerRows('Case', [9 - index]) } }));
    here.collector.start();
    const run = await here.ran(1);

    expect(run.outcome).toBe('changed');
    expect(run.detail).toContain('page 2 names itself as the next one');
    expect(here.sink.sweeps).toEqual([]);
  });

  it('resume after a failure at the page that failed', async () => {
    here = await collecting({ sources: [offerPages({ covers: 'all' })] });
    const pages = pagesOf(() => [5, 4, 3, 2, 1]);
    here.server.play((request, index) => (index === 1 ? { status: 502 } : pages(request)));
    here.collector.start();
    const first = await here.ran(1);
    const second = await here.next();

    expect(first.outcome).toBe('retry');
    expect(second).toMatchObject({ outcome: 'read', rows: 5 });
    expect(cursors()).toEqual([0, 3, 3]);
    expect(here.sink.sweeps[0]?.asOf).toBe(first.startedAt);
  });

  it('remove what is missing at once where there is only one', async () => {
    here = await collecting({ sources: [offerPages({ covers: 'all' })] });
    here.server.play(pagesOf(() => [2, 1]));
    here.collector.start();
    const run = await here.ran(1);

    expect(here.sink.sweeps).toMatchObject([{ seenBefore: run.startedAt }]);
  });

  it('remove what was sold between pages, and nothing that is still on sale', async () => {
    const stock = new Book();
    const rates = new ExchangeRates({ now: Date.now });
    const writer = { pushUnlessFull: () => {} };
    const sink = createRecordingSink();
    const intake = createIntake({ book: stock, rates, writer, publisher });
    here = await collecting({
      sources: [offerPages({ covers: 'all', pages: 50 })],
      sink: { ...sink, ...intake, ran: sink.ran },
    });
    let onSale = Array.from({ length: 30 }, (_, index) => index + 1);
    let sells = (_: number) => false;
    here.server.play((request, index) => {
      const answer = pagesOf(() => onSale)(request);
      // The first item is sold once its page has been read
      if (sells(index)) onSale = onSale.slice(1);
      return answer;
    });
    const held = () =>
      stock
        .offers(3, 'CS2', 'Case')
        .map(({ offerId }) => Number(offerId))
        .sort((a, b) => a - b);
    here.collector.start();
    await here.ran(1);
    sells = (index) => index % 4 === 1;
    const missing: number[] = [];
    for (let pass = 0; pass < 6; pass += 1) {
      await here.next();
      missing.push(...onSale.filter((id) => !held().includes(id)));
    }
    sells = () => false;
    const sold = held().filter((id) => !onSale.includes(id));
    await here.next();
    await here.next();

    expect(missing).toEqual([]);
    expect(sold.length).toBeGreaterThan(0);
    expect(held()).toEqual(onSale);
  });

  it('from a cache describe the time at which they were generated', async () => {
    const stock = new Book();
    const rates = new ExchangeRates({ now: Date.now });
    const writer = { pushUnlessFull: () => {} };
    const sink = createRecordingSink();
    const intake = createIntake({ book: stock, rates, writer, publisher });
    here = await collecting({
      sources: [offerPages({ covers: 'all' })],
      sink: { ...sink, ...intake, ran: sink.ran },
    });
    let ids = [5, 4, 3, 2, 1];
    here.server.play((request) => ({ ...pagesOf(() => ids)(request), headers: { age: '600' } }));
    const seen = () => stock.offers(3, 'CS2', 'Case').map(({ offerId, seenAt }) => [Number(offerId), seenAt]);
    here.collector.start();
    await here.ran(1);
    await here.next();
    const third = await here.next();
    const madeAt = third.startedAt - 600_000;
    const before = seen();
    ids = [5, 4];
    await here.next();
    await here.next();

    expect(before).toEqual([1, 2, 3, 4, 5].map((id) => [id, madeAt]));
    expect(seen().map(([id]) => id)).toEqual([4, 5]);
  });

  it('remove nothing after a pass that was cut short', async () => {
    here = await collecting({ sources: [offerPages({ covers: 'all' })] });
    const pages = pagesOf(() => [5, 4, 3, 2, 1]);
    here.server.play((request, index) => (index === 2 ? { body: { items: [{ id: 1 }], next: '3' } } : pages(request)));
    here.collector.start();
    const first = await here.ran(1);
    const doubted = await here.next();
    await here.next();

    expect(doubted.outcome).toBe('changed');
    expect(here.sink.sweeps.map(({ seenBefore }) => seenBefore)).toEqual([0, first.startedAt]);
  });

  it('remove nothing when one of them was not understood', async () => {
    here = await collecting({ sources: [offerPages({ covers: 'all' })] });
    const pages = pagesOf(() => [5, 4, 3, 2, 1]);
    here.server.play((request, index) => (index === 0 ? { body: { items: [{ id: 1 }], next: '3' } } : pages(request)));
    here.collector.start();

    expect(await here.ran(1)).toMatchObject({ outcome: 'changed', rows: 3, rejected: 1 });
    expect(here.sink.sweeps).toEqual([]);
  });
});
