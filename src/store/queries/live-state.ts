import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import { buyOrders } from '../rows/buy-orders.ts';
import { figures } from '../rows/figures.ts';
import { ItemNames } from '../rows/item-names.ts';
import { blocksOf } from '../rows/native-block.ts';
import { offers } from '../rows/offers.ts';
import { type KeptTable, type Page, pageOf, type SeriesDeclared } from '../rows/page.ts';
import { quotes } from '../rows/quotes.ts';

const rowsPerPage = 40_000;
const rowsPerSlice = 2_000;
const buckets = 256;

const countIn = async (engine: Engine, table: string): Promise<number> => {
  const [counted] = await engine.ask<readonly [number]>(`SELECT toFloat64(count()) FROM ${table}`);
  return counted?.[0] ?? 0;
};

const namesOf = async (engine: Engine, layout: Layout): Promise<ItemNames> => {
  const table = layout.table('items');
  const count = await countIn(engine, table);
  return new ItemNames(await engine.askBytes(`SELECT DISTINCT itemId, name FROM ${table}`), count);
};

/** Statements that read the last state of every row of a table; each is of a range of buckets, so none is sorted or read twice. */
const pageStatements = (table: string, columns: readonly string[], rows: number): readonly string[] => {
  const count = Math.min(buckets, Math.ceil(rows / rowsPerPage));
  const edge = (page: number) => Math.floor((page * buckets) / count);
  return Array.from(
    { length: count },
    (_, page) =>
      `SELECT ${columns.join(', ')} FROM ${table} FINAL WHERE bucket >= ${edge(page)} AND bucket < ${edge(page + 1)}`,
  );
};

/** Asks for the next page while the one before it is being read. */
async function* pagesOf(ask: (statement: string) => Promise<Buffer>, statements: readonly string[]) {
  let next: Promise<Buffer> | null = null;
  for (const [at, statement] of statements.entries()) {
    const page: Promise<Buffer> = next ?? ask(statement);
    const following = statements[at + 1];
    next = following === undefined ? null : ask(following);
    // It is waited for in the next turn, and not at all where reading ends before
    next?.catch(() => {});
    yield await page;
  }
}

/** The rows of a table by column, page by page. */
async function* pagesOfTable<Row, Of extends SeriesDeclared>(
  engine: Engine,
  layout: Layout,
  kept: KeptTable<Row, Of>,
): AsyncGenerator<Page<Row, Of>> {
  const table = layout.table(kept.name);
  const statements = pageStatements(table, Object.keys(kept.columns), await countIn(engine, table));
  if (statements.length === 0) return;
  const names = await namesOf(engine, layout);
  for await (const answer of pagesOf((statement) => engine.askBytes(statement, 'Native'), statements)) {
    for (const block of blocksOf(answer)) yield pageOf(kept, block, names);
  }
}

/** The same row by row, some of them at a time. */
async function* rowsOfTable<Row, Of extends SeriesDeclared>(
  engine: Engine,
  layout: Layout,
  kept: KeptTable<Row, Of>,
): AsyncGenerator<readonly Row[]> {
  for await (const page of pagesOfTable(engine, layout, kept)) {
    for (let start = 0; start < page.length; start += rowsPerSlice) {
      const count = Math.min(rowsPerSlice, page.length - start);
      yield Array.from({ length: count }, (_, at) => kept.rowAt(page, start + at));
    }
  }
}

export const askLiveOffers = (engine: Engine, layout: Layout) => pagesOfTable(engine, layout, offers);

export const askLiveBuyOrders = (engine: Engine, layout: Layout) => rowsOfTable(engine, layout, buyOrders);

export const askQuotes = (engine: Engine, layout: Layout) => rowsOfTable(engine, layout, quotes);

export const askFigures = (engine: Engine, layout: Layout) => pagesOfTable(engine, layout, figures);
