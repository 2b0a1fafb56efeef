import { invalid, quoted } from '../../errors.ts';
import { optionalText, partsOf } from '../../parameters.ts';

const maxSeeds = 1000;
const maxNames = 10;

export const paintSeedsParameter = optionalText({
  description: `Only these paint seeds, separated by commas, at most ${maxSeeds}`,
  example: '661,670',
  maxLength: 8000,
});

export const stickersParameter = optionalText({
  description: `Names of stickers that must be on the item, separated by semicolons, at most ${maxNames}; repeat a name to require it several times`,
  example: 'Sticker | Crown (Foil);Sticker | Crown (Foil)',
  maxLength: 2048,
});

export function seedsIn(text: string | null): number[] | null {
  if (text === null) return null;
  const seeds = partsOf(text, ',');
  const wrong = seeds.find((seed) => !/^\d{1,9}$/.test(seed));
  if (wrong !== undefined)
    throw invalid(`the parameter "paintSeeds" contains ${quoted(wrong)}; give whole numbers from 0`);
  if (seeds.length > maxSeeds)
    throw invalid(`the parameter "paintSeeds" contains ${seeds.length} numbers; at most ${maxSeeds} are allowed`);
  // A text of commas only is an empty list
  return seeds.length === 0 ? null : seeds.map(Number);
}

/** Names of stickers. */
export function namesIn(text: string | null): string[] {
  const names = partsOf(text ?? '', ';');
  if (names.length > maxNames)
    throw invalid(`the parameter "stickers" contains ${names.length} names; at most ${maxNames} are allowed`);
  return names;
}
