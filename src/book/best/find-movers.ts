import type { NameId } from '../memory/numbers.ts';
import type { AskHistory } from './ask-history.ts';
import { type AskedOf, askFigures } from './figures.ts';
import { type BestBook, type BestSide, readBest } from './read-best.ts';

export type MoverQuery = {
  readonly at: number;
  readonly hours: number;
  readonly direction: 'any' | 'up' | 'down';
  /** The higher of both prices is at least this, in thousandths of a dollar. */
  readonly minUsd: number;
  readonly limit: number;
  /** Whether an item is among those asked for; all are if it is missing. */
  readonly isWanted?: (name: string) => boolean;
  /** The marketplaces whose asks count. */
  readonly payout: AskedOf;
};

/** An item whose lowest ask has changed; amounts in thousandths of a dollar. */
export type Mover = {
  readonly name: string;
  readonly ask: BestSide;
  readonly usd: number;
  readonly previousUsd: number;
  /** The usual ask of the marketplace that now has the lowest; 0 if unknown. */
  readonly usualUsd: number;
};

export type Movers = {
  /** The time of the former prices; null if there are none. */
  readonly since: number | null;
  readonly movers: readonly Mover[];
};

type Move = { readonly name: NameId; readonly usd: number; readonly previousUsd: number; readonly share: number };

/** The items whose lowest ask over all marketplaces has changed most, relative to the former one. */
export function findMovers(book: BestBook, past: AskHistory, query: MoverQuery): Movers {
  const { at, hours, limit } = query;
  const copy = past.near(at - hours * 3_600_000);
  if (copy === null) return { since: null, movers: [] };
  const first: Move[] = [];
  const compare = compareIn(book);
  for (const moved of movedSince(book, copy.asks[query.payout], query)) {
    if (first.length === limit && compare(moved, first.at(-1) as Move) >= 0) continue;
    const index = first.findIndex((one) => compare(moved, one) < 0);
    first.splice(index < 0 ? first.length : index, 0, moved);
    if (first.length > limit) first.pop();
  }
  return { since: copy.at, movers: first.flatMap((moved) => moverOf(book, moved, query)) };
}

/** By name where they moved alike, since the numbers of names differ from process to process. */
const compareIn =
  ({ names }: BestBook) =>
  (a: Move, b: Move): number =>
    b.share - a.share || (names.name(a.name) < names.name(b.name) ? -1 : 1);

function* movedSince(
  { best, names }: BestBook,
  asks: Int32Array,
  { direction, minUsd, payout, isWanted }: MoverQuery,
): Generator<Move> {
  const { chunkLength } = best;
  for (let start = 0; start < asks.length; start += chunkLength) {
    const length = Math.min(chunkLength, asks.length - start);
    const chunk = best.wholeChunk(askFigures[payout], start / chunkLength, length);
    for (let cell = 0; cell < length; cell += 1) {
      const usd = chunk[cell] as number;
      const previousUsd = asks[start + cell] as number;
      if (usd === previousUsd || usd === 0 || previousUsd === 0 || Math.max(usd, previousUsd) < minUsd) continue;
      if (direction !== 'any' && usd > previousUsd !== (direction === 'up')) continue;
      const name = (start + cell) as NameId;
      if (isWanted?.(names.name(name)) === false) continue;
      yield { name, usd, previousUsd, share: Math.abs(usd - previousUsd) / previousUsd };
    }
  }
}

function moverOf(book: BestBook, { name, usd, previousUsd }: Move, { at, payout }: MoverQuery): Mover[] {
  const { best, marketBooks, names } = book;
  const counted = marketBooks.filter((one) => best.rulesOf(one).pays(payout)).map(({ marketplaceId }) => marketplaceId);
  const [whole] = readBest(book, name, { marketplaceIds: counted, unlockedAt: null, payout });
  const ask = whole?.ask ?? null;
  if (ask === null) return [];
  const holder = marketBooks.find(({ marketplaceId }) => marketplaceId === ask.marketplaceId);
  const usualUsd = holder?.usualUsd(holder.series.knownRow(name, 0), at) ?? 0;
  return [{ name: names.name(name), ask, usd, previousUsd, usualUsd }];
}
