import Type, { type Static } from 'typebox';
import type { Game } from '../game.ts';
import { ShortText } from '../item.ts';
import { Nullable } from '../json/nullable.ts';

/**
 * What is true of every copy of an item, whatever it costs and wherever it is on sale. A connector passes on the words of its
 * marketplace; everything behind `normalise` has one spelling for each value. null where it is not known or does not apply.
 */
export const ItemAttributes = Type.Object({
  /** Of an item of Dota 2. */
  rarity: Nullable(ShortText),
  /** The hero of Dota 2 to which the item belongs. */
  hero: Nullable(ShortText),
  /** What a skin of Rust is for. */
  itemType: Nullable(ShortText),
});
export type ItemAttributes = Readonly<Static<typeof ItemAttributes>>;

export const attributeNames = ['rarity', 'hero', 'itemType'] as const satisfies readonly (keyof ItemAttributes)[];

export const noAttributes: ItemAttributes = { rarity: null, hero: null, itemType: null };

/** What an item of a game can have. */
export const attributesOfGame: Readonly<Record<Game, readonly (keyof ItemAttributes)[]>> = {
  CS2: [],
  Dota2: ['rarity', 'hero'],
  Rust: ['itemType'],
  TF2: [],
};

/** Whether nothing is told. */
export const areNone = (attributes: ItemAttributes): boolean =>
  attributeNames.every((name) => attributes[name] === null);

/** What one marketplace has told about an item, as far as it was believed. */
export type ItemStatement = ItemAttributes & {
  readonly marketplaceId: number;
  readonly game: Game;
  readonly name: string;
};
