import { itemKey } from '../names/item-key.ts';
import type { Game } from '../schema/index.ts';
import type { Cells, Engine } from './engine.ts';
import type { Layout } from './layout.ts';
import { statesOfPast } from './row-keys.ts';
import { bidPoints } from './rows/bid-points.ts';
import type { Numbers } from './rows/columns.ts';
import { gaps, items, rates, sourceDays, sourceRuns, tapeMarks } from './rows/plain-rows.ts';
import { pricePoints } from './rows/price-points.ts';
import { sales } from './rows/sales.ts';
import { itemIdOf } from './rows/stored-item.ts';
import { type RowWriter, writerOf } from './rows/table.ts';
import { Slices } from './slices.ts';
import { buyOrderStates, figureStates, offerStates, quoteStates, rateStates, readings } from './states/tables.ts';
import type { Store, StoredRow } from './store.ts';
import { createTaskQueue } from './task-queue.ts';

const itemWriter = writerOf(items);
const pointWriter = writerOf(pricePoints);

/** How each kind of row is written; past prices are written as price points. */
const writers: { readonly [Kind in StoredRow['table']]: RowWriter<Extract<StoredRow, { table: Kind }>['row']> } = {
  pricePoints: pointWriter,
  bidPoints: writerOf(bidPoints),
  pastPrices: pointWriter,
  sales: writerOf(sales),
  rates: writerOf(rates),
  sourceRuns: writerOf(sourceRuns),
  gaps: writerOf(gaps),
  sourceDays: writerOf(sourceDays),
  offerStates: writerOf(offerStates),
  buyOrderStates: writerOf(buyOrderStates),
  quoteStates: writerOf(quoteStates),
  figureStates: writerOf(figureStates),
  readings: writerOf(readings),
  rateStates: writerOf(rateStates),
};

const isOfPast = (table: StoredRow['table']): boolean => statesOfPast.some((name) => name === table);

const cellsOf = (writer: RowWriter<never>, stored: StoredRow, numbers: Numbers): Cells =>
  writer.cells(stored.row as never, numbers, 'isRemoved' in stored && stored.isRemoved);

/** `stored` is the name that the database has, in the spelling that it has. */
type KnownItem = { readonly id: string; readonly game: Game; stored: string | null };

const rememberedNames = 400_000;
const rowsPerInsert = 50_000;
const rowsPerLook = 20;
/** Cells take several times the memory of their rows, so at most one batch is converted while another is written. */
const batchesAtOnce = 2;

/** The base that new states belong to, if there is one. */
export type FollowedBase = {
  /** Instant of the base; null while past states are not kept. */
  readonly base: () => number | null;
  /** Notes that states from one instant to another were stored. */
  readonly wrote: (first: number, last: number) => void;
};

function noteWritten(rows: readonly StoredRow[], { wrote }: FollowedBase): void {
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  for (const { row } of rows) {
    if (!('sequence' in row)) continue;
    first = Math.min(first, row.publishedAt);
    last = Math.max(last, row.publishedAt);
  }
  if (last > 0) wrote(first, last);
}

/** The recently written items, looked up for every row by the spelling it has, without building a key from game and name. */
class KnownItems {
  #byGame = new Map<Game, Map<string, KnownItem>>();
  #size = 0;

  item(game: Game, name: string): KnownItem {
    const known = this.#byGame.get(game)?.get(name);
    if (known !== undefined) return known;
    if (this.#size >= rememberedNames) this.clear();
    const items = this.#byGame.get(game) ?? new Map<string, KnownItem>();
    const key = itemKey(name);
    const item = items.get(key) ?? { id: itemIdOf(game, name), game, stored: null };
    this.#byGame.set(game, items.set(key, item).set(name, item));
    this.#size += 1;
    return item;
  }

  clear(): void {
    this.#byGame = new Map();
    this.#size = 0;
  }
}

/** Writes rows to their tables, and each item with its name before its first row, and before the first with another spelling; `forgetNames` makes names be written again. */
export const createAppend = (
  engine: Engine,
  layout: Layout,
  following: FollowedBase,
): Pick<Store, 'append'> & { readonly forgetNames: () => void } => {
  const known = new KnownItems();

  const writeAll = async ({ table, columns }: RowWriter<never>, rows: readonly Cells[]) => {
    for (let start = 0; start < rows.length; start += rowsPerInsert) {
      await engine.write(layout.table(table), columns, rows.slice(start, start + rowsPerInsert));
    }
  };

  const batches = createTaskQueue(batchesAtOnce);
  const appendAll = async (given: readonly StoredRow[]): Promise<void> => {
    const base = following.base();
    const rows = base === null ? given.filter(({ table }) => !isOfPast(table)) : given;
    const added = new Map<KnownItem, string>();
    const itemId = (game: Game, name: string): string => {
      const item = known.item(game, name);
      if (added.has(item) || item.stored !== name) added.set(item, name);
      return item.id;
    };

    const numbers: Numbers = { itemId, version: () => 0, base: () => base ?? 0 };
    const byWriter = new Map<RowWriter<never>, Cells[]>();
    const slices = new Slices();
    for (const [at, row] of rows.entries()) {
      if (at % rowsPerLook === 0 && slices.isOver) await slices.rest();
      const writer: RowWriter<never> = writers[row.table];
      const cells = cellsOf(writer, row, numbers);
      const group = byWriter.get(writer);
      if (group === undefined) byWriter.set(writer, [cells]);
      else group.push(cells);
    }

    await writeAll(
      itemWriter,
      Array.from(added, ([{ game }, stored]) => itemWriter.cells({ game, stored }, numbers, false)),
    );
    for (const [item, name] of added) item.stored = name;
    for (const [writer, group] of byWriter) await writeAll(writer, group);
    noteWritten(rows, following);
  };
  const append: Store['append'] = (given) => batches.run(() => appendAll(given));
  return { append, forgetNames: () => known.clear() };
};

/** Stores the place on the tape up to which all rows are stored. */
export const createMark = (engine: Engine, layout: Layout): Store['mark'] => {
  const { table, columns, cells } = writerOf(tapeMarks);
  return (place) =>
    engine.write(layout.table(table), columns, [
      cells(place, { itemId: itemIdOf, version: () => 0, base: () => 0 }, false),
    ]);
};
