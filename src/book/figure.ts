import type { Stall } from './stall.ts';

/** What a series costs and how many are on sale; `source` is an offer slot + 1, a quote row as -(row + 1), or 0. */
export type Figure = { source: number; usd: number; count: number };

export const createFigure = (): Figure => ({ source: 0, usd: 0, count: 0 });

type Quoted = { row: number; rank: number; count: number | null; seenAt: number };

/**
 * Single offers and quotes of one series in one figure. A quote stands until a complete reading of the item's offers
 * has begun after it; before that, only offers seen since can undercut it. The whole item takes in all its variants.
 */
export function figureOf(stall: Stall, row: number, figure: Figure): Figure {
  const { offers } = stall;
  let offerCount = 0;
  for (let part = row; part >= 0; part = partAfter(stall, row, part)) offerCount += offers.count(part);
  const quoted = quotedFor(stall, row);
  if (quoted === null) return takeOffers(stall, row, figure, offerCount);
  const whole = stall.wholeOf(row);
  if (stall.offersReadOf(whole) > quoted.seenAt) {
    const least = stall.isReadCut(whole) ? (quoted.count ?? 0) : 0;
    return takeOffers(stall, row, figure, Math.max(least, offerCount));
  }
  takeQuote(stall, quoted, figure);
  return undercut(stall, row, quoted, figure, offerCount);
}

const partAfter = (stall: Stall, row: number, part: number): number => (stall.isWhole(row) ? stall.nextPart(part) : -1);

function quotedFor(stall: Stall, row: number): Quoted | null {
  const { quotes, offers } = stall;
  let quoted: Quoted | null = null;
  for (let part = row; part >= 0; part = partAfter(stall, row, part)) {
    if (!quotes.has(part)) continue;
    quoted ??= { row: -1, rank: Number.POSITIVE_INFINITY, count: null, seenAt: 0 };
    quoted.seenAt = Math.max(quoted.seenAt, quotes.seenAt.get(part));
    const count = quotes.count(part);
    if (count !== null) quoted.count = (quoted.count ?? 0) + count;
    const price = quotes.money.price(part);
    const rank = price === null ? Number.POSITIVE_INFINITY : offers.rankOf(price, quotes.money.prices(part));
    if (rank < quoted.rank) Object.assign(quoted, { row: part, rank });
  }
  return quoted;
}

function takeQuote(stall: Stall, quoted: Quoted, figure: Figure): Figure {
  figure.source = quoted.row < 0 ? 0 : -(quoted.row + 1);
  figure.usd = quoted.row < 0 ? 0 : stall.quotes.money.usd(quoted.row);
  figure.count = quoted.count ?? 0;
  return figure;
}

function takeOffers(stall: Stall, row: number, figure: Figure, count: number): Figure {
  const { offers } = stall;
  let best = -1;
  for (let part = row; part >= 0; part = partAfter(stall, row, part)) {
    const slot = offers.best(part);
    if (slot >= 0 && (best < 0 || offers.rank(slot) < offers.rank(best))) best = slot;
  }
  return takeOffer(stall, best, figure, count);
}

function takeOffer(stall: Stall, slot: number, figure: Figure, count: number): Figure {
  figure.source = slot + 1;
  figure.usd = slot < 0 ? 0 : stall.offers.money.usd(slot);
  figure.count = count;
  return figure;
}

function undercut(stall: Stall, row: number, quoted: Quoted, figure: Figure, offerCount: number): Figure {
  const { offers } = stall;
  let rank = quoted.rank;
  let since = 0;
  for (let part = row; part >= 0; part = partAfter(stall, row, part)) {
    if (offers.lastSeenAt(part) < quoted.seenAt) continue;
    for (let slot = offers.first(part); slot >= 0; slot = offers.after(slot)) {
      if (offers.seenAt(slot) < quoted.seenAt) continue;
      since += 1;
      if (offers.rank(slot) >= rank) continue;
      rank = offers.rank(slot);
      takeOffer(stall, slot, figure, 0);
    }
  }
  // A quote that counts none, or fewer than were seen since, is out of date in this
  figure.count = Math.max(quoted.count ?? offerCount, since);
  return figure;
}
