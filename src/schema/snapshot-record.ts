import type { DatedFloor, LiveBuyOrder, LiveOffer, LiveQuote, UsdRange } from './change.ts';
import { type Game, games } from './game.ts';

/** A part of the book: what a marketplace has of a game or, with null, what is known of the game on any marketplace. */
export type BookPart = { readonly game: Game; readonly marketplaceId: number | null };

const isGame = (text: string | undefined): text is Game => games.some((game) => game === text);

/** Names a part in snapshots. */
export const partKeyOf = ({ game, marketplaceId }: BookPart): string =>
  marketplaceId === null ? game : `${marketplaceId}-${game}`;

/** The part with a key; null if it is none of the book. */
export function partWithKey(key: string): BookPart | null {
  const [, id, game] = /^(?:(\d+)-)?(\w+)$/.exec(key) ?? [];
  return isGame(game) ? { game, marketplaceId: id === undefined ? null : Number(id) } : null;
}

/** What the book knows of a series beside its floor. Epoch milliseconds. */
export type SeriesFacts = {
  /** When the marketplace last confirmed the item. */
  readonly seenAt: number;
  /** When all offers of the item were last read; null if they never were. */
  readonly offersReadAt: number | null;
  /** Whether that reading was cut at its page size. */
  readonly isReadCut: boolean;
  /** Numbers of `UsualPrices` in the book. */
  readonly usual: readonly [mean: number, until: number, since: number];
};

/**
 * Something that stands in a part of the book, with what no published change tells of it. `seenBy` is the number of the source
 * that saw it last, as in the state `market` of its part; 0 if unknown.
 */
export type SnapshotRecord =
  /** `usdRange` is null where rates have not moved its price since the last change. */
  | { readonly what: 'offer'; readonly offer: LiveOffer; readonly seenBy: number; readonly usdRange: UsdRange | null }
  | { readonly what: 'buyOrder'; readonly buyOrder: LiveBuyOrder; readonly seenBy: number }
  | { readonly what: 'quote'; readonly quote: LiveQuote; readonly seenBy: number }
  | { readonly what: 'floor'; readonly floor: DatedFloor; readonly facts: SeriesFacts }
  /** Anything else, as JSON that only the book understands. */
  | { readonly what: 'state'; readonly name: string; readonly value: unknown };
