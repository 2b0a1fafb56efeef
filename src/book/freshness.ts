import type { MarketBook } from './market/market-book.ts';
import type { Row } from './memory/numbers.ts';

export type AgedKind = 'offer' | 'quote' | 'buyOrder';

/** Milliseconds since the marketplace last confirmed its entries in the book; estimated from a sample in large books. */
export type Ages = { readonly p50: number; readonly p95: number };

// Enough for a percentile, at a bounded cost
const maxChecked = 500;

/** The ages of the entries of a market book; null if it holds none of the kind. */
export function agesOf(marketBook: MarketBook, kind: AgedKind, at: number): Ages | null {
  const times = kind === 'quote' ? quotedTimes(marketBook) : entriesOf(marketBook, kind).seenTimes(maxChecked);
  if (times.length === 0) return null;
  const sorted = Float64Array.from(times).sort();
  // The oldest come first
  const ageAt = (share: number): number => Math.max(0, at - (sorted[Math.floor(sorted.length * (1 - share))] ?? at));
  return { p50: ageAt(0.5), p95: ageAt(0.95) };
}

const entriesOf = (marketBook: MarketBook, kind: 'offer' | 'buyOrder') =>
  kind === 'offer' ? marketBook.offers : marketBook.orders;

function quotedTimes({ quotes, series }: MarketBook): number[] {
  const step = Math.max(1, Math.ceil(series.rowCount / maxChecked));
  const times: number[] = [];
  for (let row = 0 as Row; row < series.rowCount; row = (row + step) as Row)
    if (quotes.has(row)) times.push(quotes.seenAt.get(row));
  return times;
}
