import type { Tape } from '@itemtape/client';
import type { Currency } from '../../currency.ts';
import { priceIn } from '../../currency.ts';

/** A price at an instant in Unix seconds. */
export type Dot = { readonly time: number; readonly value: number };
export type PastSale = Dot & { readonly float: number | null };

/** What one marketplace tells of the past, each list in order of time. */
export type Line = {
  readonly marketplace: string;
  readonly prices: readonly Dot[];
  readonly sales: readonly PastSale[];
};

export const ranges = [
  { days: 1, text: '1 d' },
  { days: 7, text: '7 d' },
  { days: 30, text: '30 d' },
  { days: 90, text: '90 d' },
  { days: 365, text: '1 y' },
] as const;

const pointsAsked = 300;

type Question = {
  readonly tape: Tape;
  readonly game: string;
  readonly name: string;
  readonly days: number;
  readonly currency: Currency;
  readonly marketplaces: readonly string[];
  readonly signal: AbortSignal;
};

/** Price history and sales of an item on some marketplaces; one without any of them is left out. */
export async function askPast(question: Question): Promise<Line[]> {
  const known = await question.tape.marketplaces({ signal: question.signal });
  const sellers = new Set(
    known
      .filter(({ games }) => games.some(({ game, salesCount }) => game === question.game && salesCount > 0))
      .map(({ marketplace }) => marketplace),
  );
  const lines = await Promise.all(
    question.marketplaces.map(async (marketplace) => ({
      marketplace,
      prices: await pricesOf(question, marketplace),
      sales: sellers.has(marketplace) ? await salesOf(question, marketplace) : [],
    })),
  );
  return lines.filter(({ prices, sales }) => prices.length + sales.length > 0);
}

async function pricesOf(question: Question, marketplace: string): Promise<readonly Dot[]> {
  const { tape, game, name, days, currency, signal } = question;
  const { history } = await tape.priceHistory({ marketplace, game, name, days, dataPoints: pointsAsked }, { signal });
  return inTime(history.map((point) => ({ time: point.timestamp, value: priceIn(point, currency) })));
}

async function salesOf(question: Question, marketplace: string): Promise<readonly PastSale[]> {
  const { tape, game, name, days, currency, signal } = question;
  const { sales } = await tape.sales({ marketplace, game, name, days }, { signal });
  return inTime(sales.map((sale) => ({ time: sale.timestamp, value: priceIn(sale, currency), float: sale.float })));
}

/** What has a price, in order of time. */
const inTime = <Point extends { readonly time: number; readonly value: number | null }>(points: readonly Point[]) =>
  points
    .flatMap((point) => (point.value === null ? [] : [{ ...point, value: point.value }]))
    .sort((a, b) => a.time - b.time);
