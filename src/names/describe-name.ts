import type { Game } from '../schema/index.ts';
import { cs2Facts } from './facts/cs2-facts.ts';
import { dota2Facts } from './facts/dota2-facts.ts';
import type { NameFacts } from './facts/name-facts.ts';
import { rustFacts } from './facts/rust-facts.ts';
import { tf2Facts } from './facts/tf2-facts.ts';

const readers: Readonly<Record<Game, (name: string) => NameFacts>> = {
  CS2: cs2Facts,
  Dota2: dota2Facts,
  Rust: rustFacts,
  TF2: tf2Facts,
};

/** All that Steam's name of an item tells of it. */
export const describeName = (game: Game, name: string): NameFacts => readers[game](name);
