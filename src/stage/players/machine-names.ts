import { conditions } from '../../schema/index.ts';
import type { CatalogueItem } from '../market/world.ts';
import { isSouvenir, isStar, isStatTrak, rarityNumberOf } from './cs2-name.ts';
import names from './machine-names.json' with { type: 'json' };

// The names that games use within themselves; Steam, Buff163 and C5Game all tell them

const known = (table: Readonly<Record<string, string>>, word: string): string | null => table[word] ?? null;

/** As in "the_2018_harbour_collection". */
export const snakeCase = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');

/** "weapon_ak47"; gloves have none. */
export const machineWeaponOf = ({ weapon }: CatalogueItem): string | null =>
  weapon === null ? null : known(names.weapons, weapon);

export const machineTypeOf = ({ type }: CatalogueItem): string => known(names.types, type) ?? 'CSGO_Type_Other';

const grades = ['Common', 'Uncommon', 'Rare', 'Mythical', 'Legendary', 'Ancient', 'Contraband'] as const;

/** "Rarity_Ancient_Weapon", "Rarity_Mythical_Character" or, of what is no weapon and no agent, "Rarity_Ancient". */
export const machineRarityOf = (item: CatalogueItem): string => {
  const grade = grades[rarityNumberOf(item) - 1] ?? 'Common';
  if (item.type === 'Agent') return `Rarity_${grade}_Character`;
  return item.weapon === null || item.type === 'Gloves' ? `Rarity_${grade}` : `Rarity_${grade}_Weapon`;
};

/** Of an item of CS2. */
export const machineQualityOf = (name: string): string => {
  if (isStar(name)) return isStatTrak(name) ? 'unusual_strange' : 'unusual';
  if (name.includes(' Highlight | ')) return 'highlight';
  if (isSouvenir(name)) return 'tournament';
  return isStatTrak(name) ? 'strange' : 'normal';
};

/** "WearCategory2" of what is field-tested; "WearCategoryNA" of a knife without a finish. */
export const machineExteriorOf = ({ name }: CatalogueItem): string => {
  const position = conditions.findIndex((condition) => name.endsWith(` (${condition})`));
  return `WearCategory${position === -1 ? 'NA' : position}`;
};

/** Of an item of Dota 2 or TF2. */
export const machineQualityIn = ({ game, quality }: CatalogueItem): string => {
  const word = quality ?? (game === 'TF2' ? 'Unique' : 'Standard');
  const own = game === 'TF2' ? known(names.qualitiesOfTf2, word) : null;
  return own ?? known(names.qualities, word) ?? word.toLowerCase();
};

export const machineSlotOfTf2 = ({ type }: CatalogueItem): string =>
  known(names.slotsOfTf2, type) ?? type.toLowerCase();
