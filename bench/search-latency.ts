import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { createShelf } from '../src/book/create-shelf.ts';
import type { Shelf } from '../src/book/shelf.ts';
import { marketplaces } from '../src/schema/index.ts';
import { createRandom, madeUpNames, madeUpQuote } from './made-up-items.ts';

export type SearchLatency = {
  readonly names: number;
  readonly marketplaces: number;
  readonly searches: number;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
  readonly slowestQuery: string;
};

const batch = 1000;

/** A shelf on which every name has a quote on every marketplace. */
export function fillWithQuotes(names: readonly string[], marketplaceCount: number): Shelf {
  const random = createRandom(2);
  const shelf = createShelf();
  for (const { id } of marketplaces.slice(0, marketplaceCount)) {
    for (let first = 0; first < names.length; first += batch) {
      const records = names.slice(first, first + batch).map((name) => madeUpQuote(name, id, random));
      shelf.apply(records, { marketplaceId: id, source: 'bench', at: 1_770_000_000_000 });
    }
  }
  return shelf;
}

const hardQueries = ['a', 'e', '(', '|', '™', '★', 'te', 'field', 'tested a', 'a e i', 'zzzz', 'no such name', '龍王'];

function queriesFrom(names: readonly string[], count: number): string[] {
  const random = createRandom(3);
  return Array.from({ length: count }, (_, at) => {
    if (at % 4 === 0) return hardQueries[(at / 4) % hardQueries.length] as string;
    const name = names[Math.floor(random() * names.length)] as string;
    if (at % 4 === 1) return name;
    if (at % 4 === 2) return name.slice(0, 1 + Math.floor(random() * name.length));
    const words = name.split(' ').filter((word) => word !== '|');
    return [words.at(-1), words[Math.floor(random() * words.length)]].join(' ');
  });
}

export function measureSearchLatency(nameCount: number, marketplaceCount: number, limit = 100): SearchLatency {
  const names = madeUpNames(nameCount);
  const shelf = fillWithQuotes(names, marketplaceCount);
  const queries = queriesFrom(names, 2000);
  for (const query of queries.slice(0, 200)) shelf.search('CS2', query, null, limit);
  const spent = queries.map((query) => {
    const started = performance.now();
    shelf.search('CS2', query, null, limit);
    return { query, milliseconds: performance.now() - started };
  });
  spent.sort((a, b) => a.milliseconds - b.milliseconds);
  const at = (share: number) => spent[Math.floor((spent.length - 1) * share)] as (typeof spent)[number];
  const rounded = (milliseconds: number) => Math.round(milliseconds * 1000) / 1000;
  return {
    names: nameCount,
    marketplaces: marketplaceCount,
    searches: spent.length,
    p50Milliseconds: rounded(at(0.5).milliseconds),
    p99Milliseconds: rounded(at(0.99).milliseconds),
    slowestQuery: at(1).query,
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(JSON.stringify(measureSearchLatency(Number(process.argv[2] ?? 90_000), 26)));
  console.log(JSON.stringify(process.memoryUsage()));
}
