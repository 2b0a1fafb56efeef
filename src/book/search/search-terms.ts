import { type Game, games } from '../../schema/index.ts';
import { lettersOf } from './letters.ts';
import { describing, kindWords, tradeWords } from './trade-words.ts';
import { shortestWithError, Vocabulary } from './vocabulary.ts';
import { wordsOf } from './word-reader.ts';

/** What a short word stands for: names with `all` of these words and `none` of those. */
export type Sense = { readonly all: readonly string[]; readonly none: readonly string[] };

/**
 * A word of a query, or several that stand for something together (`typed`). It matches part of a word of the name, or a
 * whole one (`isWhole`), or what it stands for (`sense`); several also match if each of them does.
 */
export type Term = {
  readonly text: string;
  readonly typed: readonly string[];
  readonly isWhole: boolean;
  readonly sense: Sense | null;
};

/** How a query is read: `mayErr` allows one typing error in what a term is typed as; `isBrief` omits words of a mere kind. */
export type Reading = { readonly mayErr?: boolean; readonly isBrief?: boolean };

const maxShortLength = 3;
const maxJoined = 5;

/** What is typed, by its letters without blanks, so that joined and separate words are the same. */
const keyOf = (text: string): string => lettersOf(text).replaceAll('ё', 'е');

function senseOf(meaning: string): Sense {
  const words = meaning.split(' ');
  return {
    all: words.filter((word) => !word.startsWith('-')),
    none: words.flatMap((word) => (word.startsWith('-') ? [word.slice(1)] : [])),
  };
}

const byGame = <Value>(make: (game: Game) => Value): Readonly<Record<Game, Value>> =>
  Object.fromEntries(games.map((game) => [game, make(game)])) as Record<Game, Value>;

const senses = byGame(
  (game) =>
    new Map(
      Object.entries(tradeWords[game]).flatMap(([meaning, typed]) => {
        const sense = senseOf(meaning);
        return typed.split(', ').map((text) => [keyOf(text), sense] as const);
      }),
    ),
);
const typedForms = byGame((game) => {
  const vocabulary = new Vocabulary();
  for (const key of senses[game].keys()) vocabulary.add(key);
  return vocabulary;
});
const kinds = byGame((game) => new Set(kindWords[game].split(', ')));

/** The terms of a query. A wear of two letters that is the whole query is taken for the beginning of a word. */
export function termsOf(game: Game, query: string, { mayErr = false, isBrief = false }: Reading = {}): Term[] {
  const typed = wordsOf(query.toLowerCase()).flatMap((word) => partsOf(game, word));
  const words = isBrief ? typed.filter((word) => !kinds[game].has(word)) : typed;
  const terms = new Map<string, Term>();
  for (let at = 0; at < words.length; ) {
    const { term, length } = termAt(game, words, at, mayErr);
    if (!terms.has(term.text)) terms.set(term.text, term);
    at += length;
  }
  return [...terms.values()];
}

/** The longest run of words that stands for something, else a single word. */
function termAt(game: Game, words: readonly string[], at: number, mayErr: boolean): { term: Term; length: number } {
  for (let length = Math.min(maxJoined, words.length - at); length > 0; length -= 1) {
    const typed = words.slice(at, at + length);
    const text = typed.join('');
    const isAlone = length === words.length;
    const sense = senseTyped(game, text, isAlone, mayErr);
    if (sense !== null) return { term: { text, typed, isWhole: isShort(text), sense }, length };
  }
  const text = words[at] as string;
  return { term: { text, typed: [text], isWhole: false, sense: null }, length: 1 };
}

function senseTyped(game: Game, text: string, isAlone: boolean, mayErr: boolean): Sense | null {
  const key = keyOf(text);
  const exact = senses[game].get(key);
  if (exact !== undefined && isAlone && /^[a-z]{2}$/.test(text) && describing.includes(exact.all.join(' ')))
    return null;
  if (exact !== undefined || !mayErr) return exact ?? null;
  const forms = typedForms[game];
  const near = forms.begunWithin1(key).map((form) => forms.word(form));
  const meant = near.find(({ length }) => length >= shortestWithError && length <= key.length + 1);
  return meant === undefined ? null : (senses[game].get(meant) ?? null);
}

const isShort = (text: string): boolean => text.length <= maxShortLength && /^[a-z\d]+$/.test(text);

/** Words of Chinese text, which has no blanks, as far as it consists of what traders type. */
function partsOf(game: Game, word: string): string[] {
  if (!/\p{Script=Han}/u.test(word) || senses[game].has(word)) return [word];
  const parts: string[] = [];
  for (let at = 0; at < word.length; ) {
    let end = word.length;
    while (end > at && !senses[game].has(word.slice(at, end))) end -= 1;
    if (end === at) return word.split(/(?<=[a-z\d])(?=\p{Script=Han})|(?<=\p{Script=Han})(?=[a-z\d])/u);
    parts.push(word.slice(at, end));
    at = end;
  }
  return parts;
}
