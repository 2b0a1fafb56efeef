import { afterEach, describe, expect, it } from 'vitest';
import { type Collecting, collecting, createRecordingSink } from '../../../test/support/collect/collecting.ts';
import { offerPages, offerRows, priceList, priceRows } from '../../../test/support/collect/tiny-sources.ts';
import { unpublished } from '../../../test/support/collect/unpublished.ts';
import { Book } from '../../book/book.ts';
import type { Bulk, Walk } from '../../contract/connector.ts';
import { moneyOrNone } from '../../contract/money.ts';
import { ExchangeRates } from '../../normalise/exchange-rates.ts';
import type { Change, Quote } from '../../schema/index.ts';
import { createIntake } from '../../service/sources/intake.ts';
import { HeldQuotes } from './held-quotes.ts';

let here: Collecting;
afterEach(() => here?.stop());

type Row = ReturnType<typeof priceRows>[number];

const down = (rows: readonly Row[]): Row[] => rows.map((row) => ({ ...row, cents: 0 }));

/** A marketplace whose lists go through the real book; `play` sets the rows of its answers. */
async function openBook(source: Bulk<Row>, isRemote = false) {
  const book = new Book();
  const published: Change[] = [];
  const sink = createRecordingSink();
  const publisher = unpublished((changes) => void published.push(...changes));
  const rates = new ExchangeRates({ now: () => here.clock.now() });
  const intake = createIntake({ book, rates, publisher, writer: { pushUnlessFull: () => {} } });
  const { seeAgain, ...remote } = intake;
  here = await collecting({ sources: [source], sink: { ...sink, ...(isRemote ? remote : intake), ran: sink.ran } });
  const priced = () => [...book.names('CS2')].filter((name) => book.quotes(3, 'CS2', name)[0]?.lowest).length;
  const play = (rows: readonly Row[]) => here.server.play(() => ({ body: { items: rows } }));
  return { book, published, priced, play };
}

const outcomeOf = async (run: Promise<{ outcome: string }>): Promise<string> => (await run).outcome;

describe.each([
  ['whose rows can be known', {}, false],
  ['read by a node of a cluster', {}, true],
  ['whose rows are all read', { rowsAt: (payload: unknown) => (payload as { items: Row[] }).items }, false],
])('a price list %s', (_, changes, isRemote) => {
  it('keeps its prices while the marketplace lists everything without one, until the third such list', async () => {
    const { published, priced, play } = await openBook(priceList(changes), isRemote);
    play(priceRows(300));
    here.collector.start();
    await here.ran(1);
    published.length = 0;
    play(down(priceRows(300)));
    const doubtful = [await here.next(), await here.next()];
    const stored = priced();

    expect(doubtful.map(({ outcome, detail }) => `${outcome}: ${detail}`)).toEqual(
      Array.from({ length: 2 }, () =>
        expect.stringContaining('shrunk: no price in any of 300 rows; nothing is removed'),
      ),
    );
    expect([stored, published.length]).toEqual([300, 0]);
    expect(await outcomeOf(here.next())).toBe('read');
    expect(priced()).toBe(0);
    expect(await outcomeOf(here.next())).toMatch(/read|unchanged/);
  });

  it('loses the prices that it no longer has, wherever they are in the list, where most are still there', async () => {
    const { book, priced, play } = await openBook(priceList(changes), isRemote);
    play(priceRows(300));
    here.collector.start();
    await here.ran(1);
    play([...down(priceRows(100)), ...priceRows(200, 101)]);

    expect(await outcomeOf(here.next())).toBe('read');
    expect(priced()).toBe(200);
    expect(book.quotes(3, 'CS2', 'Case 1')).toMatchObject([{ lowest: null, offerCount: 1 }]);
  });

  it('counts the prices of rows that come again', async () => {
    const { priced, play } = await openBook(priceList(changes), isRemote);
    const rows = [...down(priceRows(200)), ...priceRows(100, 201)];
    play(rows);
    here.collector.start();
    await here.ran(1);
    play([...rows, ...priceRows(1, 301)]);
    const again = await outcomeOf(here.next());
    play([...down(rows.slice(0, 260)), ...priceRows(40, 261)]);
    const less = await here.next();

    expect(again).toBe('read');
    expect(less).toMatchObject({ outcome: 'shrunk', detail: expect.stringMatching(/^only 40 prices in 300 rows/) });
    expect(priced()).toBe(101);
  });

  it('gives a series the price of its later row, each time it is read', async () => {
    const { book, play } = await openBook(priceList(changes), isRemote);
    play(priceRows(10));
    here.collector.start();
    await here.ran(1);
    for (const cents of [1, 2, 3]) {
      play([...down(priceRows(1)), ...priceRows(8), { name: 'Case 10', cents }]);
      await here.next();

      expect(book.quotes(3, 'CS2', 'Case 1')).toMatchObject([{ lowest: { amount: 1000 } }]);
    }
  });

  it('is not believed after a start, whatever was read before, as long as it has no price at all', async () => {
    const { priced, play } = await openBook(priceList(changes), isRemote);
    play(down(priceRows(20)));
    here.collector.start();
    const outcomes = [await outcomeOf(here.ran(1)), await outcomeOf(here.next()), await outcomeOf(here.next())];

    expect(outcomes).toEqual(['shrunk', 'shrunk', 'read']);
    expect(priced()).toBe(0);
  });
});

