import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  type Game,
  gameNamed,
  isObject,
  marketplaceNamed,
  marketplaceWithSlug,
  StartRefused,
} from '../../schema/index.ts';

/** The id that a marketplace gives an item; null when no file has it. */
export type ItemIds = (marketplaceId: number, game: Game, name: string) => string | null;

type Ids = ReadonlyMap<string, string>;

/** Fields of the public map of CS2, which holds the ids of all its marketplaces by item. */
const publicFields: Readonly<Record<string, string>> = {
  buff163_goods_id: 'buff163',
  youpin_id: 'youpin898',
  buffmarket_goods_id: 'buffmarket',
  csmoney_nameid: 'csmoney',
};

const forms =
  'it must hold one object from item name to id and be named <slug>-<app id>.json, such as buff163-730.json, or be a cs2_marketplaceids.json, with the ids of each item in "items"';

/** Reads the id maps in a folder, or one file; throws StartRefused when one cannot be used. Own maps precede the public one. */
export function openItemIds(path: string): ItemIds {
  const own = new Map<string, Ids>();
  const shared = new Map<string, Ids>();
  for (const file of path === '' ? [] : filesAt(path)) {
    const content = contentOf(file);
    const items = publicItems(content);
    if (items === null) own.set(keyIn(file, content), ownIds(file, content));
    else for (const [slug, ids] of publicIds(file, items)) shared.set(keyOf(marketplaceWithSlug(slug).id, 'CS2'), ids);
  }
  return (marketplaceId, game, name) => {
    const key = keyOf(marketplaceId, game);
    return own.get(key)?.get(name) ?? shared.get(key)?.get(name) ?? null;
  };
}

const keyOf = (marketplaceId: number, game: Game): string => `${marketplaceId} ${game}`;

const refused = (file: string, found: string, remedy = forms): StartRefused =>
  new StartRefused(`collect.itemIds: ${file} ${found}; ${remedy}`);

function filesAt(path: string): readonly string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw refused(path, 'does not exist', 'name a folder with id maps, or one such file');
  if (!found.isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(path, name));
}

function contentOf(file: string): Readonly<Record<string, unknown>> {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw refused(file, `cannot be read (${error instanceof Error ? error.message : String(error)})`);
  }
  if (!isObject(content)) throw refused(file, `holds ${kindOf(content)}`);
  return content;
}

const kindOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : `a ${typeof value}`;

/** The items of the public map; null in any other file. No item is called "items". */
const publicItems = ({ items }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | null =>
  isObject(items) ? items : null;

function publicIds(file: string, items: Readonly<Record<string, unknown>>): readonly [string, Ids][] {
  const found = new Map(Object.values(publicFields).map((slug) => [slug, new Map<string, string>()]));
  for (const [name, ids] of Object.entries(items)) {
    if (!isObject(ids)) throw refused(file, `has ${kindOf(ids)} for "${name}" in "items"`);
    for (const [field, slug] of Object.entries(publicFields)) {
      const id = idOf(file, `"${name}" (${field})`, ids[field]);
      if (id !== null) found.get(slug)?.set(name, id);
    }
  }
  if ([...found.values()].some(({ size }) => size > 0)) return [...found];
  throw refused(file, `has none of ${Object.keys(publicFields).join(', ')} for any of its items`);
}

/** The marketplace and the game that the name of a file says. */
function keyIn(file: string, content: Readonly<Record<string, unknown>>): string {
  const [, slug = '', appId = ''] = /^(.+)-(\d+)\.json$/.exec(basename(file)) ?? [];
  const marketplace = marketplaceNamed(slug);
  const game = gameNamed(appId);
  if (marketplace?.slug === slug && game !== null) return keyOf(marketplace.id, game);
  const [first = 'nothing'] = Object.keys(content);
  throw refused(file, `begins with "${first}", and its name says no marketplace and game`);
}

const ownIds = (file: string, content: Readonly<Record<string, unknown>>): Ids =>
  new Map(
    Object.entries(content).flatMap(([name, value]) => {
      const id = idOf(file, `"${name}"`, value);
      return id === null ? [] : [[name, id] as const];
    }),
  );

/** Published maps write -1 or null for an id that they do not know. */
function idOf(file: string, where: string, value: unknown): string | null {
  if (value === undefined || value === null || value === -1 || value === '-1' || value === '') return null;
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') throw refused(file, `has ${kindOf(value)} for ${where}`);
  // JSON numbers beyond this are rounded
  if (!Number.isSafeInteger(value)) throw refused(file, `has ${value} for ${where}`, 'put so long an id into quotes');
  return String(value);
}
