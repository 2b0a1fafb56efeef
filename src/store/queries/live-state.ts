import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import { buyOrders } from '../rows/buy-orders.ts';
import { figures } from '../rows/figures.ts';
import { ItemNames } from '../rows/item-names.ts';
import { added, type KeptCounts, noCounts } from '../rows/kept-counts.ts';
import { blocksOf } from '../rows/native-block.ts';
import { offers } from '../rows/offers.ts';
import { type KeptTable, type Page, pageOf, type SeriesDeclared } from '../rows/page.ts';
import { quotes } from '../rows/quotes.ts';
import type { KeptShare } from '../store.ts';

const rowsPerPage = 40_000;
const rowsPerSlice = 2_000;
const rowsPerBlock = 8_192;
const buckets = 256;
// Two, as a small page can lie between two that take long
const pagesAhead = 2;

const kept = { quotes, offers, buyOrders, figures };

type KeptName = keyof typeof kept;

const sumOf = (counts: KeptCounts): number => Object.values(counts).reduce((sum, rows) => sum + rows, 0);

const namesOf = async (engine: Engine, layout: Layout): Promise<ItemNames> => {
  const table = layout.table('items');
  const [counted] = await engine.ask<readonly [number]>(`SELECT toFloat64(count()) FROM ${table}`);
  return new ItemNames(await engine.queryBytes(`SELECT itemId, name FROM ${table} FINAL`), counted?.[0] ?? 0);
};

/** Row counts by marketplace; several versions of a row count separately. */
async function countsOf(engine: Engine, layout: Layout): Promise<ReadonlyMap<number, KeptCounts>> {
  const names = Object.keys(kept) as KeptName[];
  const each = names.map(
    (name) =>
      `SELECT marketplaceId, '${name}', toFloat64(count()) FROM ${layout.table(kept[name].name)} GROUP BY marketplaceId`,
  );
  const found = await engine.ask<readonly [number, KeptName, number]>(each.join(' UNION ALL '));
  const counts = new Map<number, KeptCounts>();
  for (const [marketplaceId, name, rows] of found)
    counts.set(marketplaceId, { ...(counts.get(marketplaceId) ?? noCounts), [name]: rows });
  return counts;
}

type Counted = { readonly marketplaceIds: readonly number[]; readonly rows: KeptCounts };

/** Groups small marketplaces, so that each share is worth its statements; the smallest come first. */
function sharesOf(counts: ReadonlyMap<number, KeptCounts>): readonly Counted[] {
  const shares: Counted[] = [];
  for (const [marketplaceId, rows] of [...counts].sort(([, one], [, other]) => sumOf(one) - sumOf(other))) {
    const last = shares.at(-1);
    if (last === undefined || sumOf(last.rows) >= rowsPerPage) shares.push({ marketplaceIds: [marketplaceId], rows });
    else
      shares.splice(-1, 1, { marketplaceIds: [...last.marketplaceIds, marketplaceId], rows: added(last.rows, rows) });
  }
  return shares;
}

/** Statements that read the last state of every row of a share, each for a range of buckets: no sorting, no overlap. */
const pageStatements = (
  table: string,
  columns: readonly string[],
  { marketplaceIds, rows }: { readonly marketplaceIds: readonly number[]; readonly rows: number },
): readonly string[] => {
  const count = Math.min(buckets, Math.ceil(rows / rowsPerPage));
  const edge = (page: number) => Math.floor((page * buckets) / count);
  return Array.from(
    { length: count },
    (_, page) =>
      `SELECT ${columns.join(', ')} FROM ${table} FINAL WHERE marketplaceId IN (${marketplaceIds.join(', ')})` +
      ` AND bucket >= ${edge(page)} AND bucket < ${edge(page + 1)} SETTINGS max_block_size = ${rowsPerBlock}`,
  );
};

/** Requests the next pages while one is being read. The statements must be in reading order. */
class ReadAhead {
  readonly #ask: (statement: string) => Promise<Buffer>;
  readonly #statements: string[] = [];
  /** Requested pages by index of their statement. */
  #requested = new Map<number, Promise<Buffer>>();

  constructor(ask: (statement: string) => Promise<Buffer>) {
    this.#ask = ask;
  }

  /** Requests the first page. */
  begin(): void {
    this.#requested.set(0, this.#pageAt(0));
  }

  /** Adds statements at the end; returns a function that reads their pages. */
  add(statements: readonly string[]): () => AsyncGenerator<Buffer> {
    const first = this.#statements.length;
    this.#statements.push(...statements);
    return () => this.#pages(first, first + statements.length);
  }

  async *#pages(from: number, to: number): AsyncGenerator<Buffer> {
    for (let at = from; at < to; at += 1) {
      const page = this.#pageAt(at);
      const requested = new Map<number, Promise<Buffer>>();
      for (let next = at + 1; next <= at + pagesAhead && next < this.#statements.length; next += 1)
        requested.set(next, this.#pageAt(next));
      this.#requested = requested;
      yield await page;
    }
  }

  #pageAt(at: number): Promise<Buffer> {
    const page = this.#requested.get(at) ?? this.#ask(this.#statements[at] as string);
    // It is awaited later, or never when reading ends early
    page.catch(() => {});
    return page;
  }
}

type Pages = () => AsyncGenerator<Buffer>;

/** Reads the rows of a table by column. */
const byColumn = <Row, Of extends SeriesDeclared>(table: KeptTable<Row, Of>, pages: Pages, names: ItemNames) =>
  async function* (): AsyncGenerator<Page<Row, Of>> {
    for await (const answer of pages()) for (const block of blocksOf(answer)) yield pageOf(table, block, names);
  };

/** Reads the rows of a table as objects, a slice at a time. */
const inSlices = <Row extends { readonly name: string }, Of extends SeriesDeclared>(
  table: KeptTable<Row, Of>,
  pages: Pages,
  names: ItemNames,
) =>
  async function* (): AsyncGenerator<readonly Row[]> {
    for await (const page of byColumn(table, pages, names)()) {
      for (let start = 0; start < page.length; start += rowsPerSlice) {
        const count = Math.min(rowsPerSlice, page.length - start);
        const slice = Array.from({ length: count }, (_, at) => table.rowAt(page, start + at));
        yield slice.filter(({ name }) => name !== '');
      }
    }
  };

/** Shares must be read in order, and within each quotes, offers, buy orders and figures in this order. */
export async function queryLiveState(engine: Engine, layout: Layout): Promise<readonly KeptShare[]> {
  const ahead = new ReadAhead((statement) => engine.queryBytes(statement, 'Native'));
  const shares = sharesOf(await countsOf(engine, layout)).map(({ marketplaceIds, rows }) => {
    const add = (of: KeptName) => {
      const { name, columns } = kept[of];
      return ahead.add(pageStatements(layout.table(name), Object.keys(columns), { marketplaceIds, rows: rows[of] }));
    };
    // In reading order
    const pages = {
      quotes: add('quotes'),
      offers: add('offers'),
      buyOrders: add('buyOrders'),
      figures: add('figures'),
    };
    return { marketplaceIds, pages };
  });
  if (shares.length === 0) return [];
  ahead.begin();
  const names = await namesOf(engine, layout);
  return shares.map(({ marketplaceIds, pages }) => ({
    marketplaceIds,
    quotes: inSlices(quotes, pages.quotes, names),
    offers: byColumn(offers, pages.offers, names),
    buyOrders: inSlices(buyOrders, pages.buyOrders, names),
    figures: byColumn(figures, pages.figures, names),
  }));
}
