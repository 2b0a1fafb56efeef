import { itemKey } from '../names/item-key.ts';
import type { Game } from '../schema/index.ts';
import type { Cells, Engine } from './engine.ts';
import { isOfPast, type PastRow } from './row-keys.ts';
import { bidPoints } from './rows/bid-points.ts';
import type { Numbers } from './rows/columns.ts';
import { gaps, items, rates, sourceDays, sourceRuns, tapeMarks } from './rows/plain-rows.ts';
import { pricePoints } from './rows/price-points.ts';
import { removals } from './rows/removals.ts';
import { sales } from './rows/sales.ts';
import { buyOrderStates, figureStates, offerStates, quoteStates, rateStates, readings } from './rows/state-tables.ts';
import { itemIdOf } from './rows/stored-item.ts';
import { type RowWriter, writerOf } from './rows/table.ts';
import { Slices } from './slices.ts';
import type { Store, StoredRow } from './store.ts';
import { TaskQueue } from './task-queue.ts';

const itemWriter = writerOf(items);
const pointWriter = writerOf(pricePoints);

/** How each kind of row is written; past prices are written as price points. */
const writers: { readonly [Kind in StoredRow['table']]: RowWriter<Extract<StoredRow, { table: Kind }>['row']> } = {
  pricePoints: pointWriter,
  bidPoints: writerOf(bidPoints),
  pastPrices: pointWriter,
  sales: writerOf(sales),
  removals: writerOf(removals),
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

const cellsOf = (writer: RowWriter<never>, stored: StoredRow, numbers: Numbers): Cells =>
  writer.cells(stored.row as never, numbers, 'isRemoved' in stored && stored.isRemoved);

/** `stored` is the name that the database has, in the spelling that it has. */
type KnownItem = { readonly id: string; readonly game: Game; stored: string | null };

const rememberedNames = 400_000;
const rowsPerInsert = 50_000;
const rowsPerLook = 20;
/** Cells take several times the memory of their rows, so at most one batch is converted while another is written. */
const batchesAtOnce = 2;

export type FollowedBase = {
  /** Instant of the base that a past state belongs to; null if it is not kept. */
  readonly baseOf: (row: PastRow) => number | null;
};

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
  following: FollowedBase,
): Pick<Store, 'append'> & { readonly forgetNames: () => void } => {
  const known = new KnownItems();

  const writeAll = async ({ table, columns }: RowWriter<never>, rows: readonly Cells[]) => {
    for (let start = 0; start < rows.length; start += rowsPerInsert) {
      await engine.write(table, columns, rows.slice(start, start + rowsPerInsert));
    }
  };

  const baseOf = (row: StoredRow): number => (isOfPast(row) ? (following.baseOf(row) ?? 0) : 0);
  const isRetained = (row: StoredRow): boolean => !isOfPast(row) || following.baseOf(row) !== null;

  const batches = new TaskQueue(batchesAtOnce);
  const appendAll = async (given: readonly StoredRow[]): Promise<void> => {
    const rows = given.filter(isRetained);
    let base = 0;
    const added = new Map<KnownItem, string>();
    const itemId = (game: Game, name: string): string => {
      const item = known.item(game, name);
      if (added.has(item) || item.stored !== name) added.set(item, name);
      return item.id;
    };

    const numbers: Numbers = { itemId, base: () => base };
    const byWriter = new Map<RowWriter<never>, Cells[]>();
    const slices = new Slices();
    for (const [at, row] of rows.entries()) {
      if (at % rowsPerLook === 0 && slices.isOver) await slices.rest();
      base = baseOf(row);
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
  };
  const append: Store['append'] = (given) => batches.run(() => appendAll(given));
  return { append, forgetNames: () => known.clear() };
};

/** Stores the place on the tape up to which all rows are stored. */
export const createMark = (engine: Engine): Store['mark'] => {
  const { table, columns, cells } = writerOf(tapeMarks);
  return (position) => engine.write(table, columns, [cells(position, { itemId: itemIdOf, base: () => 0 }, false)]);
};
