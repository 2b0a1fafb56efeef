import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Connector } from '../../contract/connector.ts';
import { enterMarketplace, marketplaces, StartRefused } from '../../schema/index.ts';
import { declared } from './own-declared.ts';
import { givenBy, registryEntry } from './own-given.ts';
import type { OwnIds } from './own-ids.ts';

/** A folder without a usable connector, and the reason. */
export type BrokenConnector = { readonly slug: string; readonly path: string; readonly reason: string };

export type OwnConnectors = { readonly connectors: readonly Connector[]; readonly broken: readonly BrokenConnector[] };

const entries = ['index.js', 'index.mjs', 'index.ts'];
const loadSeconds = 10;

/** Loads the connectors below a folder; a broken one is reported and does not prevent others from being loaded. */
export async function loadOwnConnectors(options: {
  readonly folder: string;
  readonly builtIn: readonly Connector[];
  readonly ids: OwnIds;
}): Promise<OwnConnectors> {
  const folder = resolve(options.folder);
  if (!existsSync(folder))
    throw new StartRefused(
      `collect.connectors names ${folder}, which does not exist; create it or remove --connectors`,
    );
  const connectors: Connector[] = [];
  const broken: BrokenConnector[] = [];
  for (const slug of foldersIn(folder)) {
    const path = join(folder, slug);
    try {
      connectors.push(await loadOne(path, slug, options));
    } catch (error) {
      broken.push({ slug, path, reason: messageOf(error) });
    }
  }
  return { connectors, broken };
}

const foldersIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && /^[^._]/.test(entry.name))
    .map(({ name }) => name)
    .filter((name) => name !== 'node_modules')
    .sort();

async function loadOne(
  path: string,
  slug: string,
  { builtIn, ids }: { readonly builtIn: readonly Connector[]; readonly ids: OwnIds },
): Promise<Connector> {
  if (!/^[a-z0-9][a-z0-9-]*$/.test(slug)) throw new Error(`the folder name "${slug}" is not kebab-case`);
  if (builtIn.some((one) => one.slug === slug))
    throw new Error(`the slug "${slug}" is used by a built-in connector; rename the folder and its slug`);
  const name = entries.find((entry) => existsSync(join(path, entry)));
  if (name === undefined) throw new Error(`it has none of ${entries.join(', ')}`);
  const module = await inTime(importFile(join(path, name)));
  const connector = declared(await inTime(givenBy(module)), slug);
  enter(slug, module['marketplace'], ids);
  return connector;
}

async function importFile(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(pathToFileURL(file).href);
  } catch (error) {
    // Node shows the line of the error only when the file is its main program
    if (error instanceof SyntaxError) throw new Error(`${error.message}; \`node --check ${file}\` shows where`);
    if (error instanceof Error && 'code' in error && error.code === 'ERR_UNKNOWN_FILE_EXTENSION')
      throw new Error(
        `Node ${process.versions.node} cannot read TypeScript; compile it to index.js, or use Node 22.18 or later`,
      );
    throw error;
  }
}

/** Limits the wait for code that may never finish; code that blocks the process cannot be stopped. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it was not loaded within ${loadSeconds} s`)), loadSeconds * 1000);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Adds the marketplace to the registry, unless it is already there and the module has no entry of its own. */
function enter(slug: string, entry: unknown, ids: OwnIds): void {
  const known = marketplaces.find((one) => one.slug === slug);
  if (known !== undefined && entry === undefined) return;
  const { name, id, aliases } = registryEntry(slug, entry);
  const own = { id: ids.of(slug, id), name, slug, aliases };
  enterMarketplace(own);
  ids.took(own);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
