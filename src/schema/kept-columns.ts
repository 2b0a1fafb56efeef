import type { DatedFloor, LiveOffer } from './change.ts';
import { type Game, games } from './game.ts';
import { phases } from './item.ts';
import { nativeCurrencies, type Prices } from './money/money.ts';

/** Texts of many rows as the UTF-8 bytes that they were read as. */
export type TextColumn = {
  readonly bytes: Buffer;
  /** -1 where there is none. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
};

/** Numbers of many rows; NaN where there is none. */
export type NumberColumn = Float64Array;

/** Names that rows are told of by number, the same number on every page. */
export type NumberedNames = {
  /** All numbers are below it. */
  readonly size: number;
  readonly name: (number: number) => string;
};

/** Of which series of which marketplace each of many rows is. */
export type SeriesColumns = {
  readonly length: number;
  readonly marketplaceIds: Uint8Array;
  /** Places in the list of games. */
  readonly games: Uint8Array;
  readonly names: NumberedNames;
  readonly nameNumbers: Int32Array;
  /** Places in the list of phases and 1 more; 0 is none. */
  readonly phases: Uint8Array;
  /** In the order of the public currencies; 0 is not known. */
  readonly prices: readonly NumberColumn[];
};

/** The floors that stood last, and since when. */
export type FloorColumns = SeriesColumns & { readonly offerCounts: NumberColumn; readonly at: NumberColumn };

/** Many live offers by column, as they are read from where they are kept: none of them is an object. Instants are epoch milliseconds. */
export type OfferColumns = SeriesColumns & {
  readonly offerIds: TextColumn;
  /** Places in the list of native currencies. */
  readonly currencies: Uint8Array;
  readonly amounts: NumberColumn;
  readonly purchaseLinks: TextColumn;
  readonly inspectLinks: TextColumn;
  readonly floats: NumberColumn;
  readonly paintIndexes: NumberColumn;
  readonly paintSeeds: NumberColumn;
  /** As JSON. */
  readonly stickers: TextColumn;
  readonly ownerIds: TextColumn;
  readonly tradableAt: NumberColumn;
  readonly foundAt: NumberColumn;
  readonly changedAt: NumberColumn;
  readonly seenAt: NumberColumn;
};

const textAt = ({ bytes, starts, ends }: TextColumn, row: number): string | null =>
  (starts[row] as number) < 0 ? null : bytes.toString('utf8', starts[row], ends[row]);

const knownAt = (column: NumberColumn, row: number): number | null => {
  const value = column[row] as number;
  return Number.isNaN(value) ? null : value;
};

export function pricesOf({ prices }: SeriesColumns, row: number): Prices {
  const [USD = null, EUR = null, CNY = null, RUB = null] = prices.map((column) => column[row] || null);
  return { USD, EUR, CNY, RUB };
}

const seriesOf = (columns: SeriesColumns, row: number) => ({
  marketplaceId: columns.marketplaceIds[row] as number,
  game: games[columns.games[row] as number] as Game,
  name: columns.names.name(columns.nameNumbers[row] as number),
  phase: phases[(columns.phases[row] as number) - 1] ?? null,
  prices: pricesOf(columns, row),
});

/** One of them as an object. */
export const floorOf = (columns: FloorColumns, row: number): DatedFloor => ({
  ...seriesOf(columns, row),
  offerCount: columns.offerCounts[row] as number,
  at: columns.at[row] as number,
});

/** One of them as an object. */
export function offerOf(columns: OfferColumns, row: number): LiveOffer {
  const stickers = textAt(columns.stickers, row);
  return {
    ...seriesOf(columns, row),
    offerId: textAt(columns.offerIds, row) ?? '',
    price: {
      amount: columns.amounts[row] as number,
      currency: nativeCurrencies[columns.currencies[row] as number] as LiveOffer['price']['currency'],
    },
    purchaseLink: textAt(columns.purchaseLinks, row),
    inspectLink: textAt(columns.inspectLinks, row),
    float: knownAt(columns.floats, row),
    paintIndex: knownAt(columns.paintIndexes, row),
    paintSeed: knownAt(columns.paintSeeds, row),
    stickers: stickers === null ? null : JSON.parse(stickers),
    ownerId: textAt(columns.ownerIds, row),
    tradableAt: knownAt(columns.tradableAt, row),
    foundAt: columns.foundAt[row] as number,
    changedAt: columns.changedAt[row] as number,
    seenAt: columns.seenAt[row] as number,
  };
}
