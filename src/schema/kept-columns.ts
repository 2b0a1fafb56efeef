import type { Prices } from './money/money.ts';

/** Texts of many rows, as one buffer of UTF-8 bytes. */
export type TextColumn = {
  readonly bytes: Buffer;
  /** -1 for a row without a text. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
};

/** Numbers of many rows; NaN for a row without one. */
export type NumberColumn = Float64Array;

/** Item names by the number that rows refer to; the numbers are the same on every page. */
export type NumberedNames = {
  /** One more than the highest number. */
  readonly size: number;
  /** Empty for a name added after the names were read; skip such a row. */
  readonly name: (number: number) => string;
};

/** The marketplace and series of many rows, by column. */
export type SeriesColumns = {
  readonly length: number;
  readonly marketplaceId: Uint8Array;
  /** Indexes into `games`. */
  readonly game: Uint8Array;
  readonly names: NumberedNames;
  readonly nameNumbers: Int32Array;
  /** Numbers of variants; 0 means none. */
  readonly phase: Uint16Array;
  /** In the order of `currencies`; 0 means not known. */
  readonly prices: readonly NumberColumn[];
};

/** The latest floors and the times of their last change. */
export type FloorColumns = SeriesColumns & { readonly offerCount: NumberColumn; readonly changedAt: NumberColumn };

/** Many live offers by column, as the store returns them without an object per offer. Instants are epoch milliseconds. */
export type OfferColumns = SeriesColumns & {
  readonly offerId: TextColumn;
  /** Indexes into `nativeCurrencies`. */
  readonly currency: Uint8Array;
  readonly amount: NumberColumn;
  readonly purchaseLink: TextColumn;
  readonly inspectLink: TextColumn;
  readonly float: NumberColumn;
  readonly paintIndex: NumberColumn;
  readonly paintSeed: NumberColumn;
  /** As JSON: a list; of an item of TF2, an object of its traits instead. */
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
