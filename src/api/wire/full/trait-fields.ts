import Type, { type Static } from 'typebox';
import type { ItemTraits } from '../../../names/item-traits.ts';
import { ItemKind } from '../../../schema/index.ts';
import { heroField, itemTypeField } from '../item.ts';
import { OrNull } from '../or-null.ts';

export const localNameFields = {
  nameZH: OrNull(Type.String(), 'Chinese name as given by a marketplace; null if none gives one'),
  nameRU: OrNull(Type.String(), 'Russian name as given by a marketplace; null if none gives one'),
};

/** What is told of an item itself, with `fields=full` and in the catalogue. */
export const TraitFields = Type.Object({
  kind: ItemKind,
  rarity: OrNull(
    Type.String({ examples: ['Covert'] }),
    "Rarity of the item (CS2, Dota2) or grade (TF2), in Steam's words; null until a marketplace tells it",
    ['CS2', 'Dota2', 'TF2'],
  ),
  hero: heroField,
  itemType: itemTypeField,
  slot: OrNull(
    Type.String({ examples: ['Head'] }),
    'Where a hero (Dota2) or a class (TF2) wears the item; null until a marketplace tells it',
    ['Dota2', 'TF2'],
  ),
  collections: OrNull(
    Type.Array(Type.String(), { examples: [['The Gamma Collection']] }),
    'Collections that the item belongs to (CS2, TF2); null until a marketplace tells them',
    ['CS2', 'TF2'],
  ),
  classes: OrNull(
    Type.Array(Type.String(), { examples: [['Pyro']] }),
    'Classes that can use the item (TF2); null until a marketplace tells them, and for items of all classes',
    ['TF2'],
  ),
  minFloat: OrNull(
    Type.Number({ minimum: 0, maximum: 1 }),
    'Lowest float that the game gives this item in any wear band (CS2); null until it is told',
    ['CS2'],
  ),
  maxFloat: OrNull(
    Type.Number({ minimum: 0, maximum: 1 }),
    'Highest float that the game gives this item in any wear band (CS2); null until it is told',
    ['CS2'],
  ),
});
export type TraitFields = Static<typeof TraitFields>;

const copyOf = (list: readonly string[] | null): string[] | null => (list === null ? null : [...list]);

export const toTraitFields = (traits: ItemTraits): TraitFields => ({
  kind: traits.kind,
  rarity: traits.rarity,
  hero: traits.hero,
  itemType: traits.itemType,
  slot: traits.slot,
  collections: copyOf(traits.collections),
  classes: copyOf(traits.classes),
  minFloat: traits.minFloat,
  maxFloat: traits.maxFloat,
});
