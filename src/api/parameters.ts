import Type, { type TSchema } from 'typebox';
import { instantIn } from '../schema/index.ts';
import { invalid, quoted } from './errors.ts';
import type { Query } from './query.ts';

/** A query parameter: its description and how its text is parsed. */
export type Parameter<Value> = {
  readonly description: string;
  readonly example: string;
  readonly schema: TSchema;
  readonly isRequired: boolean;
  /** The default; throws for a required parameter. */
  readonly absent: (name: string, isEmpty: boolean) => Value;
  /** Whether blanks around the text are removed. */
  readonly isTrimmed: boolean;
  /** Parses a text that is not blank. */
  readonly read: (text: string, name: string) => Value;
};

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

export type Values<P> = { readonly [Name in keyof P]: P[Name] extends Parameter<infer Value> ? Value : never };

type TextFacts = { readonly description: string; readonly example: string; readonly maxLength: number };

/** A required text. */
export const requiredText = (facts: TextFacts): Parameter<string> => ({
  ...facts,
  schema: Type.String({ minLength: 1, maxLength: facts.maxLength }),
  isRequired: true,
  isTrimmed: true,
  absent: (name, isEmpty) => {
    const found = isEmpty ? 'is empty' : 'is missing';
    throw invalid(`the parameter "${name}" ${found}; give one, such as ${name}=${encodeURIComponent(facts.example)}`);
  },
  read: (text, name) => checkedText(text, name, facts.maxLength),
});

/** A text; null when omitted or empty. */
export const optionalText = (facts: TextFacts): Parameter<string | null> => ({
  ...facts,
  schema: Type.String({ maxLength: facts.maxLength }),
  isRequired: false,
  isTrimmed: true,
  absent: () => null,
  read: (text, name) => checkedText(text, name, facts.maxLength),
});

/** A whole number from 1; values above `most` count as `most`. */
export const optionalWhole = (facts: {
  readonly description: string;
  readonly absent: number;
  readonly max: number;
}): Parameter<number> => ({
  description: `${facts.description}. 1 to ${facts.max}; larger values count as ${facts.max}.`,
  example: String(facts.absent),
  schema: Type.Integer({ minimum: 1, default: facts.absent }),
  isRequired: false,
  isTrimmed: false,
  absent: () => facts.absent,
  read: (text, name) => {
    const value = /^\d+$/.test(text) ? Number(text) : 0;
    if (value < 1) {
      throw invalid(`the parameter "${name}" is ${quoted(text)}; give a whole number from 1 to ${facts.max}`);
    }
    return Math.min(value, facts.max);
  },
});

/** One of a few words, in any case; defaults to the first. */
export const optionalOneOf = <const Word extends string>(
  words: readonly [Word, ...Word[]],
  description: string,
): Parameter<Word> => ({
  description,
  example: words[0],
  schema: Type.Enum([...words], { default: words[0] }),
  isRequired: false,
  isTrimmed: true,
  absent: () => words[0],
  read: (text, name) => wordIn(words, text, name),
});

/** One of a few words, in any case; null when omitted. */
export const oneOfOrNull = <const Word extends string>(
  words: readonly [Word, ...Word[]],
  description: string,
): Parameter<Word | null> => ({
  description,
  example: words[0],
  schema: Type.Enum([...words]),
  isRequired: false,
  isTrimmed: true,
  absent: () => null,
  read: (text, name) => wordIn(words, text, name),
});

function wordIn<Word extends string>(words: readonly Word[], text: string, name: string): Word {
  const found = words.find((word) => word.toLowerCase() === text.toLowerCase());
  if (found === undefined) throw invalid(`the parameter "${name}" is ${quoted(text)}; give one of ${words.join(', ')}`);
  return found;
}

/** A single allowed word, in any case; null when omitted. */
export const optionalWord = <const Word extends string>(word: Word, description: string): Parameter<Word | null> => ({
  description,
  example: word,
  schema: Type.Enum([word]),
  isRequired: false,
  isTrimmed: true,
  absent: () => null,
  read: (text, name) => {
    if (text.toLowerCase() === word) return word;
    throw invalid(`the parameter "${name}" is ${quoted(text)}; give ${word}, or leave it out`);
  },
});

