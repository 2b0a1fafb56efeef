import type { GameByAppId, games } from './generated/lists.ts';

export type Game = (typeof games)[number];

/** A game by name or by Steam app id. The service accepts names in any letter case; the types only these. */
export type GameName = Game | keyof GameByAppId;

/** What subscriptions accept: games, or all of them. */
export type GamesName = GameName | 'all' | -1;

/** The game with this name or Steam app id; any game where that is open. */
export type GameOf<Named extends GamesName> = Named extends Game
  ? Named
  : Named extends keyof GameByAppId
    ? GameByAppId[Named]
    : Game;

/** Intersected with the type of a field: null, or nothing where it can be absent, unless one of the games has it. */
export type KnownIn<InGame extends Game, Having extends Game> = InGame extends Having ? unknown : null;
