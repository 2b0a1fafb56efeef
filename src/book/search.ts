import type { Aisle } from './aisle.ts';
import { bestOf } from './best-of.ts';
import type { Stall } from './stall.ts';

export type SearchHit = { readonly stall: Stall; readonly row: number };

const countRange = 2 ** 32;

/** U14 and U15: rows whose names hold every word of the query, in order, at most `limit`. */
export function searchAisle(aisle: Aisle, query: string, stall: Stall | null, limit: number): SearchHit[] {
  const wanted = query.trim().toLowerCase();
  const names = aisle.names.containing(wanted.split(/\s+/).filter((word) => word !== ''));
  if (stall !== null) {
    const own = names.filter((name) => stall.wholeRow(name) >= 0);
    const keys = own.map((name) => keyOf(aisle, name, wanted, stall.figureCount(stall.wholeRow(name))));
    return firstOf(aisle, own, keys, limit).map((at) => ({ stall, row: stall.wholeRow(own[at] as number) }));
  }
  // No row stands before its name's row with the most offers, so the first `limit` names hold the first `limit` rows
  const keys = names.map((name) => keyOf(aisle, name, wanted, aisle.mostOffers(name)));
  return firstRows(
    aisle,
    firstOf(aisle, names, keys, limit).map((at) => names[at] as number),
    wanted,
    limit,
  );
}

function firstRows(aisle: Aisle, names: readonly number[], wanted: string, limit: number): SearchHit[] {
  const hits: SearchHit[] = [];
  const hitNames: number[] = [];
  const keys: number[] = [];
  for (const name of names) {
    for (const stall of aisle.stalls) {
      const row = stall.wholeRow(name);
      if (row < 0) continue;
      hits.push({ stall, row });
      hitNames.push(name);
      keys.push(keyOf(aisle, name, wanted, stall.figureCount(row)));
    }
  }
  return firstOf(aisle, hitNames, keys, limit).map((at) => hits[at] as SearchHit);
}

// Exact before prefix before rest, then more offers before fewer, in one number
const keyOf = (aisle: Aisle, name: number, wanted: string, count: number): number =>
  (aisle.names.likeness(name, wanted) + 1) * countRange - 1 - count;

/** Positions of the first `limit` by key, then name; equal names stand in registry order already. */
function firstOf(aisle: Aisle, names: readonly number[], keys: readonly number[], limit: number): number[] {
  return bestOf(names.keys(), limit, (a, b) => {
    const apart = (keys[a] as number) - (keys[b] as number);
    if (apart !== 0 || names[a] === names[b]) return apart || a - b;
    return aisle.names.name(names[a] as number) < aisle.names.name(names[b] as number) ? -1 : 1;
  });
}
