import type { LiveBuyOrder, LiveQuote } from '../../schema/index.ts';
import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import { BinaryReader } from '../rows/binary-reader.ts';
import { buyOrdersKept } from '../rows/buy-orders.ts';
import type { ReadName } from '../rows/cells.ts';
import { FigurePage, figuresKept } from '../rows/figures.ts';
import { ItemNames } from '../rows/item-names.ts';
import { NativeBlock } from '../rows/native-block.ts';
import { OfferPage, offersKept } from '../rows/offers.ts';
import { quotesKept } from '../rows/quotes.ts';

const rowsPerPage = 40_000;
const rowsPerSlice = 2_000;
const buckets = 256;

type Kept<Live> = {
  readonly columns: readonly string[];
  readonly read: (reader: BinaryReader, readName: ReadName) => Live;
};

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

/** The pages of a table, and the names that their rows refer to. */
async function* tablePages(
  engine: Engine,
  layout: Layout,
  name: string,
  columns: readonly string[],
  format?: 'Native',
): AsyncGenerator<{ readonly page: Buffer; readonly names: ItemNames }> {
  const table = layout.table(name);
  const statements = pageStatements(table, columns, await countIn(engine, table));
  if (statements.length === 0) return;
  const names = await namesOf(engine, layout);
  for await (const page of pagesOf((statement) => engine.askBytes(statement, format), statements))
    yield { page, names };
}

async function* live<Live>(
  engine: Engine,
  layout: Layout,
  name: string,
  { columns, read }: Kept<Live>,
): AsyncGenerator<readonly Live[]> {
  for await (const { page, names } of tablePages(engine, layout, name, columns)) {
    const reader = new BinaryReader(page);
    while (!reader.isAtEnd) {
      const rows: Live[] = [];
      while (rows.length < rowsPerSlice && !reader.isAtEnd) rows.push(read(reader, names.read));
      yield rows;
    }
  }
}

/** The same by column. */
async function* livePages<Page>(
  engine: Engine,
  layout: Layout,
  name: string,
  columns: readonly string[],
  read: (block: NativeBlock, names: ItemNames) => Page,
): AsyncGenerator<Page> {
  for await (const { page, names } of tablePages(engine, layout, name, columns, 'Native')) {
    for (let at = 0; at < page.length; ) {
      const block = new NativeBlock(page, at);
      yield read(block, names);
      at = block.at;
    }
  }
}

export const askLiveOffers = (engine: Engine, layout: Layout): AsyncIterable<OfferPage> =>
  livePages(engine, layout, 'offers', offersKept, (block, names) => new OfferPage(block, names));

export const askLiveBuyOrders = (engine: Engine, layout: Layout): AsyncIterable<readonly LiveBuyOrder[]> =>
  live(engine, layout, 'buyOrders', buyOrdersKept);

export const askQuotes = (engine: Engine, layout: Layout): AsyncIterable<readonly LiveQuote[]> =>
  live(engine, layout, 'quotes', quotesKept);

export const askFigures = (engine: Engine, layout: Layout): AsyncIterable<FigurePage> =>
  livePages(engine, layout, 'figures', figuresKept, (block, names) => new FigurePage(block, names));
