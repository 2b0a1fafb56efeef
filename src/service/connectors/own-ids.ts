import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstOwnId, type Marketplace, marketplaceIdLimit, marketplaces } from '../../schema/index.ts';

/** Ids of the operator's own marketplaces. Stored rows contain them, so an id belongs to its slug for ever. */
export type OwnIds = {
  /** The id of a slug: its known one, else the wanted one, else the next that was never used. */
  readonly of: (slug: string, wanted: number | null) => number;
  /** Records that the marketplace is in the registry under this id. */
  readonly took: (marketplace: Marketplace) => void;
  /** Marketplaces of earlier starts whose connector was not loaded; their rows can still be stored. */
  readonly left: () => readonly Marketplace[];
  /** Saves the assigned ids. */
  readonly keep: () => void;
};

export function openOwnIds(dataFolder: string): OwnIds {
  const file = join(dataFolder, 'marketplaces.json');
  const stored = readStored(file);
  const known = new Map(stored.map((marketplace) => [marketplace.slug, marketplace]));
  const taken = new Set<string>();

  const isFree = (id: number): boolean =>
    ![...known.values(), ...marketplaces].some((marketplace) => marketplace.id === id);

  function nextFree(): number {
    for (let id = firstOwnId; id < marketplaceIdLimit; id += 1) if (isFree(id)) return id;
    throw new Error(`all ids from ${firstOwnId} to ${marketplaceIdLimit - 1} are in use; ${file} lists them`);
  }

  return {
    of(slug, wanted) {
      const previous = (known.get(slug) ?? marketplaces.find((one) => one.slug === slug))?.id;
      if (previous !== undefined && wanted !== null && wanted !== previous)
        throw new Error(
          `its id is ${wanted}, but rows are stored under ${previous}; use ${previous}, or remove the id`,
        );
      if (previous === undefined && wanted !== null && !isFree(wanted))
        throw new Error(`its id ${wanted} belongs to another marketplace; remove it to have one assigned`);
      return previous ?? wanted ?? nextFree();
    },
    took(marketplace) {
      known.set(marketplace.slug, marketplace);
      taken.add(marketplace.slug);
    },
    left: () => stored.filter(({ slug }) => !taken.has(slug)),
    keep() {
      const text = textOf([...known.values()]);
      if (text === textOf(stored)) return;
      mkdirSync(dataFolder, { recursive: true });
      writeFileSync(`${file}.new`, text);
      renameSync(`${file}.new`, file);
    },
  };
}

const textOf = (all: readonly Marketplace[]): string => `${JSON.stringify(all, null, 2)}\n`;

function readStored(file: string): readonly Marketplace[] {
  if (!existsSync(file)) return [];
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    content = null;
  }
  if (Array.isArray(content) && content.every(isMarketplace)) return content;
  throw new Error(
    `${file} must list marketplaces with id, name, slug and aliases; restore it from a backup, since stored rows need the ids`,
  );
}

function isMarketplace(value: unknown): value is Marketplace {
  const { id, name, slug, aliases } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof id === 'number' && typeof name === 'string' && typeof slug === 'string' && Array.isArray(aliases);
}
