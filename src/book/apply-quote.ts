import {
  type Change,
  type LiveQuote,
  type Money,
  type NormalQuote,
  noPrices,
  type Prices,
  phases,
} from '../schema/index.ts';
import type { Stall } from './market-book.ts';
import type { QuoteDetails } from './memory/quote-record.ts';
import { isOutdated, type Moment } from './record-time.ts';
import { removeDisproved } from './remove-disproved.ts';

export function applyQuote(stall: Stall, told: NormalQuote, moment: Moment, changes: Change[]): void {
  const { at, asOf } = moment;
  const { quotes } = stall;
  const row = stall.rowFor(told.name, told.phase, at);
  const isNew = !quotes.has(row);
  if (!isNew && isOutdated(moment, quotes.seenAt.get(row))) return;
  const record = withPicture(stall, row, told);
  const isOtherPrice = !quotes.money.isPrice(row, record.lowest) || quotes.count(row) !== record.offerCount;
  const isOtherText = keepDetails(stall, row, record);
  quotes.setFigures(row, record.lowest, record.prices, record.offerCount);
  quotes.seenAt.set(row, Math.max(quotes.seenAt.get(row), asOf));
  if (isNew) quotes.foundAt.set(row, at);
  if (isOtherPrice || isOtherText) {
    quotes.changedAt.set(row, at);
    changes.push({ kind: 'quoted', at, quote: liveQuote(stall, row, record, record.lowest, record.prices) });
  }
  removeDisproved(stall, row, moment, changes);
  stall.touch(row);
  stall.see(row, asOf);
}

/** What a complete reading no longer quotes is not on sale. */
export function emptyQuote(stall: Stall, row: number, seenBefore: number, at: number, changes: Change[]): void {
  const { quotes } = stall;
  const isEmpty = quotes.money.isPrice(row, null) && quotes.count(row) === 0;
  quotes.seenAt.set(row, seenBefore);
  stall.touch(row);
  if (!isEmpty) {
    quotes.setFigures(row, null, noPrices, 0);
    quotes.changedAt.set(row, at);
    changes.push({ kind: 'quoted', at, quote: quoteAt(stall, row) });
  }
  removeDisproved(stall, row, { at, asOf: seenBefore }, changes);
}

export function restoreQuote(stall: Stall, quote: LiveQuote): void {
  const { quotes } = stall;
  const row = stall.rowFor(quote.name, quote.phase, quote.changedAt);
  keepDetails(stall, row, quote);
  quotes.setFigures(row, quote.lowest, quote.prices, quote.offerCount);
  quotes.foundAt.set(row, quote.foundAt);
  quotes.changedAt.set(row, quote.changedAt);
  quotes.seenAt.set(row, quote.seenAt);
  stall.touch(row);
  stall.date(row, quote.changedAt);
  stall.see(row, quote.seenAt);
}

/** One source of a marketplace may show pictures and another not: a quote keeps the one it had. */
function withPicture(stall: Stall, row: number, quote: NormalQuote): NormalQuote {
  if (quote.thumbnail !== null || !stall.quotes.isPictured(row)) return quote;
  return { ...quote, thumbnail: detailsAt(stall, row).thumbnail };
}

const detailsAt = (stall: Stall, row: number): QuoteDetails =>
  stall.quotes.details(row, stall.names.thumbnail(stall.nameNumber(row)));

function keepDetails(stall: Stall, row: number, details: QuoteDetails): boolean {
  const name = stall.nameNumber(row);
  if (details.thumbnail !== null) {
    const phase = stall.phaseOf(row);
    const rank = stall.marketplaceId * (phases.length + 1) + (phase === null ? 0 : phases.indexOf(phase) + 1);
    stall.names.offerThumbnail(name, details.thumbnail, rank);
  }
  return stall.quotes.setDetails(row, details, stall.names.thumbnail(name));
}

export function quoteAt(stall: Stall, row: number): LiveQuote {
  const { quotes } = stall;
  return liveQuote(stall, row, detailsAt(stall, row), quotes.money.price(row), quotes.money.prices(row));
}

function liveQuote(stall: Stall, row: number, texts: QuoteDetails, lowest: Money | null, prices: Prices): LiveQuote {
  const { quotes } = stall;
  return {
    game: stall.game,
    name: stall.nameOf(row),
    phase: stall.phaseOf(row),
    marketplaceId: stall.marketplaceId,
    lowest,
    prices,
    offerCount: quotes.count(row),
    purchaseLink: texts.purchaseLink,
    marketplaceItemId: texts.marketplaceItemId,
    thumbnail: texts.thumbnail,
    foundAt: quotes.foundAt.get(row),
    changedAt: quotes.changedAt.get(row),
    seenAt: quotes.seenAt.get(row),
  };
}
