import { secretsFrom } from '../config/config.ts';
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
  if (game === null) throw new UsageError(`"${text}" is not a game; games are ${games.join(', ')}`);
  return game;
}

/** The value of a flag as a whole number from 1, or the default. */
export function countFlag(flags: CommandInput['flags'], name: string, usual: number): number {
  const text = readFlag(flags, name);
  if (text === undefined) return usual;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new UsageError(`--${name} is "${text}", but must be a whole number from 1`);
  return value;
}

/** The value of a flag as a number from 0, or null when it is not given. */
export function amountFlag(flags: CommandInput['flags'], name: string): number | null {
  const text = readFlag(flags, name);
  if (text === undefined) return null;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new UsageError(`--${name} is "${text}", but must be a number from 0`);
  return value;
}

/** The one of `words` that a flag names, in upper or lower case, or null when the flag is not given. */
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
  // No HTTP header can carry it; a prefix copied from `keys list`, for example, ends in …
  if (key !== null && !/^[\x21-\x7e]+$/.test(key))
    throw new UsageError(
      'the key in --key or ITEMTAPE_KEY is not valid: it is empty, or contains characters that no key has',
    );
  return key;
}

/** The comma-separated whole numbers of a flag; undefined when it is not given. */
export function numbersFlag(flags: CommandInput['flags'], name: string): number[] | undefined {
  const text = readFlag(flags, name);
  if (text === undefined) return undefined;
  if (!/^\s*\d+\s*(,\s*\d+\s*)*$/.test(text))
    throw new UsageError(`--${name} is "${text}"; give whole numbers, comma-separated`);
  return text.split(',').map(Number);
}

/** Flags of every command that reads a running service. */
export const serviceFlags = {
  url: { takes: 'address', about: 'Address of the service (default: this machine, at --http-port).' },
  key: {
    takes: 'key',
    about:
      'API key; ITEMTAPE_KEY is safer, as lists of processes do not show it. Not needed with access to the data folder.',
  },
  json: { takes: '', about: 'Print JSON.' },
} as const;
