import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import ru from './phrases/ru.json';
import zh from './phrases/zh.json';
import { type Counts, formOf } from './plural.ts';
import { translate, translateCount, translateInParts, translateKnown } from './translate.ts';

const sources = resolve(import.meta.dirname, '..');
const dictionaries: Readonly<Record<string, Readonly<Record<string, string | Counts>>>> = { ru, zh };
const phrases = Object.keys(ru);

const slotsOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

const textsOf = (translation: string | Counts): string[] =>
  typeof translation === 'string' ? [translation] : Object.values(translation);

/** The phrases of a dictionary in the order of its file. */
const listed = (language: string): string[] =>
  [
    ...readFileSync(join(import.meta.dirname, 'phrases', `${language}.json`), 'utf8').matchAll(/^ {2}(".+?[^\\]"): /gm),
  ].map(([, phrase = '']) => JSON.parse(phrase));

/** The source text of the page, without the dictionary. */
const written = (): string =>
  readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('phrases') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(sources, path), 'utf8'))
    .join('\n');

describe('the dictionary', () => {
  it('has the placeholders of the English phrase in every translation', () => {
    for (const [phrase, translation] of Object.values(dictionaries).flatMap(Object.entries<string | Counts>)) {
      for (const text of textsOf(translation)) {
        expect(slotsOf(text), phrase).toEqual(slotsOf(phrase));
        expect(text, phrase).toBe(text.trim());
      }
    }
  });

  it('writes a percentage in English as numbers are formatted, without a space', () => {
    expect(phrases.filter((phrase) => /[\d}] %/.test(phrase))).toEqual([]);
  });

  it('has each phrase once, in the same place in every language', () => {
    for (const language of Object.keys(dictionaries)) expect(listed(language), language).toEqual(phrases);
  });

  it('has no phrase that the page does not say', () => {
    const page = written();
    const ofService = /^(?:bound|candle|day|event|evidence|flag|origin|right|rule|standing): /;
    const isTranslated = (phrase: string) => [`'${phrase}'`, `"${phrase}"`].some((quoted) => page.includes(quoted));
    expect(phrases.filter((phrase) => !ofService.test(phrase) && !isTranslated(phrase))).toEqual([]);
  });
});

describe('what the page says', () => {
  it('in English is the phrase itself, with what is put in', () => {
    expect(translate('Looking…')).toBe('Looking…');
    expect(translate('Copy {name}', { name: '$& {name}' })).toBe('Copy $& {name}');
    expect(translateCount(1, '{count} item', '{count} items')).toBe('1 item');
    expect(translateCount(1234, '{count} item', '{count} items')).toBe('1,234 items');
    expect(translateInParts('needs {name}', { name: 7 })).toEqual(['needs ', 7, '']);
    expect(translateKnown('flag', 'stale')).toBe('stale');
  });

  it.each([
    [1, '1 лот'],
    [3, '3 лота'],
    [5, '5 лотов'],
    [11, '11 лотов'],
    [21, '21 лот'],
    [112, '112 лотов'],
    [1_002, '1002 лота'],
  ])('of %s in Russian is %s', (count, text) => {
    expect(formOf(ru['{count} offers'], count).replace('{count}', String(count))).toBe(text);
  });
});
