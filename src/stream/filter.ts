import { itemKey } from '../names/item-key.ts';
import { type ItemTraits, itemFilterTest } from '../names/item-traits.ts';
import { type Game, games, type ItemFilter, marketplaceIdLimit, type Phase, phaseIn, phases } from '../schema/index.ts';
import {
  type Channel,
  type EntryKind,
  entryKind,
  events,
  isOfSource,
  kindCount,
  kindFacts,
  type OfferTraits,
  type StreamEvent,
} from './log/entry.ts';
import type { Segment } from './log/segment.ts';

/** The filter of a subscription. Lists are in public order, so that equal filters serialise alike. */
export type Filter = {
  readonly marketplaceIds: readonly number[];
  readonly games: readonly Game[];
  readonly channels: readonly Channel[];
  readonly events: readonly StreamEvent[];
  readonly newFloorOnly: boolean;
  /** null means every item. */
  readonly items: readonly string[] | null;
  /** null means every item. */
  readonly traits: ItemFilter | null;
  readonly minPriceUSD: number | null;
  readonly maxPriceUSD: number | null;
  readonly minFloat: number | null;
  readonly maxFloat: number | null;
  readonly paintSeeds: readonly number[] | null;
  readonly phases: readonly Phase[] | null;
};

export const match = {
  no: 0,
  yes: 1,
  /** An update took the offer out of the filter, and the subscription includes `Removed`. */
  leaves: 2,
} as const;
export type Match = (typeof match)[keyof typeof match];
/** A match that is sent. */
export type MatchResult = Exclude<Match, typeof match.no>;

/** What is known of an item by itself. */
export type TraitsOf = (game: Game, name: string) => ItemTraits;

/** A filter compiled for fast matching. */
export class FilterMatcher {
  readonly filter: Filter;
  readonly #marketplaces = new Uint8Array(marketplaceIdLimit);
  readonly #games = new Uint8Array(games.length);
  readonly #kinds = new Uint8Array(kindCount);
  readonly #phases: Uint8Array | null;
  readonly #items: ReadonlySet<string> | null;
  readonly #seeds: ReadonlySet<number> | null;
  readonly #low: number;
  readonly #high: number;
  readonly #hasBounds: boolean;
  readonly #hasFloats: boolean;
  readonly #sendsRemovals: boolean;
  readonly #seesPhases: boolean;
  readonly #hasTraits: ((traits: ItemTraits) => boolean) | null;
  readonly #traitsOf: TraitsOf;

  /** A reader that neither gets nor names phases sees whole items only: `newFloorOnly` then means item floors. */
  constructor(filter: Filter, getsPhases: boolean, traitsOf: TraitsOf) {
    this.filter = filter;
    this.#traitsOf = traitsOf;
    this.#hasTraits = filter.traits === null ? null : itemFilterTest(filter.traits);
    for (const id of filter.marketplaceIds) this.#marketplaces[id] = 1;
    for (const game of filter.games) this.#games[games.indexOf(game)] = 1;
    for (let kind = 0; kind < kindCount; kind += 1) this.#kinds[kind] = isWanted(filter, kind as EntryKind) ? 1 : 0;
    this.#phases = filter.phases === null ? null : phaseTable(filter.phases);
    this.#items = filter.items === null ? null : new Set(filter.items.map(itemKey));
    this.#seeds = filter.paintSeeds === null ? null : new Set(filter.paintSeeds);
    this.#low = filter.minPriceUSD ?? Number.NEGATIVE_INFINITY;
    this.#high = filter.maxPriceUSD ?? Number.POSITIVE_INFINITY;
    this.#hasBounds = filter.minPriceUSD !== null || filter.maxPriceUSD !== null;
    this.#hasFloats = filter.minFloat !== null || filter.maxFloat !== null;
    this.#sendsRemovals = filter.channels.includes('offers') && filter.events.includes('Removed');
    this.#seesPhases = getsPhases || filter.phases !== null;
  }

  /** Price bounds in dollars, by which the index finds the filter; null when it has none. */
  get bounds(): readonly [number, number] | null {
    return this.#hasBounds ? [this.#low, this.#high] : null;
  }

  get sendsRemovals(): boolean {
    return this.#sendsRemovals;
  }

