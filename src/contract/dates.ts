import type { MarketRecord } from '../schema/index.ts';

const day = 86_400_000;

/** How far the clock of a marketplace, or its idea of the time zone, can be ahead. */
const leeway = day;

/** Steam locks traded items for 7 days, which marketplaces round up. */
const maxLock = 60 * day;

/** Seconds taken for milliseconds are in January 1970. */
const oldestUnlock = 3650 * day;

/**
 * Why a record received `at` cannot be from when it says; null when it can. What was paid in the future, such as
 * milliseconds taken for seconds, would stay the newest price for ever.
 */
export function dateFault(record: MarketRecord, at: number): string | null {
  if (record.kind === 'sale') return isAhead(record.soldAt, at) ? faultOf('soldAt', record.soldAt, at) : null;
  if (record.kind !== 'pastPrice' || record.at === null) return null;
  return isAhead(record.at, at) ? faultOf('at', record.at, at) : null;
}

/** The record, without the end of a trade lock that no lock can have: the offer itself is good. */
export function withoutOddLock<R extends MarketRecord>(record: R, at: number): R {
  if (record.kind !== 'offer') return record;
  const { tradableAt } = record;
  if (tradableAt === null || tradableAt === 0) return record;
  return tradableAt > at + maxLock || tradableAt < at - oldestUnlock ? { ...record, tradableAt: null } : record;
}

const isAhead = (instant: number, at: number): boolean => instant > at + leeway;

const faultOf = (field: string, instant: number, at: number): string =>
  `/${field} is ${dateText(instant)}, after its receipt on ${dateText(at)}`;

/** The day, or the bare number when no Date can hold it. */
const dateText = (instant: number): string =>
  Math.abs(instant) > 8.64e15 ? `${instant} ms` : new Date(instant).toISOString().replace(/T.*$/, '');
