import { type Floor, isPublic, type Money, type Prices } from '../../schema/index.ts';
import type { MoneyColumns } from '../memory/money-columns.ts';
import { none, type Row, type Slot } from '../memory/numbers.ts';
import { type ComparedPrice, comparedPrice, isLower, type OrderTable } from '../memory/order-table.ts';
import type { QuoteTable } from '../memory/quote-table.ts';
import type { SeriesTable } from './series-table.ts';

/** The parts of a market book that floors are computed from. */
export type FloorRows = {
  readonly offers: OrderTable;
  readonly quotes: QuoteTable;
  readonly series: SeriesTable;
  /** When all offers of an item were last read completely, or up to a page size; -Infinity means never. */
  readonly offersReadOf: (whole: Row) => number;
  readonly isReadCut: (whole: Row) => boolean;
  readonly floorSource: (row: Row) => number;
};

/**
 * The floor of a series: thousandths of a dollar, the amount in the original currency, and the offer count. `source` is
 * above 0 for an offer, below 0 for a quote, and 0 for none.
 */
export type FloorState = { source: number; usd: number; amount: number; count: number };

export const slotIn = (source: number): Slot => (source - 1) as Slot;
export const quoteRowIn = (source: number): Row => (-source - 1) as Row;
/** 0 for the slot `none`. */
const offerSource = (slot: Slot): number => slot + 1;
const quoteSource = (row: Row): number => -(row + 1);

export const createFloorState = (): FloorState => ({ source: 0, usd: 0, amount: 0, count: 0 });

/** The part of a floor that is reported. */
export type PublishedFloor = Pick<Floor, 'prices' | 'offerCount'>;

/**
 * Combines the single offers and quotes of a series into one floor. A quote counts until a complete reading of the item's
 * offers has begun after it. The floor of a whole item includes all its variants; where variants are quoted, its count is
 * the sum over them.
 */
export function floorOf(rows: FloorRows, row: Row, floor: FloorState): FloorState {
  const { offers } = rows;
  const areVariantsQuoted = isVariantQuoted(rows, row);
  let quoted: Row = none;
  let count = 0;
  for (let part = row; part >= 0; part = partAfter(rows, row, part)) {
    const lowest = quotedPrice(rows, part);
    if (lowest !== null && (quoted < 0 || isLower(lowest, quotedPrice(rows, quoted) as ComparedPrice))) quoted = part;
    count += Math.max(quotedCount(rows, part) ?? 0, areVariantsQuoted ? offers.count(part) : 0);
  }
  return settle(rows, row, { source: quoted < 0 ? 0 : quoteSource(quoted), count }, floor);
}

/**
 * The only way to a floor, so that it always agrees with the offers listed beside it: none of these is cheaper, and all are
 * counted. A quote cheaper than all of them is the price of another offer, which counts too.
 */
function settle(
  rows: FloorRows,
  row: Row,
  { source, count }: Pick<FloorState, 'source' | 'count'>,
  floor: FloorState,
  isCheaper = isLower,
): FloorState {
  const { offers, quotes } = rows;
  const best = bestOffer(rows, row);
  const lowest = source < 0 ? comparedPrice(quotes.money, quoteRowIn(source)) : null;
  const isQuoted =
    lowest !== null && (best < 0 || isCheaper(lowest, comparedPrice(offers.money, best) as ComparedPrice));
  const min = listedCount(rows, row) + (isQuoted ? 1 : 0);
  return take(rows, isQuoted ? source : offerSource(best), Math.max(count, min), floor);
}

/**
 * A floor of the same source as before, unless an offer is cheaper now. Whether a quote counted was decided by when it was
 * last confirmed, which is not stored.
 */
export const publishedFloorOf = (
  rows: FloorRows,
  row: Row,
  stored: Pick<FloorState, 'source' | 'count'>,
  floor: FloorState,
): FloorState => settle(rows, row, stored, floor, isLowerAtAnyRate);

/** During a reconversion, one of two prices in one currency still has dollars at the former rates. */
function isLowerAtAnyRate(one: ComparedPrice, other: ComparedPrice): boolean {
  const { amount, currency } = one.price;
  const isComparable = currency === other.price.currency && currency !== 'TF2' && one.usd > 0 === other.usd > 0;
  return isComparable ? amount < other.price.amount : isLower(one, other);
}

/** Number of single offers of a series. */
function listedCount(rows: FloorRows, row: Row): number {
  let count = 0;
  for (let part = row; part >= 0; part = partAfter(rows, row, part)) count += rows.offers.count(part);
  return count;
}

