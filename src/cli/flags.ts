import { secretsFrom } from '../config.ts';
import { type Game, gameNamed, games } from '../schema/index.ts';
import { type CommandInput, UsageError } from './command.ts';

/** The text of a flag, or undefined when it is not given. */
export const readFlag = (flags: CommandInput['flags'], name: string): string | undefined => {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
};

/** The game of --game, or null when it is not given. */
export function gameFlag(flags: CommandInput['flags']): Game | null {
  const text = readFlag(flags, 'game');
  if (text === undefined) return null;
  const game = gameNamed(text);
  if (game === null) throw new UsageError(`"${text}" is no game; there are ${games.join(', ')}`);
  return game;
}

/** The whole number of a flag, at least 1, or what it usually is. */
export function countFlag(flags: CommandInput['flags'], name: string, usual: number): number {
  const text = readFlag(flags, name);
  if (text === undefined) return usual;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new UsageError(`--${name} is "${text}", but must be a whole number from 1`);
  return value;
}

/** The amount of a flag, from 0, or null when it is not given. */
export function amountFlag(flags: CommandInput['flags'], name: string): number | null {
  const text = readFlag(flags, name);
  if (text === undefined) return null;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new UsageError(`--${name} is "${text}", but must be a number from 0`);
  return value;
}

/** One of a few words, in any case, or null when the flag is not given. */
export function choiceFlag<const Word extends string>(
  flags: CommandInput['flags'],
  name: string,
  words: readonly Word[],
): Word | null {
  const text = readFlag(flags, name);
  if (text === undefined) return null;
  const found = words.find((word) => word.toLowerCase() === text.toLowerCase());
  if (found === undefined) throw new UsageError(`--${name} is "${text}", but must be one of ${words.join(', ')}`);
  return found;
}

/** The key of --key or ITEMTAPE_KEY; null when there is none. */
export function givenKey({ flags, environment }: Pick<CommandInput, 'flags' | 'environment'>): string | null {
  const key = (readFlag(flags, 'key') ?? secretsFrom(environment)('ITEMTAPE_KEY'))?.trim() ?? null;
  // No header takes it, as where one of a list was copied, of which … is the end
  if (key !== null && !/^[\x21-\x7e]+$/.test(key))
    throw new UsageError('the key in --key or ITEMTAPE_KEY is none: it is empty, or has signs that no key has');
  return key;
}

/** The whole numbers of a flag, with commas between them; undefined when it is not given. */
export function numbersFlag(flags: CommandInput['flags'], name: string): number[] | undefined {
  const text = readFlag(flags, name);
  if (text === undefined) return undefined;
  if (!/^\s*\d+\s*(,\s*\d+\s*)*$/.test(text))
    throw new UsageError(`--${name} is "${text}"; give whole numbers with commas between them`);
  return text.split(',').map(Number);
}

/** Flags of every command that asks a running service. */
export const serviceFlags = {
  url: { takes: 'address', about: 'Where the service is; this machine and --http-port unless said.' },
  key: {
    takes: 'key',
    about: 'API key, or in ITEMTAPE_KEY, which no list of processes shows; beside the data folder none is needed.',
  },
  json: { takes: '', about: 'As JSON.' },
} as const;
