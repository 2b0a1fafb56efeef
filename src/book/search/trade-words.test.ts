import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../test/support/runner/shared-folder.ts';
import { type Game, games } from '../../schema/index.ts';
import { lettersOf } from './letters.ts';
import { termsOf } from './search-terms.ts';
import { kindWords, tradeWords } from './trade-words.ts';
import { wordsOf } from './word-reader.ts';

const all = games.flatMap((game) =>
  Object.entries(tradeWords[game]).flatMap(([meaning, typed]) =>
    typed.split(', ').map((text) => ({ game, meaning, text })),
  ),
);

describe('what traders type', () => {
  it('has one meaning, however it is divided into words', () => {
    const keys = all.map(({ game, text }) => `${game} ${lettersOf(text).replaceAll('ё', 'е')}`);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  it.each(all)('$text means $meaning in $game', ({ game, meaning, text }) => {
    const words = meaning.split(' ');
    const [, term] = termsOf(game, `redline ${text}`);
    expect(term?.sense).toEqual({
      all: words.filter((word) => !word.startsWith('-')),
      none: words.filter((word) => word.startsWith('-')).map((word) => word.slice(1)),
    });
  });

  it('is spelt as words are compared', () => {
    const meant = all.flatMap(({ meaning }) => meaning.split(' ')).map((word) => word.replace(/^-/, ''));
    const kinds = games.flatMap((game) => kindWords[game].split(', '));
    for (const word of [...meant, ...kinds]) expect(wordsOf(word)).toEqual([word]);
  });
});

const fileOf = (game: Game) => join(sharedFolder, 'catalogue', `${game.toLowerCase()}.json.gz`);

/** The words of each name, also with a number joined to the word before it. */
function wordsOfNames(game: Game): Set<string>[] {
  const { items }: { items: { name: string }[] } = JSON.parse(gunzipSync(readFileSync(fileOf(game))).toString());
  return items.map(({ name }) => {
    const words = wordsOf(name);
    return new Set([...words, ...words.map((word, at) => (words[at - 1] ?? '') + word)]);
  });
}

// The recorded names of TF2 are without wears
const recorded = games.filter((game) => game !== 'TF2');

describe.runIf(recorded.every((game) => existsSync(fileOf(game))))('recorded names', () => {
  it.each(recorded)('have the words that are meant in %s', (game) => {
    const names = wordsOfNames(game);
    const unknown = Object.keys(tradeWords[game]).filter((meaning) => {
      const words = meaning.split(' ').filter((word) => !word.startsWith('-') && word !== 'vanilla');
      return !names.some((held) => words.every((word) => held.has(word)));
    });
    expect(unknown).toEqual([]);
  });
});
