import type { GameBook } from './game-book.ts';
import type { MarketBook } from './market/market-book.ts';
import type { NameId, Row } from './memory/numbers.ts';
import { type BookSummary, summaryOf } from './queries.ts';
import { bestOf, nthLowest } from './search/best-of.ts';
import { addFound, type FoundNames, foundNames } from './search/found-names.ts';

/** `some` null means all marketplaces. */
export type Search = {
  readonly gameBook: GameBook;
  readonly query: string;
  readonly some: readonly MarketBook[] | null;
  readonly limit: number;
  /** Whether an item is among those asked for; all are if it is missing. */
  readonly isWanted?: (name: string) => boolean;
};

/** Which names are searched for: null means those of all marketplaces. */
export type NameChoice = Pick<Search, 'limit' | 'isWanted'> & { readonly marketplaceIds: readonly number[] | null };

/** `isNear`: the name does not have what was typed, but resembles it. */
export type FoundName = { readonly name: string; readonly isNear: boolean };

export type FoundRow = BookSummary & FoundName;

type SearchHit = { readonly marketBook: MarketBook; readonly row: Row };

/** Among equally near names, the one with the highest weight comes first. */
type Weigh = (search: Search, name: NameId) => number;

const weightRange = 2 ** 44;
const last = Number.POSITIVE_INFINITY;

/**
 * U14 and U15: rows of names that contain every word of the query. If they are fewer than the limit and no name begins with
 * the query, names found by what traders type follow; if nothing is found, words with a typing error are tried.
 */
export function searchRows(search: Search): FoundRow[] {
  const { gameBook, query, limit } = search;
  const held = gameBook.indexes.containing(query);
  const hits = rowsOf(search, held, limit);
  if (hits.length >= limit || isBegun(held)) return foundRows(hits, false);
  hits.push(...rowsOf(search, gameBook.indexes.words.holding(query, held), limit - hits.length));
  if (hits.length > 0) return foundRows(hits, false);
  return foundRows(rowsOf(search, gameBook.indexes.words.withErrors(query), limit), true);
}

/**
 * Names that contain what was typed or what it stands for, by their rank; if they are fewer than the limit, names that
 * contain its letters elsewhere follow; if there are none, words with a typing error are tried.
 */
export function searchNames(search: Search): FoundName[] {
  const { gameBook, query, limit } = search;
  const ranked = gameBook.indexes.words.rankedHolding(query);
  const hits = namesOf(search, ranked, worthOf);
  if (hits.length < limit) {
    const others = namesOf(search, without(ranked, gameBook.indexes.containing(query)), worthOf);
    hits.push(...others.slice(0, limit - hits.length));
  }
  if (hits.length > 0) return foundItems(hits, false);
  return foundItems(namesOf(search, gameBook.indexes.words.rankedWithErrors(query), worthOf), true);
}

/** Rows of the names most similar to a query, nearest first. */
export const nearestRows = (search: Search): FoundRow[] =>
  foundRows(rowsOf(search, search.gameBook.indexes.words.nearest(search.query), search.limit), true);

/** The names most similar to a query, nearest first. */
export const nearestNames = (search: Search): FoundName[] =>
  foundItems(namesOf(search, search.gameBook.indexes.words.nearest(search.query), countOf), true);

const foundRows = (hits: readonly SearchHit[], isNear: boolean): FoundRow[] =>
  hits.map(({ marketBook, row }) => ({ ...summaryOf(marketBook, row), isNear }));

const foundItems = (hits: readonly string[], isNear: boolean): FoundName[] => hits.map((name) => ({ name, isNear }));

/** Whether a name begins with the query, so that the query is spelt as the names are. */
const isBegun = ({ likeness, count }: FoundNames): boolean =>
  [0, 1].some((far) => likeness.subarray(0, count).includes(far));

/** The found names that are not in `known`. */
function without(known: FoundNames, found: FoundNames): FoundNames {
  const isKnown = new Set<number>(known.names.subarray(0, known.count));
  const others = foundNames(found.count);
  for (let at = 0; at < found.count; at += 1) {
    const name = found.names[at] as number;
    if (!isKnown.has(name)) addFound(others, name, found.likeness[at] as number);
  }
  return others;
}