  includesKind(kind: EntryKind): boolean {
    return this.#kinds[kind] === 1;
  }

  of(segment: Segment, at: number): Match {
    const kind = segment.kind(at);
    if (this.#kinds[kind] === 0 && !(kind === entryKind.updated && this.#sendsRemovals)) return match.no;
    if (this.#marketplaces[segment.marketplaceId(at)] === 0 || this.#games[segment.game(at)] === 0) return match.no;
    if (isOfSource(kind)) return match.yes;
    if (this.#isInside(segment, at, kind)) return this.#matchInside(segment, at, kind);
    const isLeaving = kind === entryKind.updated && this.#sendsRemovals && this.wasInside(segment, at);
    return isLeaving ? match.leaves : match.no;
  }

  /** Whether the reader may have been shown the offer before this update, by its former traits and prices. */
  wasInside(segment: Segment, at: number): boolean {
    const previous = segment.previousTraits(at);
    const game = games[segment.game(at)] as Game;
    const wasWanted =
      previous === null ? this.#isWanted(segment, at, entryKind.updated) : this.#isWantedLook(game, previous);
    return wasWanted && this.#hasBeenWithin(segment, at);
  }

  #matchInside(segment: Segment, at: number, kind: EntryKind): Match {
    if (this.#kinds[kind] === 0) return match.no;
    const isFloorKind = kind === entryKind.added || kind === entryKind.updated;
    if (!isFloorKind || !this.filter.newFloorOnly) return match.yes;
    return (this.#seesPhases ? segment.isNewFloor(at) : segment.isNewItemFloor(at)) ? match.yes : match.no;
  }

  #isInside(segment: Segment, at: number, kind: EntryKind): boolean {
    if (!this.#isWanted(segment, at, kind)) return false;
    if (kind === entryKind.removed) return this.#hasBeenWithin(segment, at);
    return !this.#hasBounds || this.#isWithin(segment.usd(at));
  }

  #isWanted(segment: Segment, at: number, kind: EntryKind): boolean {
    if (!this.#isWantedItem(games[segment.game(at)] as Game, segment.names[at] as string)) return false;
    // Effects lie beyond the end of the table
    if (this.#phases !== null && this.#phases[segment.variantNumber(at)] !== 1) return false;
    return kind > entryKind.sale || this.#isWantedPiece(segment.paintSeed(at), segment.float(at));
  }

  #isWantedItem(game: Game, name: string): boolean {
    if (this.#items !== null && !this.#items.has(itemKey(name))) return false;
    return this.#hasTraits === null || this.#hasTraits(this.#traitsOf(game, name));
  }

  #isWantedLook(game: Game, { name, phase: variant, float, paintSeed }: OfferTraits): boolean {
    const phase = phaseIn(variant);
    if (!this.#isWantedItem(game, name)) return false;
    if (this.filter.phases !== null && (phase === null || !this.filter.phases.includes(phase))) return false;
    return this.#isWantedPiece(paintSeed ?? -1, float ?? Number.NaN);
  }

  #isWantedPiece(paintSeed: number, float: number): boolean {
    if (this.#seeds !== null && !this.#seeds.has(paintSeed)) return false;
    // An unknown float is NaN, so the comparisons are false
    return !this.#hasFloats || (float >= (this.filter.minFloat ?? 0) && float <= (this.filter.maxFloat ?? 1));
  }

  #isWithin(usd: number): boolean {
    return usd >= this.#low && usd <= this.#high;
  }

  // Both are NaN for an offer that was not shown
  #hasBeenWithin(segment: Segment, at: number): boolean {
    return segment.highUsd(at) >= this.#low && segment.lowUsd(at) <= this.#high;
  }
}

function isWanted(filter: Filter, kind: EntryKind): boolean {
  const facts = kindFacts[kind];
  if (facts === null || !filter.channels.includes(facts.channel)) return false;
  return facts.event === null || filter.events.includes(facts.event);
}

function phaseTable(wanted: readonly Phase[]): Uint8Array {
  const table = new Uint8Array(phases.length + 1);
  for (const phase of wanted) table[phases.indexOf(phase) + 1] = 1;
  return table;
}

/** Events of plain v2 subscriptions: new and changed offers. */
export const defaultEvents: readonly StreamEvent[] = events.slice(0, 2);
