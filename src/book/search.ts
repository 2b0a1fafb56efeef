import type { GameBook } from './game-book.ts';
import type { MarketBook } from './market-book.ts';
import type { NameId, Row } from './memory/numbers.ts';
import { bestOf } from './search/best-of.ts';
import type { FoundNames } from './search/found-names.ts';

export type SearchHit = { readonly marketBook: MarketBook; readonly row: Row };

const countRange = 2 ** 32;
const last = Number.POSITIVE_INFINITY;

/**
 * U14 and U15: rows whose names hold every word of the query, in order, at most `limit`. Where they are fewer and no name begins so, names
 * found by short forms of their words follow; where there is none at all, words with an error of typing are tried.
 */
export function searchGameBook(
  gameBook: GameBook,
  query: string,
  marketBook: MarketBook | null,
  limit: number,
): SearchHit[] {
  const found = gameBook.tokens.containing(query);
  const hits = rowsOf(gameBook, marketBook, found, limit);
  if (hits.length >= limit || isBegun(found)) return hits;
  hits.push(...rowsOf(gameBook, marketBook, gameBook.words.holding(query, found), limit - hits.length));
  return hits.length > 0 ? hits : rowsOf(gameBook, marketBook, gameBook.words.withErrors(query), limit);
}

/** Whether a name begins with the query, which then is spelt as the names are. */
const isBegun = ({ likeness, count }: FoundNames): boolean =>
  [0, 1].some((far) => likeness.subarray(0, count).includes(far));

/** Rows of the names that are most like a query, nearest first. */
export function searchNearest(
  gameBook: GameBook,
  query: string,
  marketBook: MarketBook | null,
  limit: number,
): SearchHit[] {
  return rowsOf(gameBook, marketBook, gameBook.words.nearest(query), limit);
}

const rowsOf = (gameBook: GameBook, marketBook: MarketBook | null, found: FoundNames, limit: number): SearchHit[] =>
  marketBook === null ? searchAll(gameBook, found, limit) : searchOne(gameBook, marketBook, found, limit);

// Exact before prefix before rest, then more offers before fewer, in one number
const keyOf = (likeness: number, count: number): number => (likeness + 1) * countRange - 1 - count;

function searchOne(
  gameBook: GameBook,
  marketBook: MarketBook,
  { names, likeness, count }: FoundNames,
  limit: number,
): SearchHit[] {
  const keys = new Float64Array(count);
  for (let at = 0; at < count; at += 1) {
    const row = marketBook.wholeRow(names[at] as NameId);
    keys[at] = row < 0 ? last : keyOf(likeness[at] as number, marketBook.floorCount(row));
  }
  return firstOf(gameBook, names, keys, limit)
    .filter((at) => keys[at] !== last)
    .map((at) => ({ marketBook, row: marketBook.wholeRow(names[at] as NameId) }));
}

function searchAll(gameBook: GameBook, { names, likeness, count }: FoundNames, limit: number): SearchHit[] {
  const nameKeys = new Float64Array(count);
  for (let at = 0; at < count; at += 1) {
    nameKeys[at] = keyOf(likeness[at] as number, gameBook.mostOffers(names[at] as NameId));
  }
  // No row stands before its name's row with the most offers, so the first `limit` names hold the first `limit` rows
  const hits: SearchHit[] = [];
  const hitNames: number[] = [];
  const keys: number[] = [];
  for (const at of firstOf(gameBook, names, nameKeys, limit)) {
    const name = names[at] as NameId;
    for (const marketBook of gameBook.marketBooks) {
      const row = marketBook.wholeRow(name);
      if (row < 0) continue;
      hits.push({ marketBook, row });
      hitNames.push(name);
      keys.push(keyOf(likeness[at] as number, marketBook.floorCount(row)));
    }
  }
  return firstOf(gameBook, hitNames, keys, limit).map((at) => hits[at] as SearchHit);
}

/** Positions of the first `limit` by key, then name; rows of one name stand in registry order already. */
function firstOf(gameBook: GameBook, names: ArrayLike<number>, keys: ArrayLike<number>, limit: number): number[] {
  return bestOf(keys.length, limit, (a, b) => {
    const keyA = keys[a] as number;
    const keyB = keys[b] as number;
    if (keyA !== keyB) return keyA < keyB ? -1 : 1;
    if (names[a] === names[b]) return a - b;
    return gameBook.names.name(names[a] as NameId) < gameBook.names.name(names[b] as NameId) ? -1 : 1;
  });
}
