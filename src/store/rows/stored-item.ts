import { createHash } from 'node:crypto';
import { itemKey } from '../../names/item-key.ts';
import { effectIn, type Game, knownEffects, type Variant } from '../../schema/index.ts';

/*
 * The tables have a code for each phase, but effects of unusual items are too many for codes, and Valve adds some every year.
 * What is of one effect is therefore stored under its own item, whose name ends in the effect.
 */

const separator = '\u001f';

type Subject = { readonly name: string; readonly phase?: Variant | null };

/** The name of the item that a row is stored under. */
export function storedName({ name, phase = null }: Subject): string {
  const effect = effectIn(phase);
  return effect === null && !name.includes(separator) ? name : name + separator + (effect ?? '');
}

/** The name that the game gives it, and its effect. */
export function splitName(stored: string): readonly [name: string, effect: string | null] {
  const at = stored.lastIndexOf(separator);
  return at < 0 ? [stored, null] : [stored.slice(0, at), stored.slice(at + separator.length)];
}

/** The names of all items that what is known of an item can be stored under. */
export const storedNames = (game: Game, name: string): readonly string[] =>
  [null, ...(game === 'TF2' ? knownEffects() : [])].map((phase) => storedName({ name, phase }));

const idOf = (game: Game, stored: string): string =>
  createHash('sha256').update(`${game}\n${stored}`).digest().readBigUInt64BE(0).toString();

/** The stored id of an item, the same for every spelling: a hash, so that all processes get it without coordination. */
export const itemIdOf = (game: Game, stored: string): string => idOf(game, itemKey(stored));

/** All ids that rows of an item can have: up to release 0.1.0, ids were made of the name instead of the key. */
export const itemIdsOf = (game: Game, stored: string): readonly string[] => [
  ...new Set([itemIdOf(game, stored), idOf(game, stored)]),
];

/** The SQL condition for rows of an item; the values are our own numbers, so nothing needs to be escaped. */
export const isItem = (game: Game, ...stored: readonly string[]): string =>
  `itemId IN (${stored.flatMap((one) => itemIdsOf(game, one)).join(', ')})`;
