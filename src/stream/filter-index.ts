import { itemKey } from '../names/item-key.ts';
import { games, marketplaceIdLimit } from '../schema/index.ts';
import type { FanOutGroup } from './fan-out-group.ts';
import type { FilterMatcher } from './filter.ts';
import {
  channels,
  type EntryKind,
  entryKind,
  isOfSource,
  kindFacts,
  type LogEntry,
  sourceChannels,
} from './log/entry.ts';
import type { Segment } from './log/segment.ts';

/** Anything that the index can find by its filter. */
export type Filtering = { readonly matcher: FilterMatcher };

type IndexCell<Group> = {
  /** Groups without price bounds. */
  readonly wide: Set<Group>;
  readonly bounded: Set<Group>;
  /** Bounded groups by step of the price scale, computed on first use. */
  readonly steps: Map<number, readonly Group[]>;
};

const lastStep = 79;

// Two steps per doubling of the price, starting at 0.001 dollars
const stepOf = (usd: number): number =>
  usd > 0.001 ? Math.min(lastStep, 1 + Math.floor(2 * Math.log2(usd * 1000))) : 0;

const isOnStep = (group: Filtering, step: number): boolean => {
  const [low, high] = group.matcher.bounds ?? [0, Number.POSITIVE_INFINITY];
  return stepOf(low) <= step && step <= stepOf(high);
};

const cellNumber = (channel: number, marketplaceId: number, game: number): number =>
  (channel * marketplaceIdLimit + marketplaceId) * games.length + game;

/**
 * Finds the groups that an entry may concern: by channel, marketplace and game, those with price bounds also by price,
 * those that name items by name. The cost of an entry grows with the groups near it, not with all groups.
 */
export class FilterIndex<Group extends Filtering = FanOutGroup> {
  readonly #cells = new Map<number, IndexCell<Group>>();
  readonly #byItem = channels.map(() => new Map<string, Set<Group>>());

  add(group: Group): void {
    this.#each(group, (set) => set.add(group));
  }

  remove(group: Group): void {
    this.#each(group, (set) => set.delete(group));
  }

  /** Whether any group may match the entry. */
  mayConcern({ kind, marketplaceId, game, name, previousTraits }: LogEntry): boolean {
    const facts = kindFacts[kind];
    if (facts === null) return false;
    const channel = channels.indexOf(facts.channel);
    const byItem = this.#byItem[channel] as Map<string, Set<Group>>;
    if (byItem.size > 0) {
      if (byItem.has(itemKey(name))) return true;
      if (previousTraits !== null && byItem.has(itemKey(previousTraits.name))) return true;
    }
    const cell = this.#cells.get(cellNumber(channel, marketplaceId, games.indexOf(game)));
    return cell !== undefined && cell.wide.size + cell.bounded.size > 0;
  }

  visit(segment: Segment, at: number, visitor: (group: Group) => void): void {
    const kind = segment.kind(at);
    const facts = kindFacts[kind];
    if (facts === null) return;
    const channel = channels.indexOf(facts.channel);
    this.#visitItem(channel, segment, at, visitor);
    const cell = this.#cells.get(cellNumber(channel, segment.marketplaceId(at), segment.game(at)));
    if (cell === undefined) return;
    for (const group of cell.wide) visitor(group);
    if (cell.bounded.size > 0) this.#visitBounded(cell, kind, segment, at, visitor);
  }

  #visitItem(channel: number, segment: Segment, at: number, visitor: (group: Group) => void): void {
    const byItem = this.#byItem[channel] as Map<string, Set<Group>>;
    if (byItem.size === 0) return;
    const key = itemKey(segment.names[at] as string);
    const named = byItem.get(key);
    for (const group of named ?? []) visitor(group);
    const previousName = segment.previousTraits(at)?.name;
    const previous = previousName === undefined ? key : itemKey(previousName);
    if (previous === key) return;
    for (const group of byItem.get(previous) ?? []) if (named?.has(group) !== true) visitor(group);
  }

  #visitBounded(
    cell: IndexCell<Group>,
    kind: EntryKind,
    segment: Segment,
    at: number,
    visitor: (group: Group) => void,
  ): void {
    if (isOfSource(kind)) {
      for (const group of cell.bounded) visitor(group);
      return;
    }
    const step = stepOf(segment.usd(at));
    for (const group of this.#onStep(cell, step)) visitor(group);
    if (kind !== entryKind.updated && kind !== entryKind.removed) return;
    const low = stepOf(segment.lowUsd(at));
    const high = stepOf(segment.highUsd(at));
    for (let previous = low; previous <= high; previous += 1) {
      for (const group of this.#onStep(cell, previous)) {
        const isVisited = isOnStep(group, step) || (previous > low && isOnStep(group, previous - 1));
        if (group.matcher.sendsRemovals && !isVisited) visitor(group);
      }
    }
  }

  #onStep(cell: IndexCell<Group>, step: number): readonly Group[] {
    const known = cell.steps.get(step);
    if (known !== undefined) return known;
    const found = [...cell.bounded].filter((group) => isOnStep(group, step));
    cell.steps.set(step, found);
    return found;
  }

  #each(group: Group, change: (set: Set<Group>) => void): void {
    const { filter } = group.matcher;
    for (const name of filter.channels) {
      const channel = channels.indexOf(name);
      if (filter.items !== null && !sourceChannels.has(name)) {
        this.#eachItem(channel, filter.items, change);
        continue;
      }
      for (const marketplaceId of filter.marketplaceIds) {
        for (const game of filter.games) {
          const cell = this.#cell(cellNumber(channel, marketplaceId, games.indexOf(game)));
          change(group.matcher.bounds === null ? cell.wide : cell.bounded);
          cell.steps.clear();
        }
      }
    }
  }

  #eachItem(channel: number, items: readonly string[], change: (set: Set<Group>) => void): void {
    const byItem = this.#byItem[channel] as Map<string, Set<Group>>;
    for (const item of items.map(itemKey)) {
      const set = byItem.get(item) ?? new Set<Group>();
      change(set);
      if (set.size === 0) byItem.delete(item);
      else byItem.set(item, set);
    }
  }

  #cell(number: number): IndexCell<Group> {
    const known = this.#cells.get(number);
    if (known !== undefined) return known;
    const cell: IndexCell<Group> = { wide: new Set(), bounded: new Set(), steps: new Map() };
    this.#cells.set(number, cell);
    return cell;
  }
}
