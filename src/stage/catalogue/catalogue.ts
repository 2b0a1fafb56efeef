import type { Game } from '../../schema/index.ts';
import type { CatalogueItem } from '../market/world.ts';
import { cs2Items } from './cs2.ts';
import { dota2Items } from './dota2.ts';
import { type Draft, toItems } from './item.ts';
import { liquidNames } from './liquid-names.ts';
import { madeUpCs2 } from './made-up/cs2.ts';
import { madeUpDota2, madeUpRust, madeUpTf2 } from './made-up/others.ts';
import { firstNew } from './made-up/pairs.ts';
import { rustItems } from './rust.ts';
import { tf2Items } from './tf2.ts';

/** Every item of the stage, by game, made from the data in this folder. */
export const catalogue: Readonly<Record<Game, readonly CatalogueItem[]>> = {
  CS2: cs2Items(),
  Dota2: dota2Items(),
  Rust: rustItems(),
  TF2: tf2Items(),
};

type Catalogue = typeof catalogue;

/** How many names a whole catalogue has: 105,000, those of Dota 2, Rust and TF2 in the proportions of the real ones. */
const wholeCounts: Readonly<Record<Game, number>> = { CS2: 50_000, Dota2: 48_060, Rust: 4_290, TF2: 2_650 };

const madeUp: Readonly<Record<Game, () => Iterable<Draft>>> = {
  CS2: () => madeUpCs2(catalogue.CS2),
  Dota2: madeUpDota2,
  Rust: madeUpRust,
  TF2: madeUpTf2,
};

const wholeGame = (game: Game): readonly CatalogueItem[] => {
  const known = new Set(catalogue[game].map(({ name }) => name));
  const more = firstNew(madeUp[game](), wholeCounts[game] - known.size, known);
  // What is new comes after what was there, so that numbers stay as they are
  return [...catalogue[game], ...toItems(game, more, catalogue[game].length)];
};

let whole: Catalogue | null = null;

/** As many names as the games have, with made-up ones after those of the catalogue; made when first asked for. */
export const wholeCatalogue = (): Catalogue => {
  whole ??= eachGame(wholeGame);
  return whole;
};

const eachGame = (of: (game: Game) => readonly CatalogueItem[]): Catalogue => ({
  CS2: of('CS2'),
  Dota2: of('Dota2'),
  Rust: of('Rust'),
  TF2: of('TF2'),
});

/** The liquid item of the game, and of every `of` items the first `first`. */
const sample = (game: Game, of: number, first = 1, from = catalogue): readonly CatalogueItem[] =>
  from[game].filter(({ name, index }) => name === liquidNames[game] || index % of < first);

/**
 * The catalogue limited to these games and about this many items each, spread evenly; 0 for all. Where it has fewer, the
 * whole one.
 */
export const catalogueOf = (wanted: readonly Game[], count: number): Catalogue =>
  eachGame((game) => {
    if (!wanted.includes(game)) return [];
    const from = count > catalogue[game].length ? wholeCatalogue() : catalogue;
    return sample(game, count === 0 ? 1 : Math.ceil(from[game].length / count), 1, from);
  });

/** A smaller catalogue: of every `of` items the first `first`. */
export const sampleOf = (of: number, first = 1): Catalogue => eachGame((game) => sample(game, of, first));
