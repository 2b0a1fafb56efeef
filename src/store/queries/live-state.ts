import type { DatedFloor, LiveBuyOrder, LiveOffer, LiveQuote } from '../../schema/index.ts';
import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import { BinaryReader } from '../rows/binary-reader.ts';
import { buyOrdersKept } from '../rows/buy-orders.ts';
import type { ReadName } from '../rows/cells.ts';
import { figuresKept } from '../rows/figures.ts';
import { ItemNames } from '../rows/item-names.ts';
import { offersKept } from '../rows/offers.ts';
import { quotesKept } from '../rows/quotes.ts';

const rowsPerPage = 20_000;
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
async function* pagesOf(engine: Engine, statements: readonly string[]): AsyncGenerator<Buffer> {
  let next: Promise<Buffer> | null = null;
  for (const [at, statement] of statements.entries()) {
    const page: Promise<Buffer> = next ?? engine.askBytes(statement);
    const following = statements[at + 1];
    next = following === undefined ? null : engine.askBytes(following);
    // It is waited for in the next turn, and not at all where reading ends before
    next?.catch(() => {});
    yield await page;
  }
}

async function* live<Live>(
  engine: Engine,
  layout: Layout,
  name: string,
  { columns, read }: Kept<Live>,
): AsyncGenerator<readonly Live[]> {
  const table = layout.table(name);
  const statements = pageStatements(table, columns, await countIn(engine, table));
  if (statements.length === 0) return;
  const names = await namesOf(engine, layout);
  for await (const page of pagesOf(engine, statements)) {
    const reader = new BinaryReader(page);
    while (!reader.isAtEnd) {
      const rows: Live[] = [];
      while (rows.length < rowsPerSlice && !reader.isAtEnd) rows.push(read(reader, names.read));
      yield rows;
    }
  }
}

export const askLiveOffers = (engine: Engine, layout: Layout): AsyncIterable<readonly LiveOffer[]> =>
  live(engine, layout, 'offers', offersKept);

export const askLiveBuyOrders = (engine: Engine, layout: Layout): AsyncIterable<readonly LiveBuyOrder[]> =>
  live(engine, layout, 'buyOrders', buyOrdersKept);

export const askQuotes = (engine: Engine, layout: Layout): AsyncIterable<readonly LiveQuote[]> =>
  live(engine, layout, 'quotes', quotesKept);

export const askFigures = (engine: Engine, layout: Layout): AsyncIterable<readonly DatedFloor[]> =>
  live(engine, layout, 'figures', figuresKept);
