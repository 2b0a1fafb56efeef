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

export function pricesOf({ prices }: Pick<SeriesColumns, 'prices'>, row: number): Prices {
  const [USD = null, EUR = null, CNY = null, RUB = null] = prices.map((column) => column[row] || null);
  return { USD, EUR, CNY, RUB };
}
