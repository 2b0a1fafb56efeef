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

/** The catalogue with items of these games alone. */
export const catalogueOf = (games: readonly Game[]): Readonly<Record<Game, readonly CatalogueItem[]>> => {
  const of = (game: Game) => (games.includes(game) ? catalogue[game] : []);
  return { CS2: of('CS2'), Dota2: of('Dota2'), Rust: of('Rust'), TF2: of('TF2') };
};

/** The liquid item and every so-manieth other item of each game, for whoever wants a smaller world. */
export const sampleOf = (every: number): Readonly<Record<Game, readonly CatalogueItem[]>> => {
  const sample = (game: Game) =>
    catalogue[game].filter(({ name, index }) => name === liquidNames[game] || index % every === 0);
  return { CS2: sample('CS2'), Dota2: sample('Dota2'), Rust: sample('Rust'), TF2: sample('TF2') };
};
