import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstOwnId, type Marketplace, marketplaceIdLimit, marketplaces } from '../../schema/index.ts';

/** Ids of the operator's own marketplaces: they stand in stored rows, so each belongs to its slug for good. */
export type OwnIds = {
  /** The id of a slug: the one it has, else the wanted one, else the next that nobody had. */
  readonly of: (slug: string, wanted: number | null) => number;
  /** It stands in the registry under this id. */
  readonly took: (marketplace: Marketplace) => void;
  /** Those of earlier starts whose connector was not loaded: rows of theirs may still be stored. */
  readonly left: () => readonly Marketplace[];
  /** Writes down what was given out. */
  readonly keep: () => void;
};

export function openOwnIds(dataFolder: string): OwnIds {
  const file = join(dataFolder, 'marketplaces.json');
  const kept = readKept(file);
  const known = new Map(kept.map((marketplace) => [marketplace.slug, marketplace]));
  const taken = new Set<string>();

  const isFree = (id: number): boolean =>
    ![...known.values(), ...marketplaces].some((marketplace) => marketplace.id === id);

  function nextFree(): number {
    for (let id = firstOwnId; id < marketplaceIdLimit; id += 1) if (isFree(id)) return id;
    throw new Error(`all ids from ${firstOwnId} to ${marketplaceIdLimit - 1} have been given out; ${file} holds them`);
  }

  return {
    of(slug, wanted) {
      const former = (known.get(slug) ?? marketplaces.find((one) => one.slug === slug))?.id;
      if (former !== undefined && wanted !== null && wanted !== former)
        throw new Error(
          `its id is ${wanted}, but rows are stored under ${former}; give ${former}, or leave the id out`,
        );
      if (former === undefined && wanted !== null && !isFree(wanted))
        throw new Error(`its id ${wanted} is another marketplace's; leave it out, and it gets one of its own`);
      return former ?? wanted ?? nextFree();
    },
    took(marketplace) {
      known.set(marketplace.slug, marketplace);
      taken.add(marketplace.slug);
    },
    left: () => kept.filter(({ slug }) => !taken.has(slug)),
    keep() {
      const text = textOf([...known.values()]);
      if (text === textOf(kept)) return;
      mkdirSync(dataFolder, { recursive: true });
      writeFileSync(`${file}.new`, text);
      renameSync(`${file}.new`, file);
    },
  };
}

const textOf = (all: readonly Marketplace[]): string => `${JSON.stringify(all, null, 2)}\n`;

function readKept(file: string): readonly Marketplace[] {
  if (!existsSync(file)) return [];
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    content = null;
  }
  if (Array.isArray(content) && content.every(isMarketplace)) return content;
  throw new Error(
    `${file} must list marketplaces with id, name, slug and aliases; put it back from a copy, since stored rows need the ids`,
  );
}

function isMarketplace(value: unknown): value is Marketplace {
  const { id, name, slug, aliases } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof id === 'number' && typeof name === 'string' && typeof slug === 'string' && Array.isArray(aliases);
}
