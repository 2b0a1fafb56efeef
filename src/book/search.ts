import type { GameBook } from './game-book.ts';
import type { MarketBook } from './market/market-book.ts';
import type { NameId, Row } from './memory/numbers.ts';
import { bestOf, nthLowest } from './search/best-of.ts';
import type { FoundNames } from './search/found-names.ts';

/** Turns found names into results, ordered, at most `limit`; `some` null means all marketplaces. */
export type HitsOf<Hit> = (
  gameBook: GameBook,
  some: readonly MarketBook[] | null,
  found: FoundNames,
  limit: number,
) => Hit[];

export type SearchHit = { readonly marketBook: MarketBook; readonly row: Row };

const countRange = 2 ** 32;
const last = Number.POSITIVE_INFINITY;

/**
 * U14 and U15: names that contain every word of the query, in order, at most `limit`. If there are fewer and no name begins
 * with the query, names found by short forms of their words follow; if nothing is found, words with a typing error are tried.
 */
export function searchGameBook<Hit>(
  hitsOf: HitsOf<Hit>,
  gameBook: GameBook,
  query: string,
  some: readonly MarketBook[] | null,
  limit: number,
): Hit[] {
  const found = gameBook.tokens.containing(query);
  const hits = hitsOf(gameBook, some, found, limit);
  if (hits.length >= limit || isBegun(found)) return hits;
  hits.push(...hitsOf(gameBook, some, gameBook.words.holding(query, found), limit - hits.length));
  return hits.length > 0 ? hits : hitsOf(gameBook, some, gameBook.words.withErrors(query), limit);
}

/** Whether a name begins with the query, so that the query is spelt as the names are. */
const isBegun = ({ likeness, count }: FoundNames): boolean =>
  [0, 1].some((far) => likeness.subarray(0, count).includes(far));

/** Results for the names most similar to a query, nearest first. */
export function searchNearest<Hit>(
  hitsOf: HitsOf<Hit>,
  gameBook: GameBook,
  query: string,
  some: readonly MarketBook[] | null,
  limit: number,
): Hit[] {
  return hitsOf(gameBook, some, gameBook.words.nearest(query), limit);
}

// One number that sorts exact before prefix before other matches, then by offer count, descending
const keyOf = (likeness: number, count: number): number => (likeness + 1) * countRange - 1 - count;

/** The key of each name's row with the most offers; `last` if no marketplace has the name. */
function nameKeysOf(
  gameBook: GameBook,
  some: readonly MarketBook[] | null,
  { names, likeness, count }: FoundNames,
): Float64Array {
  const nameKeys = new Float64Array(count);
  for (let at = 0; at < count; at += 1) {
    const name = names[at] as NameId;
    const most = some === null ? gameBook.mostOffers(name) : mostAmong(some, name);
    nameKeys[at] = most < 0 ? last : keyOf(likeness[at] as number, most);
  }
  return nameKeys;
}

/** Names, in the order of their first rows. */
export const namesOf: HitsOf<string> = (gameBook, some, found, limit) => {
  const nameKeys = nameKeysOf(gameBook, some, found);
  return firstOf(gameBook, found.names, nameKeys, limit).flatMap((at) =>
    nameKeys[at] === last ? [] : [gameBook.names.name(found.names[at] as NameId)],
  );
};

/** Rows, one per name and marketplace. */
export const rowsOf: HitsOf<SearchHit> = (gameBook, some, found, limit) => {
  const { names, likeness } = found;
  const nameKeys = nameKeysOf(gameBook, some, found);
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
};

/** -1 if no marketplace has the item. */
function mostAmong(some: readonly MarketBook[], name: NameId): number {
  let most = -1;
  for (const marketBook of some) {
    const row = marketBook.series.wholeRow(name);
    if (row >= 0) most = Math.max(most, marketBook.floorCount(row));
  }
  return most;
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
