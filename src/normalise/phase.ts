import { type DopplerFamily, dopplerFamily, paintedPhase, phasesOfFamily } from '../names/doppler.ts';
import type { Game, Phase } from '../schema/index.ts';

/** How marketplaces write each variant, without blanks and punctuation. */
const gems: readonly (readonly [Phase, words: string])[] = [
  ['Black Pearl', 'blackpearl|黑珍珠|ч[её]рн(?:ый|ая)жемчу(?:г|жина)'],
  ['Ruby', 'ruby|红宝石|紅寶石|рубин'],
  ['Sapphire', 'sapphire|蓝宝石|藍寶石|сапфир'],
  ['Emerald', 'emerald|绿宝石|綠寶石|изумруд'],
];
const numbers: readonly (readonly [Phase, words: string])[] = [
  ['Phase 1', '1(?!\\d)|i(?![a-z])|one|一'],
  ['Phase 2', '2(?!\\d)|ii(?![a-z])|two|二'],
  ['Phase 3', '3(?!\\d)|iii(?![a-z])|three|三'],
  ['Phase 4', '4(?!\\d)|iv(?![a-z])|four|四'],
];

const ofNumber = (number: string): string =>
  `(?:phase|(?<![a-z])ph?|фаза|阶段|階段)(?:${number})|第?(?<![\\da-z一二三四五六七八九十])(?:${number})(?:阶段|階段|期)`;

const phrases = [...gems, ...numbers.map(([phase, number]) => [phase, ofNumber(number)] as const)];
const wordedPhases = phrases.map(([phase, words]) => [new RegExp(words, 'u'), phase] as const);
const wholePhrase = new RegExp(`^(?:${phrases.map(([, words]) => words).join('|')})$`, 'u');

const plainWords = (words: string): string =>
  words.toLowerCase().replace(/[^a-z0-9\p{Script=Han}\p{Script=Cyrillic}]/gu, '');

/** Whether a text says nothing but which variant it is. */
export const isPhasePhrase = (text: string): boolean => wholePhrase.test(plainWords(text));

/** The variant that a marketplace states: "Phase 2", "P2", "阶段2", "Фаза 2", a class name ("am_ruby_marbleized") or a paint index. */
export function wordedPhase(family: DopplerFamily, words: string): Phase | null {
  const plain = plainWords(words);
  if (/^\d+$/.test(plain)) return paintedPhase(family, Number(plain));
  const found = wordedPhases.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
  return found !== null && phasesOfFamily(family).includes(found) ? found : null;
}

/**
 * The variant of an item from everything known about it; null if nothing tells or two facts contradict each other.
 * An unknown variant is priced separately from the known ones, so a wrong guess is worse than none.
 */
export function phaseOf(game: Game, name: string, stated: string | null, paintIndex: number | null): Phase | null {
  const family = dopplerFamily(game, name);
  if (family === null) return null;
  const worded = stated === null ? null : wordedPhase(family, stated);
  const painted = paintIndex === null ? null : paintedPhase(family, paintIndex);
  if (worded !== null && painted !== null && worded !== painted) return null;
  return worded ?? painted;
}
