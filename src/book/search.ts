import type { Aisle } from './aisle.ts';
import { bestOf } from './best-of.ts';
import type { FoundNames } from './name-list.ts';
import type { Stall } from './stall.ts';

export type SearchHit = { readonly stall: Stall; readonly row: number };

type Ranked = { readonly names: number[]; readonly keys: number[] };

const countRange = 2 ** 32;

/** U14 and U15: rows whose names hold every word of the query, in order, at most `limit`. */
export function searchAisle(aisle: Aisle, query: string, stall: Stall | null, limit: number): SearchHit[] {
  const found = aisle.names.containing(query);
  if (stall !== null) {
    const own = rank(found, (name) => countAt(stall, name));
    return firstOf(aisle, own, limit).map((at) => ({ stall, row: stall.wholeRow(own.names[at] as number) }));
  }
  // No row stands before its name's row with the most offers, so the first `limit` names hold the first `limit` rows
  const all = rank(found, (name) => aisle.mostOffers(name));
  return firstRows(aisle, all, firstOf(aisle, all, limit), limit);
}

// Exact before prefix before rest, then more offers before fewer, in one number
function rank({ names, likeness }: FoundNames, countOf: (name: number) => number | null): Ranked {
  const ranked: Ranked = { names: [], keys: [] };
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] as number;
    const count = countOf(name);
    if (count === null) continue;
    ranked.names.push(name);
    ranked.keys.push(((likeness[at] as number) + 1) * countRange - 1 - count);
  }
  return ranked;
}

function countAt(stall: Stall, name: number): number | null {
  const row = stall.wholeRow(name);
  return row < 0 ? null : stall.figureCount(row);
}

function firstRows(aisle: Aisle, { names, keys }: Ranked, chosen: readonly number[], limit: number): SearchHit[] {
  const hits: SearchHit[] = [];
  const rows: Ranked = { names: [], keys: [] };
  for (const at of chosen) {
    const name = names[at] as number;
    const most = aisle.mostOffers(name);
    for (const stall of aisle.stalls) {
      const row = stall.wholeRow(name);
      if (row < 0) continue;
      hits.push({ stall, row });
      rows.names.push(name);
      rows.keys.push((keys[at] as number) + most - stall.figureCount(row));
    }
  }
  return firstOf(aisle, rows, limit).map((at) => hits[at] as SearchHit);
}

/** Positions of the first `limit` by key, then name; rows of one name stand in registry order already. */
function firstOf(aisle: Aisle, { names, keys }: Ranked, limit: number): number[] {
  return bestOf(names.length, limit, (a, b) => {
    const apart = (keys[a] as number) - (keys[b] as number);
    if (apart !== 0) return apart;
    if (names[a] === names[b]) return a - b;
    return aisle.names.name(names[a] as number) < aisle.names.name(names[b] as number) ? -1 : 1;
  });
}