/** Whether a quote that counts says that fewer offers of a series exist than are listed. */
export function isOverListed(rows: FloorRows, row: Row): boolean {
  if (!rows.quotes.has(row) || isOverruled(rows, row)) return false;
  const listed = isVariantQuoted(rows, row) ? rows.offers.count(row) : listedCount(rows, row);
  return listed > (rows.quotes.count(row) ?? listed);
}

/** When the price of a floor was last confirmed, by its offer or by a quote of the same price. */
export function floorSeenAt(rows: FloorRows, row: Row): number {
  const { offers, quotes } = rows;
  const source = rows.floorSource(row);
  if (source < 0) return quotes.seenAt.get(quoteRowIn(source));
  const slot = slotIn(source);
  let seenAt = offers.seenAt(slot);
  for (let part = row; part >= 0; part = partAfter(rows, row, part))
    if (quotes.has(part) && quotes.money.isPrice(part, offers.money.price(slot)))
      seenAt = Math.max(seenAt, quotes.seenAt.get(part));
  return seenAt;
}

/** Whether the series has a quote or, for a whole item, any of its variants has one. */
export function hasQuote(rows: FloorRows, row: Row): boolean {
  for (let part = row; part >= 0; part = partAfter(rows, row, part)) if (rows.quotes.has(part)) return true;
  return false;
}

/** Whether confirming a quote cannot change a floor: the item has no offers, and none were read after the quote. */
export function isQuoteAlone(rows: FloorRows, row: Row, seenAt: number): boolean {
  const whole = rows.series.wholeOf(row);
  if (rows.offersReadOf(whole) > seenAt) return false;
  for (let part = whole; part >= 0; part = rows.series.nextPart(part)) if (rows.offers.count(part) > 0) return false;
  return true;
}

/** For a series with a quote: the floor reported last, made from the same offer or quote as then. null: none is like that. */
export function restoredFloor(rows: FloorRows, row: Row, stored: PublishedFloor, floor: FloorState): FloorState | null {
  // A price implies at least one offer; a price in keys and metal can be unknown in every currency
  const source = stored.offerCount === 0 ? 0 : sourceLike(rows, row, stored.prices);
  return source === null ? null : publishedFloorOf(rows, row, { source, count: stored.offerCount }, floor);
}

/**
 * The source to show for a floor. Whether the floor itself comes from a quote or from an offer of the same price depends on
 * when they were confirmed; this does not: it is the newest offer with that price, then the first by id, else a quote.
 */
export function rowOfFloor(rows: FloorRows, row: Row, read: (slot: Slot) => { readonly offerId: string }): number {
  const source = rows.floorSource(row);
  const price = priceAt(rows, source);
  if (price === null) return source;
  const like = [...sourcesOf(rows, row)].filter((other) => {
    const otherPrice = priceAt(rows, other);
    return otherPrice?.amount === price.amount && otherPrice.currency === price.currency;
  });
  const slots = like.filter((other) => other > 0).map(slotIn);
  // Quotes are in the order of variants
  if (slots.length === 0) return like[0] ?? source;
  const comesBefore = (one: Slot, other: Slot): boolean => {
    const newer = rows.offers.foundAt(one) - rows.offers.foundAt(other);
    return newer > 0 || (newer === 0 && read(one).offerId < read(other).offerId);
  };
  return offerSource(slots.reduce((best, slot) => (comesBefore(slot, best) ? slot : best)));
}

function priceAt({ offers, quotes }: FloorRows, source: number): Money | null {
  if (source === 0) return null;
  return source > 0 ? offers.money.price(slotIn(source)) : quotes.money.price(quoteRowIn(source));
}

export const isFloorLike = (
  rows: FloorRows,
  { source, count }: Pick<FloorState, 'source' | 'count'>,
  published: PublishedFloor,
): boolean =>
  count === published.offerCount && (isSame(rows, source, published.prices) || isLike(rows, source, published.prices));

/** Looks for a source with all the same prices, which works while rates are unchanged, then for the same original price. */
function sourceLike(rows: FloorRows, row: Row, prices: Prices): number | null {
  for (const matches of [isSame, isLike]) {
    for (const source of [presentSource(rows, row), 0]) if (matches(rows, source, prices)) return source;
    for (const source of sourcesOf(rows, row)) if (matches(rows, source, prices)) return source;
  }
  return null;
}