it('holds what the parts of a list say until the last of them is read, over a failure too', async () => {
  const files = ['a', 'b'];
  const inParts = priceList({
    request: () => ({ url: 'https://tiny.test/index' }),
    parts: () => files.map((file) => ({ url: `https://tiny.test/${file}` })),
  });
  const { priced } = await openBook(inParts);
  let isDown = false;
  let failures = 0;
  here.server.play(({ url }) => {
    if (url.endsWith('/index')) return { body: { files, isDown } };
    if (url.endsWith('/a')) return { body: { items: isDown ? down(priceRows(50)) : priceRows(50) } };
    failures -= 1;
    return failures === 0 ? { status: 503 } : { body: { items: priceRows(50, 51) } };
  });
  here.collector.start();
  await here.ran(1);
  isDown = true;
  failures = 1;
  const [first, before] = [await outcomeOf(here.next()), priced()];
  const second = await outcomeOf(here.next());

  expect([first, before]).toEqual(['retry', 100]);
  expect([second, priced()]).toEqual(['read', 50]);
});

it('doubts pages of offers whose rows no longer give one', async () => {
  const { parse } = offerPages();
  const source = offerPages({ covers: 'all', parse: (row, about) => (row.cents === 0 ? null : parse(row, about)) });
  here = await collecting({ sources: [source] });
  const rows = offerRows('Case', [1, 2, 3]);
  here.server.play((_, index) => ({
    body: { items: index === 0 ? rows : rows.map((row) => ({ ...row, cents: 0 })), next: null },
  }));
  here.collector.start();
  await here.ran(1);
  const outcomes = [await outcomeOf(here.next()), await outcomeOf(here.next())];
  const sweeps = here.sink.sweeps.length;

  expect([...outcomes, await outcomeOf(here.next())]).toEqual(['shrunk', 'shrunk', 'read']);
  expect([sweeps, here.sink.sweeps.length]).toEqual([1, 2]);
});

it('doubts pages of prices that are cut at the limit of the source, too', async () => {
  const { parse, row } = priceList();
  const source: Walk<Row> = { ...offerPages({ covers: 'all', pages: 1 }), yields: ['quote'], row, parse };
  here = await collecting({ sources: [source] });
  let rows = priceRows(20);
  here.server.play(() => ({ body: { items: rows, next: 'more' } }));
  here.collector.start();
  await here.ran(1);
  rows = down(rows);
  const outcomes = [await outcomeOf(here.next()), await outcomeOf(here.next())];
  const before = here.sink.records.length;

  expect([...outcomes, await outcomeOf(here.next())]).toEqual(['shrunk', 'shrunk', 'read']);
  expect([before, here.sink.records.length, here.sink.sweeps.length]).toEqual([20, 40, 0]);
});

describe('quotes without a price', () => {
  const quoteOf = (index: number, cents = 0): Quote => ({
    ...{ kind: 'quote', game: 'CS2', name: `Case ${index}`, phase: null, lowest: moneyOrNone(cents, 'USD', 100) },
    ...{ offerCount: 0, purchaseLink: null, marketplaceItemId: null, thumbnail: null },
  });

  it('are held only as far as memory allows, and passed on in small batches', async () => {
    const batches: number[] = [];
    const take = async (records: readonly unknown[]) => void batches.push(records.length);
    const made = { asOf: 1, earliest: 1 };
    const held = new HeldQuotes({ yields: ['quote'], take, isEnough: (priced) => priced >= 1, open: null });
    for (let from = 0; from < 30_000; from += 50)
      await held.take(
        Array.from({ length: 50 }, (_, index) => quoteOf(from + index)),
        1,
        made,
      );
    const before = batches.length;
    await held.take([quoteOf(30_000, 100)], 1, made);

    expect(before).toBe(0);
    expect([batches.length, Math.max(...batches)]).toEqual([401, 50]);
  });
});
