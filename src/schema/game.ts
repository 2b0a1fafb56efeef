import Type from 'typebox';

/** The games the service covers, in their public spelling. */
export const games = ['CS2', 'Dota2', 'Rust', 'TF2'] as const;

export const Game = Type.Enum([...games], { description: 'Game code' });
export type Game = (typeof games)[number];

type GameFacts = { readonly appId: number; readonly aliases: readonly string[] };

const facts: Readonly<Record<Game, GameFacts>> = {
  CS2: { appId: 730, aliases: ['cs2', 'csgo', 'counterstrike2', '730'] },
  Dota2: { appId: 570, aliases: ['dota2', 'dota', '570'] },
  Rust: { appId: 252490, aliases: ['rust', '252490'] },
  TF2: { appId: 440, aliases: ['tf2', 'teamfortress2', '440'] },
};

/** Steam app id. */
export const appIdOf = (game: Game): number => facts[game].appId;

/** A name in lower case, with only its letters a-z and digits. */
export const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

const gameByAlias = new Map<string, Game>(
  games.flatMap((game) => facts[game].aliases.map((alias) => [alias, game] as const)),
);

/** Whether `plain` turned a text into a different number: it makes -2 a 2, and 1.6 a 16. */
export const isOtherNumber = (text: string, number: number): boolean =>
  plain(text) === String(number) && text.trim() !== String(number);

/** Whether a text means all games or marketplaces, where a list is accepted. */
export const meansAll = (text: string): boolean => ['all', '-1'].includes(text.trim().toLowerCase());

/** Finds a game by code, alias or app id, in any case; null when there is none. */
export const gameNamed = (text: string): Game | null => {
  const found = gameByAlias.get(plain(text));
  return found === undefined || isOtherNumber(text, appIdOf(found)) ? null : found;
};
