import Type, { type Static } from 'typebox';
import type { Game } from '../game.ts';
import { ShortText } from '../item.ts';
import { Nullable } from '../json/nullable.ts';

const Several = Nullable(Type.Array(ShortText, { minItems: 1, maxItems: 16 }));
const WearLimit = Nullable(Type.Number({ minimum: 0, maximum: 1 }));

/**
 * What is true of every copy of an item, whatever it costs and wherever it is on sale. A connector passes on the words of its
 * marketplace; everything behind `normalise` has one spelling for each value. null where it is not known or does not apply.
 */
export const ItemAttributes = Type.Object({
  /** In TF2 the grade of a collection's item. */
  rarity: Nullable(ShortText),
  /** The hero of Dota 2 to which the item belongs. */
  hero: Nullable(ShortText),
  /** What a skin of Rust is for, or what Valve calls an item of TF2. */
  itemType: Nullable(ShortText),
  /** A word of `itemKinds`. */
  kind: Nullable(ShortText),
  /** Where a hero of Dota 2 or a class of TF2 wears the item. */
  slot: Nullable(ShortText),
  collections: Several,
  /** The classes of TF2 that can use the item. */
  classes: Several,
  /** The wear that the game can roll, which is less than that of the wear band. */
  minFloat: WearLimit,
  maxFloat: WearLimit,
});
export type ItemAttributes = Readonly<Static<typeof ItemAttributes>>;
export type AttributeName = keyof ItemAttributes;

export const noAttributes: ItemAttributes = {
  rarity: null,
  hero: null,
  itemType: null,
  kind: null,
  slot: null,
  collections: null,
  classes: null,
  minFloat: null,
  maxFloat: null,
};

export const attributeNames = Object.keys(noAttributes) as readonly AttributeName[];

/** What an item of a game can have. */
export const attributesOfGame: Readonly<Record<Game, readonly AttributeName[]>> = {
  CS2: ['rarity', 'kind', 'collections', 'minFloat', 'maxFloat'],
  Dota2: ['rarity', 'hero', 'kind', 'slot'],
  Rust: ['itemType', 'kind'],
  TF2: ['rarity', 'itemType', 'kind', 'slot', 'collections', 'classes'],
};

/** Whether nothing is told. */
export const areNone = (attributes: ItemAttributes): boolean =>
  attributeNames.every((name) => attributes[name] === null);

/** Whether two values of an attribute are the same. */
export const isSameAttribute = (one: ItemAttributes[AttributeName], other: ItemAttributes[AttributeName]): boolean =>
  one === other ||
  (Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((value, at) => value === other[at]));

/** What one marketplace has told about an item, as far as it was believed or contradicts what is. */
export type ItemStatement = ItemAttributes & {
  readonly marketplaceId: number;
  readonly game: Game;
  readonly name: string;
};
