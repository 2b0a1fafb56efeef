import type { ItemTraits } from '../../names/item-traits.ts';
import type { Game } from '../../schema/index.ts';
import * as column from './columns.ts';
import type { TableDeclaration } from './table.ts';

/** An item as the catalogue has it. */
export type CatalogueRow = ItemTraits & { readonly game: Game };

type Texts = { readonly [Name in keyof CatalogueRow]: CatalogueRow[Name] extends string | null ? Name : never };

const told = (name: Texts[keyof CatalogueRow], about: string) =>
  column.nullableText<CatalogueRow>((row) => row[name], about);

const several = (name: 'collections' | 'classes', about: string) =>
  column.nullableText<CatalogueRow>((row) => (row[name] === null ? null : JSON.stringify(row[name])), about);

const mark = (name: 'statTrak' | 'souvenir', about: string) => ({
  ...column.byte<CatalogueRow>((row) => Number(row[name])),
  about,
});

const limit = (name: 'minFloat' | 'maxFloat', about: string) =>
  column.number<CatalogueRow>('Nullable(Float64)', (row) => row[name], about);

/** What items are; it is only exported. */
const columns: column.Columns<CatalogueRow> = {
  game: column.game(),
  itemId: column.itemId(),
  kind: told('kind', 'What the item is'),
  weapon: told('weapon', 'Weapon, knife or gloves, or the item of the game that a skin of Rust is for'),
  finish: told('finish', 'Finish of a weapon or war paint'),
  exterior: told('exterior', 'Wear band in the name'),
  statTrak: mark('statTrak', '1 if it counts kills'),
  souvenir: mark('souvenir', '1 if it is a souvenir'),
  rarity: told('rarity', 'Rarity, in TF2 the grade'),
  collections: several('collections', 'Collections as JSON'),
  minFloat: limit('minFloat', 'Lowest wear that it can have'),
  maxFloat: limit('maxFloat', 'Highest wear that it can have'),
  hero: told('hero', 'Hero of Dota 2 that it belongs to'),
  slot: told('slot', 'Where a hero of Dota 2 or a class of TF2 wears it'),
  itemType: told('itemType', 'What a skin of Rust is for, or what Valve calls an item of TF2'),
  classes: several('classes', 'Classes of TF2 that can use it, as JSON'),
  quality: told('quality', 'Quality in the name, in Dota 2 and TF2'),
  effect: told('effect', 'Film of a sticker, slab or patch'),
  event: told('event', 'Tournament in the name'),
};

export const catalogue: TableDeclaration<CatalogueRow> = {
  name: 'catalogue',
  columns,
  exported: { columns: Object.keys(columns) },
};
