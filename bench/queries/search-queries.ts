import type { Game } from '../../src/schema/index.ts';
import type { NamesByGame } from '../http/served-names.ts';
import { createRandom, type Random } from '../made-up/made-up-items.ts';

// Hard queries: those that match nearly everything, or nothing
const hardQueries = ['a', 'e', '(', '|', '™', '★', 'te', 'field', 'tested a', 'a e i', 'zzzz', 'no such name', '龍王'];

export type Question = { readonly game: Game; readonly text: string };

/** A quarter each of hard queries, full names, beginnings of names, and two words of a name, of every game in turn. */
export function questionsFrom(names: NamesByGame, count: number): Question[] {
  const random = createRandom(3);
  const books = Object.entries(names) as [Game, readonly string[]][];
  return Array.from({ length: count }, (_, at) => {
    const [game, all] = books[Math.floor(at / 4) % books.length] as [Game, readonly string[]];
    const name = all[Math.floor(random() * all.length)] as string;
    const hard = hardQueries[Math.floor(at / 4 / books.length) % hardQueries.length] as string;
    const words = name.split(' ').filter((word) => word !== '|');
    const forms = [
      hard,
      name,
      name.slice(0, 1 + Math.floor(random() * name.length)),
      [words.at(-1), words[Math.floor(random() * words.length)]].join(' '),
    ];
    return { game, text: forms[at % forms.length] as string };
  });
}

const abbreviated = ['fn', 'mw', 'ft', 'ww', 'bs', 'st', 'sv'];
const variants = ['phase 2', 'p3', 'ruby', 'sapphire', 'black pearl', 'emerald'];
const letters = 'abcdefghijklmnopqrstuvwxyz';

/** A quarter each of joined words, abbreviations, phases, and names with one typing error, of every game in turn. */
export function typedQuestionsFrom(names: NamesByGame, count: number): Question[] {
  return questionsOf(names, count, (words, random, at) => {
    const pick = (from: ArrayLike<string>) => from[Math.floor(random() * from.length)] as string;
    const forms = [
      () => words.join(' '),
      () => `${pick(words)} ${pick(words)} ${pick(abbreviated)}`,
      () => `${pick(words)} ${pick(variants)}`,
      () =>
        [
          pick(words),
          mistyped(
            words.reduce((a, b) => (a.length < b.length ? b : a)),
            random,
          ),
        ].join(' '),
    ];
    return (forms[at % forms.length] as () => string)();
  });
}

/** Names with two errors in every word, which match nothing. */
export const lostQuestionsFrom = (names: NamesByGame, count: number): Question[] =>
  questionsOf(names, count, (words, random) => words.map((word) => mistyped(mistyped(word, random), random)).join(' '));

function questionsOf(
  names: NamesByGame,
  count: number,
  ask: (words: readonly string[], random: Random, at: number) => string,
): Question[] {
  const random = createRandom(4);
  const books = Object.entries(names) as [Game, readonly string[]][];
  return Array.from({ length: count }, (_, at) => {
    const [game, all] = books[Math.floor(at / 4) % books.length] as [Game, readonly string[]];
    const name = all[Math.floor(random() * all.length)] as string;
    const words = name
      .replaceAll(/[^\p{L}\p{N} ]/gu, '')
      .split(' ')
      .filter((word) => word !== '');
    return { game, text: ask(words.length === 0 ? ['x'] : words, random, at).slice(0, 200) };
  });
}

/** The word with a letter inserted, missing, wrong, or swapped with its neighbour. */
function mistyped(word: string, random: Random): string {
  const at = Math.floor(random() * word.length);
  const [before, after] = [word.slice(0, at), word.slice(at)];
  const letter = letters[Math.floor(random() * letters.length)] as string;
  const errors = [
    `${before}${letter}${after}`,
    before + after.slice(1),
    before + letter + after.slice(1),
    before + (after[1] ?? '') + (after[0] ?? '') + after.slice(2),
  ];
  return errors[Math.floor(random() * errors.length)] as string;
}
