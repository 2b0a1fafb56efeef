import type { Game } from '../../schema/index.ts';
import type { CatalogueItem } from '../market/world.ts';
import { cs2Items } from './cs2.ts';
import { dota2Items } from './dota2.ts';
import { liquidNames } from './liquid-names.ts';
import { rustItems } from './rust.ts';
import { tf2Items } from './tf2.ts';

/** Every item the stage plays with, by game, made from the tables beside this file. */
export const catalogue: Readonly<Record<Game, readonly CatalogueItem[]>> = {
  CS2: cs2Items(),
  Dota2: dota2Items(),
  Rust: rustItems(),
  TF2: tf2Items(),
};

/** The liquid item of a game and every so-manieth other one. */
const sample = (game: Game, every: number): readonly CatalogueItem[] =>
  catalogue[game].filter(({ name, index }) => name === liquidNames[game] || index % every === 0);

/** The catalogue with items of these games alone, of each about so many, spread over all; 0 is all of them. */
export const catalogueOf = (games: readonly Game[], most: number): Readonly<Record<Game, readonly CatalogueItem[]>> => {
  const every = (game: Game) => (most === 0 ? 1 : Math.ceil(catalogue[game].length / most));
  const of = (game: Game) => (games.includes(game) ? sample(game, every(game)) : []);
  return { CS2: of('CS2'), Dota2: of('Dota2'), Rust: of('Rust'), TF2: of('TF2') };
};

/** The same of every so-manieth item of each game, for whoever wants a smaller world. */
export const sampleOf = (every: number): Readonly<Record<Game, readonly CatalogueItem[]>> => ({
  CS2: sample('CS2', every),
  Dota2: sample('Dota2', every),
  Rust: sample('Rust', every),
  TF2: sample('TF2', every),
});
