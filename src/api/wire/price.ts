import Type, { type Static } from 'typebox';
import type { Prices } from '../../schema/index.ts';
import { OrNull } from './or-null.ts';

const Price = Type.Number({ exclusiveMinimum: 0, examples: [12.34] });

/** One price in the four public currencies; null where no usable exchange rate is known. */
export const FourPrices = Type.Object({
  priceUSD: OrNull(Price, 'Price in US dollars; null if no price or no usable exchange rate is known'),
  priceEUR: OrNull(Price, 'Price in euros; null if no price or no usable exchange rate is known'),
  priceCNY: OrNull(Price, 'Price in Chinese yuan; null if no price or no usable exchange rate is known'),
  priceRUB: OrNull(Price, 'Price in Russian roubles; null if no price or no usable exchange rate is known'),
});
export type FourPrices = Static<typeof FourPrices>;

/** Converts thousandths to units with two decimals, rounding half up; a price that would become 0 keeps its third decimal. */
export function toPrice(thousandths: number | null): number | null {
  if (thousandths === null) return null;
  const hundredths = Math.floor((thousandths + 5) / 10);
  return hundredths === 0 ? thousandths / 1000 : hundredths / 100;
}

const fractions = Array.from({ length: 100 }, (_, hundredths) => String(hundredths / 100).slice(1));

/** `toPrice` as JSON text. Called four times per change, and twice as fast as formatting a fractional number. */
export function priceText(thousandths: number | null): string {
  if (thousandths === null) return 'null';
  const hundredths = Math.floor((thousandths + 5) / 10);
  if (hundredths === 0) return String(thousandths / 1000);
  const units = Math.floor(hundredths / 100);
  return `${units}${fractions[hundredths - units * 100]}`;
}

/** `toFourPrices` as JSON without its braces. */
export const fourPricesText = ({ USD, EUR, CNY, RUB }: Prices): string =>
  `"priceUSD":${priceText(USD)},"priceEUR":${priceText(EUR)},"priceCNY":${priceText(CNY)},"priceRUB":${priceText(RUB)}`;

/** Lower price first, unknown prices last. */
export const byPrice = (a: number | null, b: number | null): number =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : a - b;

export const toFourPrices = (prices: Prices): FourPrices => ({
  priceUSD: toPrice(prices.USD),
  priceEUR: toPrice(prices.EUR),
  priceCNY: toPrice(prices.CNY),
  priceRUB: toPrice(prices.RUB),
});

type PricedRow = { readonly priceUSD: number | null };

// Compares the published price: prices that are equal after rounding are ordered by time

/** U16: cheapest first, unknown prices last, then newest found. */
export const cheapestFirst = (a: PricedRow & { foundAt: number }, b: PricedRow & { foundAt: number }): number =>
  byPrice(a.priceUSD, b.priceUSD) || b.foundAt - a.foundAt;

/** U17: best first, unknown prices last, then last changed. */
export const bestFirst = (a: PricedRow & { updatedAt: number }, b: PricedRow & { updatedAt: number }): number =>
  (b.priceUSD ?? 0) - (a.priceUSD ?? 0) || b.updatedAt - a.updatedAt;
