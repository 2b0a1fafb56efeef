import type { Game } from '../../schema/index.ts';
import type { CatalogueItem } from '../market/world.ts';
import { cs2Items } from './cs2.ts';
import { dota2Items } from './dota2.ts';
import { liquidNames } from './liquid-names.ts';
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

const eachGame = (of: (game: Game) => readonly CatalogueItem[]): Catalogue => ({
  CS2: of('CS2'),
  Dota2: of('Dota2'),
  Rust: of('Rust'),
  TF2: of('TF2'),
});

/** The liquid item of the game, and of every `of` items the first `first`. */
const sample = (game: Game, of: number, first = 1): readonly CatalogueItem[] =>
  catalogue[game].filter(({ name, index }) => name === liquidNames[game] || index % of < first);

/** The catalogue limited to these games and about this many items each, spread evenly; 0 for all. */
export const catalogueOf = (wanted: readonly Game[], count: number): Catalogue => {
  const every = (game: Game) => (count === 0 ? 1 : Math.ceil(catalogue[game].length / count));
  return eachGame((game) => (wanted.includes(game) ? sample(game, every(game)) : []));
};

/** A smaller catalogue: of every `of` items the first `first`. */
export const sampleOf = (of: number, first = 1): Catalogue => eachGame((game) => sample(game, of, first));
