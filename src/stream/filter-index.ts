import { games, marketplaceIdLimit } from '../schema/index.ts';
import type { Audience } from './fan-out-group.ts';
import { channels, type EntryKind, entryKind, kindFacts } from './log/entry.ts';
import type { Segment } from './log/segment.ts';

type Cell = {
  /** Audiences of any price. */
  readonly wide: Set<Audience>;
  readonly bounded: Set<Audience>;
  /** Bounded ones by step of the price scale, drawn up when first asked for. */
  readonly steps: Map<number, readonly Audience[]>;
};

const lastStep = 79;

// Two steps for each doubling, from a thousandth of a dollar on
const stepOf = (usd: number): number =>
  usd > 0.001 ? Math.min(lastStep, 1 + Math.floor(2 * Math.log2(usd * 1000))) : 0;

const isOnStep = (audience: Audience, step: number): boolean => {
  const [low, high] = audience.judge.bounds ?? [0, Number.POSITIVE_INFINITY];
  return stepOf(low) <= step && step <= stepOf(high);
};

const cellNumber = (channel: number, marketplaceId: number, game: number): number =>
  (channel * marketplaceIdLimit + marketplaceId) * games.length + game;

/**
 * Which audiences may care for an entry: by channel, marketplace and game, those with bounds also by price; those that
 * named items by name. What an entry costs follows the audiences near it, not all there are.
 */
export class InterestIndex {
  readonly #cells = new Map<number, Cell>();
  readonly #byItem = channels.map(() => new Map<string, Set<Audience>>());

  add(audience: Audience): void {
    this.#each(audience, (set) => set.add(audience));
  }

  remove(audience: Audience): void {
    this.#each(audience, (set) => set.delete(audience));
  }

  visit(segment: Segment, at: number, visitor: (audience: Audience) => void): void {
    const kind = segment.kind(at);
    const facts = kindFacts[kind];
    if (facts === null) return;
    const channel = channels.indexOf(facts.channel);
    this.#visitItem(channel, segment, at, visitor);
    const cell = this.#cells.get(cellNumber(channel, segment.marketplaceId(at), segment.game(at)));
    if (cell === undefined) return;
    for (const audience of cell.wide) visitor(audience);
    if (cell.bounded.size > 0) this.#visitBounded(cell, kind, segment, at, visitor);
  }

  #visitItem(channel: number, segment: Segment, at: number, visitor: (audience: Audience) => void): void {
    const byItem = this.#byItem[channel] as Map<string, Set<Audience>>;
    const named = byItem.get(segment.names[at] as string);
    for (const audience of named ?? []) visitor(audience);
    const former = segment.formerLooks(at)?.name;
    if (former === undefined || former === segment.names[at]) return;
    for (const audience of byItem.get(former) ?? []) if (named?.has(audience) !== true) visitor(audience);
  }

  #visitBounded(
    cell: Cell,
    kind: EntryKind,
    segment: Segment,
    at: number,
    visitor: (audience: Audience) => void,
  ): void {
    if (kind === entryKind.source) {
      for (const audience of cell.bounded) visitor(audience);
      return;
    }
    const step = stepOf(segment.usd(at));
    for (const audience of this.#onStep(cell, step)) visitor(audience);
    if (kind !== entryKind.updated && kind !== entryKind.removed) return;
    const low = stepOf(segment.lowUsd(at));
    const high = stepOf(segment.highUsd(at));
    for (let former = low; former <= high; former += 1) {
      for (const audience of this.#onStep(cell, former)) {
        const isVisited = isOnStep(audience, step) || (former > low && isOnStep(audience, former - 1));
        if (audience.judge.tellsLeaving && !isVisited) visitor(audience);
      }
    }
  }

  #onStep(cell: Cell, step: number): readonly Audience[] {
    const known = cell.steps.get(step);
    if (known !== undefined) return known;
    const found = [...cell.bounded].filter((audience) => isOnStep(audience, step));
    cell.steps.set(step, found);
    return found;
  }

  #each(audience: Audience, change: (set: Set<Audience>) => void): void {
    const { filter } = audience.judge;
    for (const name of filter.channels) {
      const channel = channels.indexOf(name);
      if (filter.items !== null && name !== 'sources') {
        this.#eachItem(channel, filter.items, change);
        continue;
      }
      for (const marketplaceId of filter.marketplaceIds) {
        for (const game of filter.games) {
          const cell = this.#cell(cellNumber(channel, marketplaceId, games.indexOf(game)));
          change(audience.judge.bounds === null ? cell.wide : cell.bounded);
          cell.steps.clear();
        }
      }
    }
  }

  #eachItem(channel: number, items: readonly string[], change: (set: Set<Audience>) => void): void {
    const byItem = this.#byItem[channel] as Map<string, Set<Audience>>;
    for (const item of items) {
      const set = byItem.get(item) ?? new Set<Audience>();
      change(set);
      if (set.size === 0) byItem.delete(item);
      else byItem.set(item, set);
    }
  }

  #cell(number: number): Cell {
    const known = this.#cells.get(number);
    if (known !== undefined) return known;
    const cell: Cell = { wide: new Set(), bounded: new Set(), steps: new Map() };
    this.#cells.set(number, cell);
    return cell;
  }
}
