import { type Game, games, marketplaceIdLimit, type Phase, phases } from '../schema/index.ts';
import { type Channel, type EntryKind, entryKind, events, kindCount, kindFacts, type StreamEvent } from './entry.ts';
import type { Segment } from './segment.ts';

/** What a subscription lets through. Lists are in public order, so that equal filters look equal. */
export type Filter = {
  readonly marketplaceIds: readonly number[];
  readonly games: readonly Game[];
  readonly channels: readonly Channel[];
  readonly events: readonly StreamEvent[];
  readonly newFloorOnly: boolean;
  /** Null is every item. */
  readonly items: readonly string[] | null;
  readonly minPriceUSD: number | null;
  readonly maxPriceUSD: number | null;
  readonly minFloat: number | null;
  readonly maxFloat: number | null;
  readonly paintSeeds: readonly number[] | null;
  readonly phases: readonly Phase[] | null;
};

export const verdict = {
  no: 0,
  yes: 1,
  /** An update took the offer out of the price bounds of a reader that wants to hear of removals. */
  leaves: 2,
} as const;
export type Verdict = (typeof verdict)[keyof typeof verdict];

// Prices drift with exchange rates without a message, so what a reader was told may lie beyond the former price
const driftMargin = 0.1;

/** A filter made ready to be asked often. */
export class Judge {
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
  readonly #tellsLeaving: boolean;

  constructor(filter: Filter) {
    this.filter = filter;
    for (const id of filter.marketplaceIds) this.#marketplaces[id] = 1;
    for (const game of filter.games) this.#games[games.indexOf(game)] = 1;
    for (let kind = 0; kind < kindCount; kind += 1) this.#kinds[kind] = isHeard(filter, kind as EntryKind) ? 1 : 0;
    this.#phases = filter.phases === null ? null : phaseTable(filter.phases);
    this.#items = filter.items === null ? null : new Set(filter.items);
    this.#seeds = filter.paintSeeds === null ? null : new Set(filter.paintSeeds);
    this.#low = filter.minPriceUSD ?? Number.NEGATIVE_INFINITY;
    this.#high = filter.maxPriceUSD ?? Number.POSITIVE_INFINITY;
    this.#hasBounds = filter.minPriceUSD !== null || filter.maxPriceUSD !== null;
    this.#hasFloats = filter.minFloat !== null || filter.maxFloat !== null;
    this.#tellsLeaving = filter.channels.includes('offers') && filter.events.includes('Removed');
  }

  /** Whether entries of this price can be let through or leave; what decides whose index they stand in. */
  get bounds(): readonly [number, number] | null {
    return this.#hasBounds ? [this.#low, this.#high] : null;
  }

  get tellsLeaving(): boolean {
    return this.#tellsLeaving;
  }

  hears(kind: EntryKind): boolean {
    return this.#kinds[kind] === 1;
  }

  of(segment: Segment, at: number): Verdict {
    const kind = segment.kind(at);
    if (this.#kinds[kind] === 0 && !(kind === entryKind.updated && this.#tellsLeaving)) return verdict.no;
    if (this.#marketplaces[segment.marketplaceId(at)] === 0 || this.#games[segment.game(at)] === 0) return verdict.no;
    if (kind === entryKind.source) return verdict.yes;
    if (this.#items !== null && !this.#items.has(segment.names[at] as string)) return verdict.no;
    if (!this.#isWanted(segment, at, kind)) return verdict.no;
    if (!this.#hasBounds || this.#isWithin(segment.usd(at))) return this.#heardVerdict(segment, at, kind);
    const isLeaving = kind === entryKind.updated && this.#tellsLeaving && this.#wasNear(segment.formerUsd(at));
    return isLeaving ? verdict.leaves : verdict.no;
  }

  #heardVerdict(segment: Segment, at: number, kind: EntryKind): Verdict {
    if (this.#kinds[kind] === 0) return verdict.no;
    const isFloorKind = kind === entryKind.added || kind === entryKind.updated;
    return isFloorKind && this.filter.newFloorOnly && !segment.isNewFloor(at) ? verdict.no : verdict.yes;
  }

  #isWanted(segment: Segment, at: number, kind: EntryKind): boolean {
    if (this.#phases !== null && this.#phases[segment.phaseNumber(at)] === 0) return false;
    if (kind > entryKind.sale) return true;
    if (this.#seeds !== null && !this.#seeds.has(segment.paintSeed(at))) return false;
    if (!this.#hasFloats) return true;
    // Comparisons with an unknown float, which is NaN, are false
    const float = segment.float(at);
    return float >= (this.filter.minFloat ?? 0) && float <= (this.filter.maxFloat ?? 1);
  }

  #isWithin(usd: number): boolean {
    return usd >= this.#low && usd <= this.#high;
  }

  #wasNear(formerUsd: number): boolean {
    return formerUsd >= this.#low * (1 - driftMargin) && formerUsd <= this.#high * (1 + driftMargin);
  }
}

function isHeard(filter: Filter, kind: EntryKind): boolean {
  const facts = kindFacts[kind];
  if (facts === null || !filter.channels.includes(facts.channel)) return false;
  return facts.event === null || filter.events.includes(facts.event);
}

function phaseTable(wanted: readonly Phase[]): Uint8Array {
  const table = new Uint8Array(phases.length + 1);
  for (const phase of wanted) table[phases.indexOf(phase) + 1] = 1;
  return table;
}

/** What clients of the first days get: new and changed offers. */
export const defaultEvents: readonly StreamEvent[] = events.slice(0, 2);
