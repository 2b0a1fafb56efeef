import { conditions } from '../../schema/index.ts';
import type { CatalogueItem } from '../market/world.ts';

/** "Field-Tested" of "AK-47 | Redline (Field-Tested)", or null. */
export const exteriorOf = (name: string): string | null =>
  conditions.find((condition) => name.endsWith(` (${condition})`)) ?? null;

/** The name without wear: "AK-47 | Redline" for every wear. */
export const withoutExterior = (name: string): string => {
  const exterior = exteriorOf(name);
  return exterior === null ? name : name.slice(0, -(exterior.length + 3));
};

export const isStatTrak = (name: string): boolean => name.includes('StatTrak™');
export const isSouvenir = (name: string): boolean => name.startsWith('Souvenir ') && exteriorOf(name) !== null;
export const isStar = (name: string): boolean => name.startsWith('★');

/** The finish that all wears, the StatTrak and the souvenir variants share. */
export const finishOf = (name: string): string =>
  withoutExterior(name)
    .replace('StatTrak™ ', '')
    .replace(/^Souvenir /, '');

const rarityNumbers: Readonly<Record<string, number>> = {
  'consumer grade': 1,
  'base grade': 1,
  'industrial grade': 2,
  'mil-spec grade': 3,
  'mil-spec': 3,
  'high grade': 3,
  distinguished: 3,
  exceptional: 4,
  superior: 5,
  master: 6,
  restricted: 4,
  remarkable: 4,
  classified: 5,
  exotic: 5,
  covert: 6,
  extraordinary: 6,
  contraband: 7,
};

/** The number the game itself uses for a rarity, 1 (consumer) to 7 (contraband). */
export const rarityNumberOf = (item: CatalogueItem): number => rarityNumbers[item.rarity?.toLowerCase() ?? ''] ?? 1;

const rarityColors = ['B0C3D9', '5E98D9', '4B69FF', '8847FF', 'D32CE6', 'EB4B4B', 'E4AE39'] as const;

/** The colour in which the game shows a rarity. */
export const colorOf = (item: CatalogueItem): string => rarityColors[rarityNumberOf(item) - 1] ?? rarityColors[0];

/** The number the game itself uses for a quality: 3 is ★, 4 unique, 9 StatTrak, 12 souvenir. */
export const qualityNumberOf = (name: string): number => {
  if (isStar(name)) return 3;
  if (isStatTrak(name)) return 9;
  return isSouvenir(name) ? 12 : 4;
};

const stickerPrefix = 'Sticker | ';

/** Marketplaces disagree on the prefix of a sticker's name, so both forms are derived from either. */
export const bareStickerName = (name: string): string =>
  name.startsWith(stickerPrefix) ? name.slice(stickerPrefix.length) : name;
export const fullStickerName = (name: string): string => stickerPrefix + bareStickerName(name);

/** What is applied without the kind in front: "Lil' Ava" of "Charm | Lil' Ava". */
export const bareAppliedName = (name: string): string => name.replace(/^(Sticker|Patch|Charm|Souvenir Charm) \| /, '');

const interchangeable = new Set(['Sticker', 'Container', 'Graffiti', 'Key', 'Patch', 'Tool', 'Pass', 'Tag']);

/** Fungible items: every piece is identical and sold without inspection. */
export const isCommodity = (item: CatalogueItem): boolean => item.game === 'CS2' && interchangeable.has(item.type);
