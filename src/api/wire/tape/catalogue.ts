import Type, { type Static } from 'typebox';
import type { CatalogueItem } from '../../../book/catalogue/catalogue-item.ts';
import {
  attributeNames,
  conditions,
  csvText,
  effectIn,
  marketplaceWithId,
  Phase,
  phaseIn,
} from '../../../schema/index.ts';
import { localNameFields, TraitFields, toTraitFields } from '../full/trait-fields.ts';
import { ItemHead, thumbnailField } from '../item.ts';
import { OrNull } from '../or-null.ts';

export const WireToldAttribute = Type.Object({
  attribute: Type.Enum([...attributeNames], { description: 'Which member of the item is told' }),
  value: Type.Union([Type.String(), Type.Number(), Type.Array(Type.String())], {
    description: 'The value, in the spelling of this service',
  }),
  marketplace: Type.String({
    description: 'Who tells it: a marketplace, or a public data set of items',
    examples: ['SkinPort', 'CSGO-API'],
  }),
});

const MarketplaceItemId = Type.Object({
  marketplace: ItemHead.properties.marketplace,
  id: Type.String({ description: 'The id by which the marketplace knows the item' }),
});

/** What an item is, apart from what it costs. */
export const WireCatalogueItem = Type.Object({
  name: ItemHead.properties.name,
  ...TraitFields.properties,
  weapon: OrNull(
    Type.String({ examples: ['AK-47'] }),
    'Weapon, knife or gloves (CS2, TF2), or the item of the game that a skin is for (Rust), by its name; null if the name has none',
    ['CS2', 'Rust', 'TF2'],
  ),
  finish: OrNull(Type.String({ examples: ['Redline'] }), 'Finish of a weapon or war paint; null without one', [
    'CS2',
    'TF2',
  ]),
  exterior: OrNull(Type.Enum([...conditions]), 'Wear band in the name (CS2, TF2); null for items without wear', [
    'CS2',
    'TF2',
  ]),
  statTrak: Type.Boolean({ description: 'Whether it counts kills (CS2)' }),
  souvenir: Type.Boolean({ description: 'Whether it is a souvenir form (CS2)' }),
  quality: OrNull(
    Type.String({ examples: ['Strange'] }),
    'Quality in the name (Dota2, TF2): Standard or Unique without one; null for other games',
    ['Dota2', 'TF2'],
  ),
  effect: OrNull(Type.String({ examples: ['Holo'] }), 'Film of a sticker, slab or patch (CS2); null without one', [
    'CS2',
  ]),
  event: OrNull(
    Type.String({ examples: ['Katowice 2014'] }),
    'Tournament in the name (CS2); null for items of no tournament',
    ['CS2'],
  ),
  ...localNameFields,
  thumbnail: thumbnailField,
  phases: Type.Array(Phase, { description: 'Doppler variants that have been read' }),
  unusualEffects: Type.Array(Type.String(), { description: 'Effects of the unusual item (TF2) that have been read' }),
  marketplaceItemIds: Type.Array(MarketplaceItemId, { description: 'Ids of the item on marketplaces that have some' }),
  told: Type.Array(WireToldAttribute, {
    description:
      'Who tells what of the item, beyond its name. Of equal values only the first is kept; where values differ, that of the first marketplace counts, and that of a data set where no marketplace tells one',
  }),
});
export type WireCatalogueItem = Static<typeof WireCatalogueItem>;

export const WireCatalogue = Type.Object({
  game: ItemHead.properties.game,
  items: Type.Array(WireCatalogueItem, { description: 'In the order of the UTF-16 code units of the name' }),
  next: OrNull(Type.String(), 'Pass it as `after` to get the next page; null on the last one'),
});
export type WireCatalogue = Static<typeof WireCatalogue>;

const toldOf = ({ tellings }: CatalogueItem): WireCatalogueItem['told'] =>
  attributeNames.flatMap((attribute) =>
    tellings.flatMap(({ marketplaceId, attributes }) => {
      const value = attributes[attribute];
      return value === null ? [] : [{ attribute, value, marketplace: marketplaceWithId(marketplaceId).name }];
    }),
  );

export function toWireCatalogueItem(item: CatalogueItem): WireCatalogueItem {
  const { traits, localName, thumbnail, variants, ids } = item;
  const { name, weapon, finish, exterior, statTrak, souvenir, quality, effect, event } = traits;
  return {
    name,
    ...toTraitFields(traits),
    ...{ weapon, finish, exterior, statTrak, souvenir, quality, effect, event },
    nameZH: localName.zh,
    nameRU: localName.ru,
    thumbnail,
    phases: variants.map(phaseIn).filter((phase) => phase !== null),
    unusualEffects: variants.map(effectIn).filter((one) => one !== null),
    marketplaceItemIds: ids.map(({ marketplaceId, id }) => ({
      marketplace: marketplaceWithId(marketplaceId).name,
      id,
    })),
    told: toldOf(item),
  };
}

// What an item has several of is joined by a semicolon; who told what is left out
const columns = Object.keys(WireCatalogueItem.properties).filter((name) => name !== 'told');

export const catalogueCsvHead = `${columns.join()}\r\n`;

function cell(value: unknown): string {
  if (value === null) return '';
  if (!Array.isArray(value)) return typeof value === 'string' ? csvText(value) : String(value);
  const parts = value.map((one) => (typeof one === 'string' ? one : `${one.marketplace}:${one.id}`));
  return csvText(parts.join('; '));
}

export const catalogueCsvRow = (item: WireCatalogueItem): string =>
  `${columns.map((name) => cell(item[name as keyof WireCatalogueItem])).join()}\r\n`;
