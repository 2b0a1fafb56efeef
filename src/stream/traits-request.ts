import { type FilterWord, filterWords, type ItemFilter, impossibleWord } from '../schema/index.ts';
import { Refusal } from './refusal.ts';

const maxWords = 100;
const maxLength = 256;
const marks = ['statTrak', 'souvenir'] as const;
const known: readonly string[] = [...filterWords, ...marks];

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 80);

function wordsOf(name: FilterWord, value: unknown): readonly string[] {
  const list = Array.isArray(value) ? value : [value];
  const isList = list.length > 0 && list.length <= maxWords;
  if (!isList || !list.every((one) => typeof one === 'string' && one.trim() !== '' && one.length <= maxLength))
    throw new Refusal(`"traits.${name}" is ${shown(value)}; give 1 to ${maxWords} texts`);
  const words = [...new Set(list.map((one: string) => one.trim().toLowerCase()))].sort();
  const wrong = impossibleWord(name, words);
  if (wrong !== null)
    throw new Refusal(`"traits.${name}" is "${wrong.word}"; give one of ${wrong.allowed.join(', ')}`);
  return words;
}

/** Which items are asked for by what they are; equal requests give equal filters. Throws a Refusal. */
export function traitsIn(value: unknown): ItemFilter | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value))
    throw new Refusal(`"traits" is ${shown(value)}; give an object such as {"kind":["knife"]}`);
  const given = value as Readonly<Record<string, unknown>>;
  const odd = Object.keys(given).find((key) => !known.includes(key));
  if (odd !== undefined) throw new Refusal(`"traits" has ${shown(odd)}; its members are ${known.join(', ')}`);
  const words = filterWords.flatMap((name) => {
    const told = given[name] ?? null;
    return told === null ? [] : [[name, wordsOf(name, told)] as const];
  });
  const flags = marks.flatMap((name) => {
    const told = given[name] ?? null;
    if (told === null) return [];
    if (typeof told !== 'boolean') throw new Refusal(`"traits.${name}" is ${shown(told)}; give true or false`);
    return [[name, told] as const];
  });
  return words.length + flags.length === 0 ? null : Object.fromEntries([...words, ...flags]);
}
