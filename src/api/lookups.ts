import type { Book } from '../book/book.ts';
import {
  type Game,
  gameNamed,
  games,
  type Marketplace,
  marketplaceNamed,
  marketplaceWithId,
  nearest,
  type Phase,
  phases,
  plain,
} from '../schema/index.ts';
import { type ApiError, invalid, notFound, quoted } from './errors.ts';

/** What a marketplace is read for, by game. */
export type Availability = {
  readonly marketplaceId: number;
  readonly games: readonly {
    readonly game: Game;
    readonly offers: boolean;
    readonly buyOrders: boolean;
    readonly sales: boolean;
  }[];
};

/** What some marketplaces show and others do not. */
export type Facility = 'buyOrders' | 'sales';

const facilityWords: Readonly<Record<Facility, string>> = { buyOrders: 'buy orders', sales: 'sales' };

/** Of the unknown names in a list, so that the message stays readable. */
const mostNamed = 5;

/** From texts of readers to what they mean; throws what the reader is to be told. */
export type Lookups = {
  readonly game: (text: string) => Game;
  /** A Doppler variant; null is none named. */
  readonly phase: (text: string | null) => Phase | null;
  readonly marketplace: (text: string) => Marketplace;
  /** A comma list; empty entries are ignored and repeated ones folded. Null is none named. */
  readonly marketplaceList: (text: string | null) => readonly Marketplace[] | null;
  /** Marketplaces that show this for the game, in registry order. */
  readonly showing: (facility: Facility, game: Game) => readonly Marketplace[];
  readonly requireShowing: (facility: Facility, marketplace: Marketplace, game: Game) => void;
  readonly unknownItem: (game: Game, name: string) => ApiError;
};

export function createLookups(
  availability: readonly Availability[],
  book: Pick<Book, 'nearestName'>,
  unread: () => string | null,
): Lookups {
  const connected = availability.map(({ marketplaceId }) => marketplaceWithId(marketplaceId));
  const isConnected = new Set(connected.map(({ id }) => id));

  const findMarketplace = (text: string): Marketplace | null => {
    const found = marketplaceNamed(text);
    return found !== null && isConnected.has(found.id) ? found : null;
  };

  const unknownMarketplace = (text: string): string => {
    const known = marketplaceNamed(text);
    if (known !== null) return `${known.name} is not connected here`;
    const near = nearest(plain(text), connected, ({ name, slug, aliases }) => [name, slug, ...aliases].map(plain));
    return `marketplace ${quoted(text)} is not known${near === null ? '' : `; did you mean ${near.name}?`}`;
  };
  const unknownMarketplaces = (texts: readonly string[]): string => {
    const named = texts.slice(0, mostNamed).map(unknownMarketplace);
    const others = texts.length - named.length;
    return [...named, ...(others > 0 ? [`${others} more are not known`] : [])].join('; ');
  };
  const seeMarketplaces = 'GET /v2/marketplaces lists those that are';

  const showing = (facility: Facility, game: Game): readonly Marketplace[] =>
    availability
      .filter((entry) => entry.games.some((row) => row.game === game && row[facility]))
      .map(({ marketplaceId }) => marketplaceWithId(marketplaceId));

  return {
    game(text) {
      const found = gameNamed(text);
      if (found !== null) return found;
      const near = nearest(plain(text), games, (game) => [plain(game)]);
      const hint = near === null ? '' : `did you mean ${near}? `;
      throw notFound(
        `game ${quoted(text)} is not known; ${hint}${hint === '' ? 'k' : 'K'}nown are ${games.join(', ')}`,
      );
    },
    phase(text) {
      if (text === null) return null;
      const found = phases.find((phase) => plain(phase) === plain(text));
      if (found === undefined) throw invalid(`phase ${quoted(text)} is not known; known are ${phases.join(', ')}`);
      return found;
    },
    marketplace(text) {
      const found = findMarketplace(text);
      if (found === null) throw notFound(withList(unknownMarketplace(text)));
      return found;
    },
    marketplaceList(text) {
      const texts = (text ?? '')
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');
      if (texts.length === 0) return null;
      const unknown = [...new Set(texts.filter((part) => findMarketplace(part) === null))];
      if (unknown.length > 0) throw notFound(withList(unknownMarketplaces(unknown)));
      return [...new Set(texts.map(findMarketplace))].filter((found) => found !== null);
    },
    showing,
    requireShowing(facility, marketplace, game) {
      const able = showing(facility, game);
      if (able.some(({ id }) => id === marketplace.id)) return;
      const those = able.length === 0 ? 'none does' : `these do: ${able.map(({ name }) => name).join(', ')}`;
      throw invalid(`${marketplace.name} shows no ${facilityWords[facility]} of ${game} items; ${those}`);
    },
    unknownItem(game, name) {
      const near = book.nearestName(game, name);
      const hint = near === null ? (unread() ?? 'GET /v2/items/search finds names') : `did you mean "${near}"?`;
      return notFound(`item ${quoted(name)} is not known in ${game}; ${hint}`);
    },
  };

  function withList(found: string): string {
    return found.endsWith('?') ? found : `${found}; ${seeMarketplaces}`;
  }
}
