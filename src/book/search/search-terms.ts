import type { Game } from '../../schema/index.ts';
import { wordsOf } from './word-reader.ts';

/** What a short word stands for: names with `all` of these words and `none` of those. */
export type Sense = { readonly all: readonly string[]; readonly none: readonly string[] };

/** A word of a query. It matches part of a word of the name, or a whole one (`isWhole`), or what it stands for (`sense`). */
export type Term = { readonly text: string; readonly isWhole: boolean; readonly sense: Sense | null };

const having = (...all: readonly string[]): Sense => ({ all, none: [] });

const wears: Readonly<Record<string, Sense>> = {
  fn: having('factory', 'new'),
  mw: having('minimal', 'wear'),
  ft: having('fieldtested'),
  ww: having('wellworn'),
  bs: having('battlescarred'),
};
const kinds: Readonly<Record<string, Sense>> = { st: having('stattrak'), sv: having('souvenir') };

// All phases of a finish share one name, which does not include the phase.
// Stickers are excluded, since there are stickers of a frog called Doppler
const either: Sense = { all: ['doppler'], none: ['sticker'] };
const plainDoppler: Sense = { all: ['doppler'], none: ['gamma', 'sticker'] };
const gammaDoppler: Sense = { all: ['gamma', 'doppler'], none: ['sticker'] };
const phases: ReadonlyMap<string, Sense> = new Map([
  ...[1, 2, 3, 4].flatMap((at) => [`p${at}`, `phase${at}`].map((word) => [word, either] as const)),
  ['ruby', plainDoppler],
  ['sapphire', plainDoppler],
  ['blackpearl', plainDoppler],
  ['emerald', gammaDoppler],
]);

const abbreviations: Readonly<Partial<Record<Game, ReadonlyMap<string, Sense>>>> = {
  CS2: new Map(Object.entries({ ...wears, ...kinds })),
  TF2: new Map(Object.entries(wears)),
};

/** The terms of a query. An abbreviation that is the whole query is taken for the beginning of a word. */
export function termsOf(game: Game, query: string): Term[] {
  const joined = query
    .toLowerCase()
    .replace(/\bphase[\s-]+(?=[1-4]\b)|\bblack[\s-]+(?=pearl\b)/g, (part) => part.trim().replace('-', ''));
  const words = [...new Set(wordsOf(joined))];
  return words.map((text) => {
    const short = words.length > 1 ? abbreviations[game]?.get(text) : undefined;
    if (short !== undefined) return { text, isWhole: true, sense: short };
    const phase = game === 'CS2' ? phases.get(text) : undefined;
    return { text, isWhole: phase !== undefined && text.length === 2, sense: phase ?? null };
  });
}
