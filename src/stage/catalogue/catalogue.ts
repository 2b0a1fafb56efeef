import type { Game } from '../../schema/index.ts';
import type { CatalogueItem } from '../world.ts';
import { cs2Items } from './cs2.ts';
import { dota2Items } from './dota2.ts';
import { rustItems } from './rust.ts';
import { tf2Items } from './tf2.ts';

/** Every item the stage plays with, by game, made from the tables beside this file. */
export const catalogue: Readonly<Record<Game, readonly CatalogueItem[]>> = {
  CS2: cs2Items(),
  Dota2: dota2Items(),
  Rust: rustItems(),
  TF2: tf2Items(),
};
