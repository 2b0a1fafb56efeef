import type { Connector, Source } from '../../contract/connector.ts';
import { type Game, marketplaceWithSlug, type RecordKind } from '../../schema/index.ts';

/** The data that can be read from one marketplace, by game. */
export type Availability = {
  readonly marketplaceId: number;
  readonly games: readonly {
    readonly game: Game;
    readonly offers: boolean;
    readonly buyOrders: boolean;
    readonly sales: boolean;
  }[];
};

/** Whether a game is read from a marketplace. */
export function readsOf(connectors: readonly Connector[]): (marketplaceId: number, game: Game) => boolean {
  const covered = new Map(connectors.map(({ slug, games }) => [marketplaceWithSlug(slug).id, new Set(games)]));
  return (marketplaceId, game) => covered.get(marketplaceId)?.has(game) === true;
}

/** Derived from what the sources yield. */
export function availabilityOf(connector: Connector, isOn: (source: Source) => boolean): Availability {
  const sources = connector.sources.filter(isOn);
  const yields = (game: Game, kinds: readonly RecordKind[]): boolean =>
    sources.some(
      (source) =>
        (source.games ?? connector.games).includes(game) && source.yields.some((kind) => kinds.includes(kind)),
    );
  return {
    marketplaceId: marketplaceWithSlug(connector.slug).id,
    games: connector.games.map((game) => ({
      game,
      offers: yields(game, ['offer', 'quote']),
      buyOrders: yields(game, ['buyOrder']),
      sales: yields(game, ['sale']),
    })),
  };
}
