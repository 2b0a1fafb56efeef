import type { Clock } from '../clock.ts';
import type { Game } from '../schema/index.ts';
import type { Cells, Engine } from './engine.ts';
import type { Layout } from './layout.ts';
import { buyOrderCells, buyOrderColumns } from './rows/buy-orders.ts';
import { itemIdOf, textCell } from './rows/cells.ts';
import { figureCells, figureColumns } from './rows/figures.ts';
import { offerCells, offerColumns } from './rows/offers.ts';
import { rateCells, rateColumns, sourceRunCells, sourceRunColumns } from './rows/plain-rows.ts';
import { floorCells, pastPriceCells, pricePointColumns } from './rows/price-points.ts';
import { quoteCells, quoteColumns } from './rows/quotes.ts';
import { saleCells, saleColumns } from './rows/sales.ts';
import { Slices } from './slices.ts';
import type { Store, StoredRow } from './store.ts';

const columnsOf = {
  items: ['itemId', 'game', 'name'],
  pricePoints: pricePointColumns,
  sales: saleColumns,
  offers: offerColumns,
  buyOrders: buyOrderColumns,
  quotes: quoteColumns,
  figures: figureColumns,
  rates: rateColumns,
  sourceRuns: sourceRunColumns,
} as const satisfies Record<string, readonly string[]>;
type TableName = keyof typeof columnsOf;

type Numbers = {
  readonly itemId: (game: Game, name: string) => string;
  /** Larger than every version before it. */
  readonly version: () => number;
};

const place = (stored: StoredRow, { itemId, version }: Numbers): readonly [TableName, Cells] => {
  switch (stored.table) {
    case 'pricePoints':
      return ['pricePoints', floorCells(stored.row, itemId(stored.row.game, stored.row.name))];
    case 'pastPrices':
      return ['pricePoints', pastPriceCells(stored.row, itemId(stored.row.game, stored.row.name))];
    case 'sales':
      return ['sales', saleCells(stored.row, itemId(stored.row.game, stored.row.name))];
    case 'offers': {
      const id = itemId(stored.row.game, stored.row.name);
      return ['offers', offerCells(stored.row, id, version(), stored.isRemoved)];
    }
    case 'buyOrders': {
      const id = itemId(stored.row.game, stored.row.name);
      return ['buyOrders', buyOrderCells(stored.row, id, version(), stored.isRemoved)];
    }
    case 'quotes':
      return ['quotes', quoteCells(stored.row, itemId(stored.row.game, stored.row.name), version())];
    case 'figures':
      return ['figures', figureCells(stored.row, itemId(stored.row.game, stored.row.name), version())];
    case 'rates':
      return ['rates', rateCells(stored.row)];
    case 'sourceRuns':
      return ['sourceRuns', sourceRunCells(stored.row)];
  }
};

type StoredItem = { readonly id: string; isStored: boolean };

const rememberedNames = 400_000;
const rowsPerInsert = 50_000;
const rowsPerLook = 50;

/** Writes rows to their tables, and every name once before its first row. */
export const createAppend = (
  engine: Engine,
  layout: Layout,
  now: Clock['now'],
  lastVersion: number,
): Store['append'] => {
  const items = new Map<string, StoredItem>();
  let version = lastVersion;

  // 1024 states per millisecond; a clock that is set back does not make a new state look old
  const nextVersion = () => {
    version = Math.max(version + 1, now() * 1024);
    return version;
  };

  const writeAll = async (name: TableName, rows: readonly Cells[]) => {
    for (let start = 0; start < rows.length; start += rowsPerInsert) {
      await engine.write(layout.table(name), columnsOf[name], rows.slice(start, start + rowsPerInsert));
    }
  };

  return async (rows) => {
    const newItems = new Map<string, { item: StoredItem; cells: Cells }>();
    const itemId = (game: Game, name: string): string => {
      const key = `${game}\n${name}`;
      let item = items.get(key);
      if (item === undefined) {
        if (items.size >= rememberedNames) items.clear();
        item = { id: itemIdOf(game, name), isStored: false };
        items.set(key, item);
      }
      if (!item.isStored && !newItems.has(key)) newItems.set(key, { item, cells: [item.id, game, textCell(name)] });
      return item.id;
    };

    const byTable = new Map<TableName, Cells[]>();
    const slices = new Slices();
    for (const [at, row] of rows.entries()) {
      if (at % rowsPerLook === 0 && slices.isOver) await slices.rest();
      const [name, cells] = place(row, { itemId, version: nextVersion });
      const group = byTable.get(name);
      if (group === undefined) byTable.set(name, [cells]);
      else group.push(cells);
    }

    await writeAll(
      'items',
      [...newItems.values()].map(({ cells }) => cells),
    );
    for (const { item } of newItems.values()) item.isStored = true;
    for (const [name, group] of byTable) await writeAll(name, group);
  };
};
