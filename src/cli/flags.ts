import { currencies, dealWays, type Game, gameNamed, games, payoutChoices } from '../schema/index.ts';
import { UsageError } from './usage-error.ts';

/** A flag: how help explains it, and how it is read. */
export type Flag<Value> = {
  /** Without the hyphens. */
  readonly name: string;
  /** Names the value in help; '' for a flag without one. */
  readonly takes: string;
  readonly about: string;
  /** The value; `given` is '' for a flag without one, and undefined where the flag is not given. */
  readonly read: (given: string | undefined) => Value;
};

export type Flags = Readonly<Record<string, Flag<unknown>>>;

/** Flags as they are on the command line. */
export type GivenFlags = Readonly<Record<string, string | boolean | undefined>>;

type ValueOf<One> = One extends Flag<infer Value> ? Value : never;

/** The values of flags; one that is not given and has no default is missing. */
export type Values<Own extends Flags> = {
  readonly [Key in keyof Own as undefined extends ValueOf<Own[Key]> ? never : Key]: ValueOf<Own[Key]>;
} & {
  readonly [Key in keyof Own as undefined extends ValueOf<Own[Key]> ? Key : never]?: Exclude<
    ValueOf<Own[Key]>,
    undefined
  >;
};

export function valuesOf<Own extends Flags>(flags: Own, given: GivenFlags): Values<Own> {
  const read = Object.entries(flags).map(([key, flag]) => {
    const text = given[flag.name];
    return [key, flag.read(typeof text === 'string' ? text : text ? '' : undefined)];
  });
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Values<Own>;
}

type Optional<Value> = Flag<Value | undefined>;

/** `--name <value>`, or `--name` for a flag without value. */
export type FlagText = `--${string}`;

/** A kind of flag; `read` gets the text of the value and the name. */
export const kind =
  <Value>(read: (text: string, name: string) => Value) =>
  (flag: FlagText, about: string): Optional<Value> => {
    const [, name = '', takes = ''] = /^--([a-z-]+)(?: <(.+)>)?$/.exec(flag) ?? [];
    return { name, takes, about, read: (given) => (given === undefined ? undefined : read(given, name)) };
  };

/** A flag that has a value without being given. */
export const byDefault = <Value>(value: Value, flag: Optional<Value>): Flag<Value> => ({
  ...flag,
  read: (given) => flag.read(given) ?? value,
});

/** A flag without value. */
export const bare = kind(() => true as const);

export const text = kind((given) => given);

/** A whole number from 1. */
export const count = kind((given, name) => {
  const value = Number(given);
  if (!Number.isInteger(value) || value < 1)
    throw new UsageError(`--${name} is "${given}", but must be a whole number from 1`);
  return value;
});

/** A number from 0. */
export const amount = kind((given, name) => {
  const value = Number(given);
  if (given.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new UsageError(`--${name} is "${given}", but must be a number from 0`);
  return value;
});

/** Whole numbers, comma-separated. */
export const numbers = kind((given, name) => {
  if (!/^\s*\d+\s*(,\s*\d+\s*)*$/.test(given))
    throw new UsageError(`--${name} is "${given}"; give whole numbers, comma-separated`);
  return given.split(',').map(Number);
});

export const list = (flag: FlagText, about: string, separator = ','): Optional<string[]> =>
  kind((given) => given.split(separator).map((part) => part.trim()))(flag, about);

/** One of `words`, in upper or lower case. */
export const choice = <const Word extends string>(
  words: readonly Word[],
  flag: FlagText,
  about: string,
): Optional<Word> =>
  kind((given, name) => {
    const found = words.find((word) => word.toLowerCase() === given.toLowerCase());
    if (found === undefined) throw new UsageError(`--${name} is "${given}", but must be one of ${words.join(', ')}`);
    return found;
  })(flag, about);

export const gameOf = (given: string): Game => {
  const game = gameNamed(given);
  if (game === null) throw new UsageError(`"${given}" is not a game; games are ${games.join(', ')}`);
  return game;
};

export const game = kind(gameOf);
export const onlyGame = game('--game <game>', 'Only this game.');
export const itsGame = game('--game <game>', 'Game of the item (default: the first game that has this name).');
export const defaultGame = game('--game <game>', 'Game (default: CS2, or the only game that the key can see).');

export const itsMarketplace = text('--marketplace <name>', 'Marketplace (default: the cheapest one).');
export const onlyMarketplaces = list('--marketplace <names>', 'Only these marketplaces, comma-separated.');
export const onlyItem = text('--name <name>', 'Only this item, by its full name.');
export const onlyEffect = text(
  '--effect <effect>',
  'Only this effect of an unusual item of TF2, such as "Burning Flames".',
);
export const onlyPhase = text('--phase <variant>', 'Only this Doppler variant, such as Ruby.');
export const currency = choice(currencies, '--currency <code>', 'USD, EUR, CNY or RUB (default: USD).');
/** What must be on an offer. */
export const extrasFlags = {
  charm: text('--charm <words>', 'Only offers with a charm whose name contains these words.'),
  nameTag: bare('--name-tag', 'Only offers that a player has named.'),
  minStatTrakCount: count('--min-stattrak <count>', 'Minimum count on the StatTrak counter.'),
  patch: text('--patch <words>', 'Only offers with a patch whose name contains these words.'),
  minFade: amount('--min-fade <percent>', 'Minimum percentage of a fade.'),
  maxFade: amount('--max-fade <percent>', 'Maximum percentage of a fade.'),
};

export const inFull = bare(
  '--full',
  'Adds the price in the currency of the marketplace, the time it was last confirmed, and flags for doubtful data.',
);
export const payoutOf = (which: string) =>
  choice(
    payoutChoices,
    '--payout <what>',
    `What the marketplaces ${which} pay out: money (default), steamBalance, siteBalance, items, coins, or any, which includes marketplaces where it is not known.`,
  );
export const maxHoldDays = amount(
  '--max-hold-days <days>',
  'Maximum days from buying until what is received is free; leaves out what has a hold that is not known.',
);
export const way = choice(
  ['any', ...dealWays],
  '--way <way>',
  'bid (sell at once to a buy order), list (put on sale at the lowest ask) or any (default).',
);
export const links = bare('--links', 'Print the links to both sides below each row.');
export const json = bare('--json', 'Print JSON.');

/** What a command that reads a service needs to find it. */
export const addressFlags = {
  url: text('--url <address>', 'Address of the service (default: this machine, at --http-port).'),
  key: text(
    '--key <key>',
    'API key; ITEMTAPE_KEY is safer, as lists of processes do not show it. Not needed with access to the data folder.',
  ),
};
export type Address = Values<typeof addressFlags>;

/** Flags of every command that reads a running service. */
export const serviceFlags = { ...addressFlags, json };