/** An amount from 0, decimals allowed; null when omitted. */
export const optionalAmount = (description: string): Parameter<number | null> => ({
  description,
  example: '5',
  schema: Type.Number({ minimum: 0 }),
  isRequired: false,
  isTrimmed: true,
  absent: () => null,
  read: (text, name) => {
    const value = /^\d{1,9}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isNaN(value))
      throw invalid(`the parameter "${name}" is ${quoted(text)}; give a number from 0, such as 2.50`);
    return value;
  },
});

/** An instant in epoch milliseconds, from Unix seconds or ISO 8601; null when omitted. */
export const optionalInstant = (description: string): Parameter<number | null> => ({
  description: `${description}. Unix seconds, or ISO 8601 such as 2026-01-31T12:00:00Z`,
  example: '1790000000',
  schema: Type.String({ maxLength: 40 }),
  isRequired: false,
  isTrimmed: true,
  absent: () => null,
  read: (text, name) => {
    const at = /^\d{1,10}$/.test(text) ? Number(text) * 1000 : instantIn(text);
    if (at === null)
      throw invalid(
        `the parameter "${name}" is ${quoted(text)}; give Unix seconds or an instant such as 2026-01-31T12:00:00Z`,
      );
    return at;
  },
});

/** The parts of a text between separators, without those that are blank. */
export const partsOf = (text: string, separator: ',' | ';'): string[] =>
  text.split(separator).flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));

/** A comma-separated list of words from a fixed set, in any case; `none` is an empty list. */
export const optionalListOf = <const Word extends string>(
  words: readonly [Word, ...Word[]],
  { description, absent }: { readonly description: string; readonly absent: readonly Word[] },
): Parameter<readonly Word[]> => ({
  description: `${description}, separated by commas: ${words.join(', ')}; or none`,
  example: words.slice(0, 2).join(','),
  schema: Type.String({ maxLength: 256, default: absent.join(',') }),
  isRequired: false,
  isTrimmed: true,
  absent: () => absent,
  read: (text, name) => {
    if (text.toLowerCase() === 'none') return [];
    return partsOf(text, ',').map((part) => {
      const found = words.find((word) => word.toLowerCase() === part.toLowerCase());
      if (found === undefined)
        throw invalid(
          `the parameter "${name}" contains ${quoted(part)}; allowed are ${words.join(', ')}, or none alone`,
        );
      return found;
    });
  },
});

/** true or false; defaults to false. */
export const optionalYes = (description: string): Parameter<boolean> => ({
  description,
  example: 'false',
  schema: Type.Boolean({ default: false }),
  isRequired: false,
  isTrimmed: true,
  absent: () => false,
  read: (text, name) => {
    if (text === 'true' || text === 'false') return text === 'true';
    throw invalid(`the parameter "${name}" is ${quoted(text)}; give true or false`);
  },
});

function checkedText(text: string, name: string, maxLength: number): string {
  if (text.length > maxLength) {
    throw invalid(`the parameter "${name}" has ${text.length} characters; at most ${maxLength} are allowed`);
  }
  if (/\p{Cc}/u.test(text)) {
    throw invalid(`the parameter "${name}" contains control characters: ${quoted(text)}; leave them out`);
  }
  return text;
}

/** Parses all parameters of a route. `key` identifies the given values, in any order of the query. */
export function readParameters<P extends Parameters>(
  parameters: P,
  query: Query,
): { readonly values: Values<P>; readonly key: string } {
  const values: Record<string, unknown> = {};
  const given: string[] = [];
  for (const [name, parameter] of Object.entries(parameters)) {
    const texts = query.values.get(name) ?? [];
    if (texts.length > 1) {
      throw invalid(`the parameter "${name}" is given ${texts.length} times; give it once`);
    }
    const [written = ''] = texts;
    const trimmed = written.trim();
    const text = trimmed === '' || parameter.isTrimmed ? trimmed : written;
    values[name] = text === '' ? parameter.absent(name, texts.length === 1) : parameter.read(text, name);
    if (text !== '') given.push(`${name}=${encodeURIComponent(text)}`);
  }
  return { values: values as Values<P>, key: given.sort().join('&') };
}
