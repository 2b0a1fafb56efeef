import type { Marketplace, Tape } from '@itemtape/client';
import type { Currency } from '../../text/currency.ts';
import { priceIn } from '../../text/currency.ts';

/** A price at an instant in Unix seconds. */
export type Point = { readonly time: number; readonly value: number };
export type PastSale = Point & { readonly float: number | null };

/** The history of one marketplace, each list in chronological order. */
export type Series = {
  readonly marketplace: string;
  readonly prices: readonly Point[];
  readonly sales: readonly PastSale[];
};

/** The history of one item, with values in one currency. */
export type ItemHistory = {
  readonly currency: Currency;
  readonly series: readonly Series[];
  /** Unix seconds; null to begin with the first known value. */
  readonly from: number | null;
  readonly until: number;
};

const maxPoints = 500;

type HistoryQuery = {
  readonly tape: Tape;
  readonly game: string;
  readonly name: string;
  /** How far back; null for as far as data is kept. */
  readonly days: number | null;
  readonly phase: string | null;
  readonly currency: Currency;
  readonly marketplaces: readonly string[];
  readonly signal: AbortSignal;
};

/** Price history and sales of an item on some marketplaces; marketplaces without either are omitted. */
export async function loadPast(question: HistoryQuery): Promise<ItemHistory> {
  const known = await question.tape.marketplaces({ signal: question.signal });
  const sellers = new Set(
    known
      .filter(({ games }) => games.some(({ game, salesCount }) => game === question.game && salesCount > 0))
      .map(({ marketplace }) => marketplace),
  );
  const days = question.days ?? retentionDays(known, question);
  // After a change of settings, the last prices of a marketplace can outlive its connection
  const connected = new Set(known.map(({ marketplace }) => marketplace));
  const asked = question.marketplaces.filter((marketplace) => connected.has(marketplace));
  const series = await Promise.all(
    asked.map(async (marketplace) => ({
      marketplace,
      prices: await pricesOf(question, days, marketplace),
      // Sales do not say which variant was sold
      sales: sellers.has(marketplace) && question.phase === null ? await salesOf(question, days, marketplace) : [],
    })),
  );
  const until = Math.floor(Date.now() / 1000);
  return {
    currency: question.currency,
    series: series.filter(({ prices, sales }) => prices.length + sales.length > 0),
    from: question.days === null ? null : until - days * 86_400,
    until,
  };
}

/** How far back data of the game is kept for these marketplaces. */
function retentionDays(known: readonly Marketplace[], { game, marketplaces }: HistoryQuery): number {
  const retained = known
    .filter(({ marketplace }) => marketplaces.includes(marketplace))
    .flatMap(({ games }) => games.filter((one) => one.game === game).map(({ priceHistoryDays }) => priceHistoryDays));
  return Math.min(365, Math.max(1, ...retained));
}

async function pricesOf(question: HistoryQuery, days: number, marketplace: string): Promise<readonly Point[]> {
  const { tape, game, name, phase, currency, signal } = question;
  const request = { marketplace, game, name, days, dataPoints: maxPoints, ...(phase !== null && { phase }) };
  const { history } = await tape.priceHistory(request, { signal });
  return inTime(history.map((point) => ({ time: point.timestamp, value: priceIn(point, currency) })));
}

async function salesOf(question: HistoryQuery, days: number, marketplace: string): Promise<readonly PastSale[]> {
  const { tape, game, name, currency, signal } = question;
  const { sales } = await tape.sales({ marketplace, game, name, days }, { signal });
  return inTime(sales.map((sale) => ({ time: sale.timestamp, value: priceIn(sale, currency), float: sale.float })));
}

/** The entries with a price, in chronological order. */
const inTime = <Point extends { readonly time: number; readonly value: number | null }>(points: readonly Point[]) =>
  points
    .flatMap((point) => (point.value === null ? [] : [{ ...point, value: point.value }]))
    .sort((a, b) => a.time - b.time);