/** The current source of the floor; 0 if that is an offer that was removed or has moved to another series. */
function presentSource(rows: FloorRows, row: Row): number {
  const { offers, series } = rows;
  const source = rows.floorSource(row);
  const of = source > 0 ? offers.row(slotIn(source)) : row;
  const isOfRow = of === row || (of >= 0 && series.isWhole(row) && series.wholeOf(of) === row);
  return isOfRow ? source : 0;
}

function* sourcesOf(rows: FloorRows, row: Row): Generator<number> {
  const { offers, quotes } = rows;
  for (let part = row; part >= 0; part = partAfter(rows, row, part)) {
    if (quotes.has(part)) yield quoteSource(part);
    for (let slot = offers.first(part); slot >= 0; slot = offers.after(slot)) yield offerSource(slot);
  }
}

function isSame({ offers, quotes }: FloorRows, source: number, prices: Prices): boolean {
  if (source === 0) return Object.values(prices).every((price) => price === null);
  const [slot, row] = [slotIn(source), quoteRowIn(source)];
  return source > 0
    ? offers.money.isLike(slot, offers.money.price(slot), prices)
    : quotes.money.isLike(row, quotes.money.price(row), prices);
}

function isLike({ offers, quotes }: FloorRows, source: number, prices: Prices): boolean {
  if (source === 0) return Object.values(prices).every((price) => price === null);
  if (source > 0) return isPricedAs(prices, offers.money, slotIn(source));
  return isPricedAs(prices, quotes.money, quoteRowIn(source));
}

const isPricedAs = <Key extends number>(prices: Prices, money: MoneyColumns<Key>, key: Key): boolean =>
  isPriceIn(prices, money.price(key), money.usd(key));

/** Compares in the original currency: the other prices depend on rates, which can have changed. */
function isPriceIn(prices: Prices, price: Money | null, usd: number): boolean {
  if (price === null) return false;
  return isPublic(price.currency) ? prices[price.currency] === price.amount : (prices.USD ?? 0) === usd;
}

/** Whether a price is not above the quote of this one series, or that quote no longer counts. */
export function isWithinQuoted(rows: FloorRows, row: Row, price: ComparedPrice): boolean {
  const lowest = quotedPrice(rows, row);
  return lowest === null || !isLower(lowest, price);
}

const partAfter = (rows: FloorRows, row: Row, part: Row): Row =>
  rows.series.isWhole(row) ? rows.series.nextPart(part) : none;

/** Whether all offers of the item were read, completely or up to a page size, since the series was quoted. */
const isOverruled = (rows: FloorRows, part: Row): boolean =>
  rows.offersReadOf(rows.series.wholeOf(part)) > rows.quotes.seenAt.get(part);

/** The lowest price in the quote of this one series; null if it has none that counts. */
function quotedPrice(rows: FloorRows, part: Row): ComparedPrice | null {
  const { quotes } = rows;
  return quotes.has(part) && !isOverruled(rows, part) ? comparedPrice(quotes.money, part) : null;
}

/** The offer count in the quote of this one series; a reading that was cut at its page size does not overrule it. */
function quotedCount(rows: FloorRows, part: Row): number | null {
  const { quotes, series } = rows;
  const isCounted = quotes.has(part) && (!isOverruled(rows, part) || rows.isReadCut(series.wholeOf(part)));
  return isCounted ? quotes.count(part) : null;
}

function isVariantQuoted(rows: FloorRows, row: Row): boolean {
  for (let part = partAfter(rows, row, row); part >= 0; part = rows.series.nextPart(part))
    if (quotedPrice(rows, part) !== null || quotedCount(rows, part) !== null) return true;
  return false;
}

function take({ offers, quotes }: FloorRows, source: number, count: number, floor: FloorState): FloorState {
  const [slot, row] = [slotIn(source), quoteRowIn(source)];
  floor.source = source;
  floor.usd = source > 0 ? offers.money.usd(slot) : source < 0 ? quotes.money.usd(row) : 0;
  floor.amount = source > 0 ? offers.money.amount(slot) : source < 0 ? quotes.money.amount(row) : 0;
  floor.count = count;
  return floor;
}

function bestOffer(rows: FloorRows, row: Row): Slot {
  const { offers } = rows;
  let best: Slot = none;
  for (let part = row; part >= 0; part = partAfter(rows, row, part)) {
    const slot = offers.best(part);
    if (slot >= 0 && (best < 0 || offers.isBetter(slot, best))) best = slot;
  }
  return best;
}
