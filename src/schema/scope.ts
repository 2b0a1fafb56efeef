import { type Game, gameNamed } from './game.ts';
import { marketplaceNamed } from './marketplace.ts';

/** The games and marketplaces that a key can see; null means all of them. */
export type Scope = { readonly games: readonly Game[] | null; readonly marketplaceIds: readonly number[] | null };

export const wholeScope: Scope = { games: null, marketplaceIds: null };

export const isWhole = ({ games, marketplaceIds }: Scope): boolean => games === null && marketplaceIds === null;

export const seesGame = ({ games }: Scope, game: Game): boolean => games === null || games.includes(game);

export const seesMarketplace = ({ marketplaceIds }: Scope, id: number): boolean =>
  marketplaceIds === null || marketplaceIds.includes(id);

/** The requested marketplaces that are visible; null when all were requested and all are visible. */
export const seenAmong = ({ marketplaceIds }: Scope, requested: readonly number[] | null): readonly number[] | null =>
  requested === null || marketplaceIds === null
    ? (requested ?? marketplaceIds)
    : requested.filter((id) => marketplaceIds.includes(id));

/** The sight of a new key from names in any case; throws on a name that is not known. */
export function shownBy(named: {
  readonly games?: readonly string[] | undefined;
  readonly marketplaces?: readonly string[] | undefined;
}): { readonly games?: Game[]; readonly marketplaces?: string[] } {
  const known = <Found>(texts: readonly string[], find: (text: string) => Found | null, what: string): Found[] => [
    ...new Set(
      texts.map((text) => {
        const found = find(text);
        if (found === null) throw new Error(`${what} "${text.slice(0, 64)}" is not known`);
        return found;
      }),
    ),
  ];
  const { games, marketplaces } = named;
  return {
    ...(games !== undefined && { games: known(games, gameNamed, 'game') }),
    ...(marketplaces !== undefined && {
      marketplaces: known(marketplaces, (text) => marketplaceNamed(text)?.name ?? null, 'marketplace'),
    }),
  };
}
