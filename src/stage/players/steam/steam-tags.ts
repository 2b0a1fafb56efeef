import type { CatalogueItem } from '../../market/world.ts';
import { exteriorOf, isSouvenir, isStar, isStatTrak } from '../cs2-name.ts';
import {
  machineExteriorOf,
  machineQualityIn,
  machineQualityOf,
  machineRarityOf,
  machineSlotOfTf2,
  machineTypeOf,
  machineWeaponOf,
  snakeCase,
} from '../machine-names.ts';

type Tag = {
  readonly category: string;
  readonly internal_name: string;
  readonly localized_category_name: string;
  readonly localized_tag_name: string;
  readonly color?: string;
};

const tag = (category: string, title: string, machine: string | null, words: string | null): readonly Tag[] =>
  machine === null || words === null
    ? []
    : [{ category, internal_name: machine, localized_category_name: title, localized_tag_name: words }];

const coloured = (tags: readonly Tag[], color: string): readonly Tag[] => tags.map((one) => ({ ...one, color }));

const qualityWordsOf = (name: string): string => {
  if (name.includes(' Highlight | ')) return 'Highlight';
  if (isStar(name)) return isStatTrak(name) ? '★ StatTrak™' : '★';
  if (isStatTrak(name)) return 'StatTrak™';
  return isSouvenir(name) ? 'Souvenir' : 'Normal';
};

/** Steam's words for the categories Quality and Rarity of CS2 are "Category" and "Quality". */
const tagsOfCs2 = (item: CatalogueItem): readonly Tag[] => {
  const hasExterior = item.minFloat !== null;
  return [
    ...tag('Type', 'Type', machineTypeOf(item), item.type),
    ...tag('Weapon', 'Weapon', machineWeaponOf(item), item.weapon),
    ...(item.collection === null
      ? []
      : coloured(tag('ItemSet', 'Collection', `set_${snakeCase(item.collection)}`, item.collection), '9da1a9')),
    ...tag('Quality', 'Category', machineQualityOf(item.name), qualityWordsOf(item.name)),
    ...coloured(tag('Rarity', 'Quality', machineRarityOf(item), item.rarity), 'b0c3d9'),
    ...(hasExterior
      ? tag('Exterior', 'Exterior', machineExteriorOf(item), exteriorOf(item.name) ?? 'Not Painted')
      : []),
  ];
};

const tagsOfDota = (item: CatalogueItem): readonly Tag[] => [
  ...tag('Quality', 'Quality', machineQualityIn(item), item.quality ?? 'Standard'),
  ...tag('Rarity', 'Rarity', item.rarity === null ? null : `Rarity_${item.rarity}`, item.rarity),
  ...tag('Type', 'Type', snakeCase(item.type), item.type),
  ...tag('Slot', 'Slot', item.slot === null ? null : snakeCase(item.slot), item.slot),
  ...tag('Hero', 'Hero', item.hero === null ? null : `npc_dota_hero_${snakeCase(item.hero)}`, item.hero),
];

/** The grades of TF2 have the machine names that other games use for rarities. */
const gradesOfTf2: Readonly<Record<string, string>> = {
  Civilian: 'Rarity_Common',
  Freelance: 'Rarity_Uncommon',
  Mercenary: 'Rarity_Rare',
  Commando: 'Rarity_Mythical',
  Assassin: 'Rarity_Legendary',
  Elite: 'Rarity_Ancient',
};

const tagsOfTf2 = (item: CatalogueItem): readonly Tag[] => [
  ...tag('Quality', 'Quality', machineQualityIn(item), item.quality ?? 'Unique'),
  ...tag('Type', 'Type', machineSlotOfTf2(item), item.type),
  ...item.classes.flatMap((name) => tag('Class', 'Class', name, name)),
  ...(item.rarity === null ? [] : tag('Rarity', 'Grade', gradesOfTf2[item.rarity] ?? null, item.rarity)),
  ...(item.collection === null ? [] : tag('Collection', 'Collection', snakeCase(item.collection), item.collection)),
];

const clothing = new Set(['Shirt', 'Jacket', 'Pants', 'Footwear', 'Gloves', 'Hat', 'Mask']);

const tagsOfRust = ({ type, drawnOn }: CatalogueItem): readonly Tag[] => {
  const category = clothing.has(type) ? 'Clothing' : type;
  return [
    ...tag('itemclass', 'Item Type', drawnOn === null ? null : drawnOn.toLowerCase().replaceAll(' ', '.'), drawnOn),
    ...tag('steamcat', 'Category', `steamcat.${category.toLowerCase()}`, category),
  ];
};

/** What Steam says of an item in words that are the same in all languages, with the English ones. */
export const tagsOf = (item: CatalogueItem): readonly Tag[] =>
  ({ CS2: tagsOfCs2, Dota2: tagsOfDota, TF2: tagsOfTf2, Rust: tagsOfRust })[item.game](item);
