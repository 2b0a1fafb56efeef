import type { Condition } from '../../schema/index.ts';

/** A number in [0, 1) derived from a text, so that two finishes of one rarity differ in price. */
export const shareOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
};

/** Between a third and three times the usual price, derived from the text. */
export const taste = (text: string): number => 3 ** (2 * shareOf(text) - 1);

export const conditionWorth: Readonly<Record<Condition, number>> = {
  'Factory New': 2,
  'Minimal Wear': 1.25,
  'Field-Tested': 1,
  'Well-Worn': 0.9,
  'Battle-Scarred': 0.8,
};

export const statTrakWorth = 2.1;
export const souvenirWorth = 2.6;
