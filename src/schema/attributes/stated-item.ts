import Type, { type Static } from 'typebox';
import { Game } from '../game.ts';
import { Name } from '../item.ts';
import { ItemAttributes } from './item-attributes.ts';

/**
 * What a marketplace tells of an item itself, and of nothing else: neither that it is on sale, nor that it is not. For answers
 * that have no price; an offer or a quote tells the same in `itemAttributes`.
 */
export const StatedItem = Type.Object({
  kind: Type.Literal('item'),
  game: Game,
  name: Name,
  itemAttributes: ItemAttributes,
});
export type StatedItem = Static<typeof StatedItem>;
