import { language, locale } from './language.ts';
import type ru from './phrases/ru.json';
import type zh from './phrases/zh.json';
import { type Counts, formOf } from './plural.ts';

/** A phrase of the page, identified by its English text, in every language; words in braces are placeholders. */
export type Phrase = keyof typeof ru & keyof typeof zh;

/** Phrases with plural forms. */
type CountPhrase = { [One in Phrase]: (typeof ru)[One] extends string ? never : One }[Phrase];
export type Plain = Exclude<Phrase, CountPhrase>;

type Slot<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Slot<Rest> : never;
/** Values for the placeholders of a phrase. */
export type Parts<Text extends string, Part> = [Slot<Text>] extends [never]
  ? readonly []
  : readonly [{ readonly [Name in Slot<Text>]: Part }];

// English needs no dictionary
const dictionaries = {
  en: async () => null,
  zh: async () => (await import('./phrases/zh.json')).default,
  ru: async () => (await import('./phrases/ru.json')).default,
};
const translations = await dictionaries[language]();

const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });

const textOf = (phrase: Plain): string => (translations === null ? phrase : translations[phrase]);

const fill = (text: string, parts: Readonly<Record<string, unknown>> = {}): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(parts[name]));

/** Translates a phrase into the language of the page. */
export const translate = <Text extends Plain>(phrase: Text, ...[parts]: Parts<Text, string | number>): string =>
  fill(textOf(phrase), parts);

/** Splits a translated phrase at its placeholders, for values that are elements. */
export function translateInParts<Text extends Plain, Part>(phrase: Text, parts: Readonly<Record<string, Part>>) {
  return textOf(phrase)
    .split(/\{(\w+)\}/)
    .map((piece, at): string | Part | undefined => (at % 2 === 0 ? piece : parts[piece]));
}

/** Formats a count; `one` is the English singular. */
export function translateCount(count: number, one: string, many: CountPhrase): string {
  const text = countedText(count, one, many);
  return fill(text, { count: whole.format(count) });
}

function countedText(count: number, one: string, many: CountPhrase): string {
  if (translations === null) return count === 1 ? one : many;
  const text: string | Counts = translations[many];
  return typeof text === 'string' ? text : formOf(text, count);
}

const isPhrase = (text: string): text is Plain => translations !== null && text in translations;

/** Prefixes of the service's words in the dictionary, as in `flag: stale`. */
type Kind = 'bound' | 'candle' | 'day' | 'event' | 'evidence' | 'flag' | 'origin' | 'right' | 'rule' | 'standing';

/** Translates a word of the service, such as a flag; words without a translation stay as they are. */
export function translateKnown(kind: Kind, text: string): string {
  const phrase = `${kind}: ${text}`;
  return isPhrase(phrase) ? textOf(phrase) : text;
}