// One number that sorts by likeness, then by weight, descending
const keyOf = (likeness: number, weight: number): number =>
  (likeness + 1) * weightRange - 1 - Math.min(weight, weightRange - 1);

/** The most offers of an item on one marketplace; -1 if no marketplace has it. */
function countOf({ gameBook, some }: Search, name: NameId): number {
  if (some === null) return gameBook.maxOffers(name);
  let max = -1;
  for (const marketBook of some) {
    const row = marketBook.series.wholeRow(name);
    if (row >= 0) max = Math.max(max, marketBook.floorCount(row));
  }
  return max;
}

/** That number at the root of the lowest ask, so that both what is dear and what is traded come first. */
function worthOf(search: Search, name: NameId): number {
  const count = countOf(search, name);
  return count <= 0 ? count : Math.round(count * Math.sqrt(Math.max(1, askOf(search, name))));
}

function askOf({ gameBook, some }: Search, name: NameId): number {
  if (some === null) return gameBook.best.best('ask', { name, variant: 0 });
  let lowest = 0;
  for (const marketBook of some) {
    const row = marketBook.series.wholeRow(name);
    const ask = row < 0 ? 0 : marketBook.floorUsd(row);
    if (ask > 0 && (lowest === 0 || ask < lowest)) lowest = ask;
  }
  return lowest;
}

/** The key of each name; `last` if no marketplace has the name. */
function nameKeysOf(search: Search, { names, likeness, count }: FoundNames, weigh: Weigh): Float64Array {
  const nameKeys = new Float64Array(count);
  for (let at = 0; at < count; at += 1) {
    const name = names[at] as NameId;
    const weight = search.isWanted?.(search.gameBook.names.name(name)) === false ? -1 : weigh(search, name);
    nameKeys[at] = weight < 0 ? last : keyOf(likeness[at] as number, weight);
  }
  return nameKeys;
}

/** Names in the order of their keys. */
function namesOf(search: Search, found: FoundNames, weigh: Weigh): string[] {
  const { gameBook, limit } = search;
  const nameKeys = nameKeysOf(search, found, weigh);
  return firstOf(gameBook, found.names, nameKeys, limit).flatMap((at) =>
    nameKeys[at] === last ? [] : [gameBook.names.name(found.names[at] as NameId)],
  );
}

/** Rows, one per name and marketplace, by likeness, then by number of offers. */
function rowsOf(search: Search, found: FoundNames, limit: number): SearchHit[] {
  const { gameBook, some } = search;
  const { names, likeness } = found;
  const nameKeys = nameKeysOf(search, found, countOf);
  // No row sorts before its name's row with the most offers, so the first `limit` names hold the first `limit` rows
  const hits: SearchHit[] = [];
  const hitNames: number[] = [];
  const keys: number[] = [];
  for (const at of firstOf(gameBook, names, nameKeys, limit)) {
    const name = names[at] as NameId;
    for (const marketBook of some ?? gameBook.marketBooks) {
      const row = marketBook.series.wholeRow(name);
      if (row < 0) continue;
      hits.push({ marketBook, row });
      hitNames.push(name);
      keys.push(keyOf(likeness[at] as number, marketBook.floorCount(row)));
    }
  }
  return firstOf(gameBook, hitNames, keys, limit).map((at) => hits[at] as SearchHit);
}

/** Positions of the first `limit` by key, then name; rows of one name are already in registry order. */
function firstOf(gameBook: GameBook, names: ArrayLike<number>, keys: ArrayLike<number>, limit: number): number[] {
  // Preselect by number, so that few are compared by name
  const highest = nthLowest(keys, limit);
  const able: number[] = [];
  for (let at = 0; at < keys.length; at += 1) if ((keys[at] as number) <= highest) able.push(at);
  const first = bestOf(able.length, limit, (one, other) => {
    const [a, b] = [able[one] as number, able[other] as number];
    const keyA = keys[a] as number;
    const keyB = keys[b] as number;
    if (keyA !== keyB) return keyA < keyB ? -1 : 1;
    if (names[a] === names[b]) return a - b;
    return gameBook.names.name(names[a] as NameId) < gameBook.names.name(names[b] as NameId) ? -1 : 1;
  });
  return first.map((one) => able[one] as number);
}
