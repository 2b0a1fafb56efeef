import {
  type Change,
  type LiveQuote,
  type Money,
  type NormalQuote,
  noPrices,
  type Prices,
  phases,
  type ToPrices,
} from '../schema/index.ts';
import { isQuoteAlone } from './market/floor.ts';
import type { MarketBook } from './market/market-book.ts';
import { isOutdated, type RecordTime } from './market/record-time.ts';
import type { Row } from './memory/numbers.ts';
import type { QuoteDetails } from './memory/quote-record.ts';
import { removeDisproved } from './remove-disproved.ts';

export function applyQuote(
  marketBook: MarketBook,
  quoted: NormalQuote,
  recordTime: RecordTime,
  changes: Change[],
  digest: number,
): void {
  const { at, asOf } = recordTime;
  const { quotes } = marketBook;
  const row = marketBook.series.rowFor(quoted.name, quoted.phase, at);
  const isNew = !quotes.has(row);
  const seenAt = quotes.seenAt.get(row);
  if (!isNew && isOutdated(recordTime, seenAt)) return;
  const record = withPicture(marketBook, row, quoted);
  const isOtherPrice = !quotes.money.isPrice(row, record.lowest) || quotes.count(row) !== record.offerCount;
  const isOtherText = keepDetails(marketBook, row, record);
  quotes.setQuote(row, record.lowest, record.prices, record.offerCount);
  // Two rows of one reading for the same series are both applied again; prices in keys and metal follow rates of their own
  if ((isNew || seenAt < asOf) && record.lowest?.currency !== 'TF2') quotes.setDigest(row, digest);
  if (isNew) quotes.setTimes(row, { foundAt: at, changedAt: at, seenAt: asOf }, recordTime.source);
  else quotes.confirm(row, asOf, recordTime.source);
  if (isOtherPrice || isOtherText) {
    quotes.change(row, at);
    changes.push({ kind: 'quoted', at, quote: liveQuote(marketBook, row, record, record.lowest, record.prices) });
  }
  removeDisproved(marketBook, row, recordTime, changes);
  marketBook.markDirty(row);
  marketBook.see(row, asOf);
}

/** Confirms the quote that was made from the row with this digest; below 0 if there is no such quote any more. */
export function seeQuote(marketBook: MarketBook, digest: number, recordTime: RecordTime, changes: Change[]): Row {
  const { quotes } = marketBook;
  const row = marketBook.rowOfDigest(digest);
  if (row < 0) return row;
  const seenAt = quotes.seenAt.get(row);
  if (isOutdated(recordTime, seenAt)) return row;
  quotes.confirm(row, recordTime.asOf, recordTime.source);
  marketBook.see(row, recordTime.asOf);
  if (isQuoteAlone(marketBook, row, seenAt)) return row;
  removeDisproved(marketBook, row, recordTime, changes);
  marketBook.markDirty(row);
  return row;
}

/** Empties a quote that a complete reading no longer contains: the series is not on sale. */
export function emptyQuote(marketBook: MarketBook, row: Row, read: RecordTime, changes: Change[]): void {
  const { quotes } = marketBook;
  const { at } = read;
  const isEmpty = quotes.money.isPrice(row, null) && quotes.count(row) === 0;
  quotes.confirm(row, read.asOf, read.source);
  marketBook.markDirty(row);
  if (!isEmpty) {
    quotes.setQuote(row, null, noPrices, 0);
    const { tradableAmount: _, ...details } = detailsAt(marketBook, row);
    keepDetails(marketBook, row, details);
    quotes.change(row, at);
    changes.push({ kind: 'quoted', at, quote: quoteAt(marketBook, row) });
  }
  removeDisproved(marketBook, row, read, changes);
}

export function restoreQuote(
  marketBook: MarketBook,
  quote: LiveQuote,
  toPrices: ToPrices | null = null,
  seenBy = 0,
): void {
  const { quotes } = marketBook;
  const row = marketBook.series.rowFor(quote.name, quote.phase, quote.changedAt);
  // Must come first: it notes the current floor, which may come from the former quote
  marketBook.markDirty(row);
  keepDetails(marketBook, row, quote);
  const prices = toPrices?.(quote.lowest) ?? quote.prices;
  const isKnown = (prices.USD === null) === (quote.prices.USD === null);
  if (!isKnown) marketBook.isBehindRates = true;
  quotes.setQuote(row, quote.lowest, isKnown ? prices : quote.prices, quote.offerCount);
  quotes.setTimes(row, quote, seenBy);
  marketBook.date(row, quote.changedAt);
  marketBook.see(row, quote.seenAt);
}

/** A quote keeps its picture: of several sources of a marketplace, some send none. */
function withPicture(marketBook: MarketBook, row: Row, quote: NormalQuote): NormalQuote {
  if (quote.thumbnail !== null || !marketBook.quotes.isPictured(row)) return quote;
  return { ...quote, thumbnail: detailsAt(marketBook, row).thumbnail };
}

const detailsAt = (marketBook: MarketBook, row: Row): QuoteDetails =>
  marketBook.quotes.details(row, marketBook.names.thumbnail(marketBook.series.nameNumber(row)));

// All effects share a rank, as no marketplace shows a picture for each
const ofEffects = phases.length + 1;

export const isRankShared = (rank: number): boolean => rank % (ofEffects + 1) === ofEffects;

function keepDetails(marketBook: MarketBook, row: Row, details: QuoteDetails): boolean {
  const name = marketBook.series.nameNumber(row);
  if (details.thumbnail !== null) {
    const variant = Math.min(marketBook.series.variantOf(row), ofEffects);
    const rank = marketBook.marketplaceId * (ofEffects + 1) + variant;
    marketBook.names.offerThumbnail(name, details.thumbnail, rank);
  }
  return marketBook.quotes.setDetails(row, details, marketBook.names.thumbnail(name));
}

export function quoteAt(marketBook: MarketBook, row: Row): LiveQuote {
  const { quotes } = marketBook;
  return liveQuote(marketBook, row, detailsAt(marketBook, row), quotes.money.price(row), quotes.money.prices(row));
}

function liveQuote(
  marketBook: MarketBook,
  row: Row,
  texts: QuoteDetails,
  lowest: Money | null,
  prices: Prices,
): LiveQuote {
  const { quotes } = marketBook;
  return {
    game: marketBook.game,
    name: marketBook.series.nameOf(row),
    phase: marketBook.series.phaseOf(row),
    marketplaceId: marketBook.marketplaceId,
    lowest,
    prices,
    offerCount: quotes.count(row),
    purchaseLink: texts.purchaseLink,
    marketplaceItemId: texts.marketplaceItemId,
    thumbnail: texts.thumbnail,
    ...(texts.tradableAmount !== undefined && { tradableAmount: texts.tradableAmount }),
    foundAt: quotes.foundAt(row),
    changedAt: quotes.changedAt(row),
    seenAt: quotes.seenAt.get(row),
  };
}
