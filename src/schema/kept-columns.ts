import type { Prices } from './money/money.ts';

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
  /** Empty where it was first told after the names were read; such a row is not meant. */
  readonly name: (number: number) => string;
};

/** Of which series of which marketplace each of many rows is. */
export type SeriesColumns = {
  readonly length: number;
  readonly marketplaceId: Uint8Array;
  /** Places in the list of games. */
  readonly game: Uint8Array;
  readonly names: NumberedNames;
  readonly nameNumbers: Int32Array;
  /** Places in the list of phases and 1 more; 0 is none. */
  readonly phase: Uint8Array;
  /** In the order of the public currencies; 0 is not known. */
  readonly prices: readonly NumberColumn[];
};

/** The floors that stood last, and since when. */
export type FloorColumns = SeriesColumns & { readonly offerCount: NumberColumn; readonly changedAt: NumberColumn };

/** Many live offers by column, as they are read from where they are kept: none of them is an object. Instants are epoch milliseconds. */
export type OfferColumns = SeriesColumns & {
  readonly offerId: TextColumn;
  /** Places in the list of native currencies. */
  readonly currency: Uint8Array;
  readonly amount: NumberColumn;
  readonly purchaseLink: TextColumn;
  readonly inspectLink: TextColumn;
  readonly float: NumberColumn;
  readonly paintIndex: NumberColumn;
  readonly paintSeed: NumberColumn;
  /** As JSON. */
  readonly stickers: TextColumn;
  readonly ownerId: TextColumn;
  readonly tradableAt: NumberColumn;
  readonly foundAt: NumberColumn;
  readonly changedAt: NumberColumn;
  readonly seenAt: NumberColumn;
};

export function pricesOf({ prices }: Pick<SeriesColumns, 'prices'>, row: number): Prices {
  const [USD = null, EUR = null, CNY = null, RUB = null] = prices.map((column) => column[row] || null);
  return { USD, EUR, CNY, RUB };
}
