import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstFiles } from './first-files.ts';
import { listEntries } from './list-entries.ts';
import { connectorFolder } from './places.ts';
import { type Wanted, wanted } from './wanted.ts';

/** All files that a new marketplace adds or changes, by path, with their content. */
export type Plan = { readonly marketplace: Wanted; readonly files: ReadonlyMap<string, string> };

/** Makes a plan from command-line arguments without writing anything; throws when they are not valid. */
export function planned(root: string, words: readonly string[]): Plan {
  const marketplace = wanted(words);
  const files = firstFiles(marketplace, new Date().toISOString().slice(0, 10));
  const inTheWay = [connectorFolder(marketplace.slug), ...files.keys()].find((path) => existsSync(join(root, path)));
  if (inTheWay !== undefined) throw new Error(`the slug "${marketplace.slug}" is taken: ${inTheWay} exists`);
  const changed = listEntries(marketplace, (path) => readFileSync(join(root, path), 'utf8'));
  return { marketplace, files: new Map([...files, ...changed]) };
}
