import type { Book } from '../book/book.ts';
import {
  type Effect,
  type Game,
  gameNamed,
  games,
  knownEffects,
  type Marketplace,
  marketplaceNamed,
  marketplaceWithId,
  meansAll,
  phases,
  plain,
  type Scope,
  seesGame,
  seesMarketplace,
  type Variant,
} from '../schema/index.ts';
import { nearest } from '../text/nearest.ts';
import { ApiError, invalid, notFound, quoted } from './errors.ts';

/** Which kinds of records are read from a marketplace, by game. */
export type Availability = {
  readonly marketplaceId: number;
  readonly games: readonly {
    readonly game: Game;
    readonly offers: boolean;
    readonly buyOrders: boolean;
    readonly sales: boolean;
  }[];
};

/** Kinds of records that not every marketplace publishes. */
export type Facility = 'buyOrders' | 'sales';

const facilityWords: Readonly<Record<Facility, string>> = { buyOrders: 'buy orders', sales: 'sales' };

const seeMarketplaces = 'GET /v2/marketplaces lists the connected ones';

/** Most unknown names to list, so that the message stays readable. */
const maxNamed = 5;

/** Resolves texts of a request; throws the `ApiError` to respond with. */
export type Lookups = {
  readonly game: (text: string) => Game;
  /** The variant that the parameters of a request name; null when none is given. */
  readonly variant: (named: { readonly phase: string | null; readonly effect: string | null }) => Variant | null;
  readonly marketplace: (text: string) => Marketplace;
  /** A comma-separated list; ignores empty entries and duplicates. null when none is given, or all. */
  readonly marketplaceList: (text: string | null) => readonly Marketplace[] | null;
  /** Marketplaces that publish this for the game, in registry order. */
  readonly showing: (facility: Facility, game: Game) => readonly Marketplace[];
  readonly requireShowing: (facility: Facility, marketplace: Marketplace, game: Game) => void;
  /** The name of an item, given any spelling of it; an unknown one as it is. */
  readonly item: (game: Game, name: string) => string;
  readonly unknownItem: (game: Game, name: string) => ApiError;
};

class ConnectedLookups implements Lookups {
  readonly #availability;
  readonly #book;
  readonly #unread;
  readonly #connected;
  readonly #isConnected;
  readonly #scope;
  readonly #seen;

  constructor(
    availability: readonly Availability[],
    book: Pick<Book, 'nearestName' | 'ownName'>,
    unread: () => string | null,
    scope: Scope,
  ) {
    this.#scope = scope;
    this.#availability = seenAvailability(availability, scope);
    this.#book = book;
    this.#unread = unread;
    this.#connected = availability.map(({ marketplaceId }) => marketplaceWithId(marketplaceId));
    this.#isConnected = new Set(this.#connected.map(({ id }) => id));
    this.#seen = this.#connected.filter(({ id }) => seesMarketplace(scope, id));
  }

  readonly showing = (facility: Facility, game: Game): readonly Marketplace[] =>
    this.#availability
      .filter((entry) => entry.games.some((row) => row.game === game && row[facility]))
      .map(({ marketplaceId }) => marketplaceWithId(marketplaceId));

  readonly game: Lookups['game'] = (text) => {
    const found = gameNamed(text);
    if (found !== null) return this.#shownGame(found);
    const near = nearest(plain(text), games, (game) => [plain(game)]);
    const hint = near === null ? '' : `did you mean ${near}? `;
    throw notFound(`game ${quoted(text)} is not known; ${hint}${hint === '' ? 'k' : 'K'}nown are ${games.join(', ')}`);
  };

  readonly variant: Lookups['variant'] = ({ phase: text, effect }) => {
    if (effect !== null) {
      if (text !== null) throw invalid('phase and effect are given; an item has one of them at most');
      return this.#effect(effect);
    }
    if (text === null) return null;
    const found = phases.find((phase) => plain(phase) === plain(text));
    if (found === undefined) throw invalid(`phase ${quoted(text)} is not known; known are ${phases.join(', ')}`);
    return found;
  };

  #effect(text: string): Effect {
    const effects = knownEffects();
    const found = effects.find((effect) => plain(effect) === plain(text));
    if (found !== undefined) return found;
    const near = nearest(plain(text), effects, (effect) => [plain(effect)]);
    const hint = near === null ? 'no marketplace has named it so far' : `did you mean ${near}?`;
    throw invalid(`effect ${quoted(text)} is not known; ${hint}`);
  }

  readonly marketplace: Lookups['marketplace'] = (text) => {
    const found = this.#findMarketplace(text);
    if (found === null) throw notFound(this.#withList(this.#unknownMarketplace(text)));
    return this.#shown(found);
  };

  readonly marketplaceList: Lookups['marketplaceList'] = (text) => {
    const given = (text ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
    const texts = given.filter((part) => !meansAll(part));
    const unknown = [...new Set(texts.filter((part) => this.#findMarketplace(part) === null))];
    if (unknown.length > 0) throw notFound(this.#withList(this.#unknownMarketplaces(unknown)));
    const found = [...new Set(texts.map(this.#findMarketplace))].filter((one) => one !== null);
    const shown = found.map((one) => this.#shown(one));
    const isAll = given.length === 0 || texts.length < given.length;
    if (isAll) return this.#scope.marketplaceIds === null ? null : this.#seen;
    return shown;
  };

  readonly requireShowing: Lookups['requireShowing'] = (facility, marketplace, game) => {
    const able = this.showing(facility, game);
    if (able.some(({ id }) => id === marketplace.id)) return;
    const those = able.length === 0 ? 'none does' : `these do: ${able.map(({ name }) => name).join(', ')}`;
    throw invalid(`${marketplace.name} shows no ${facilityWords[facility]} of ${game} items; ${those}`);
  };

  readonly item: Lookups['item'] = (game, name) => this.#book.ownName(game, name) ?? name;

  readonly unknownItem: Lookups['unknownItem'] = (game, name) => {
    const near = this.#book.nearestName(game, name);
    const hint = near === null ? (this.#unread() ?? 'GET /v2/items/search finds names') : `did you mean "${near}"?`;
    return notFound(`item ${quoted(name)} is not known in ${game}; ${hint}`);
  };

  #shownGame(game: Game): Game {
    if (seesGame(this.#scope, game)) return game;
    throw notShown(game, this.#scope.games ?? []);
  }

  #shown(marketplace: Marketplace): Marketplace {
    if (seesMarketplace(this.#scope, marketplace.id)) return marketplace;
    throw notShown(
      marketplace.name,
      this.#seen.map(({ name }) => name),
    );
  }

  readonly #findMarketplace = (text: string): Marketplace | null => {
    const found = marketplaceNamed(text);
    return found !== null && this.#isConnected.has(found.id) ? found : null;
  };

  readonly #unknownMarketplace = (text: string): string => {
    const known = marketplaceNamed(text);
    if (known !== null) return `${known.name} is not connected here`;
    const near = nearest(plain(text), this.#connected, ({ name, slug, aliases }) =>
      [name, slug, ...aliases].map(plain),
    );
    return `marketplace ${quoted(text)} is not known${near === null ? '' : `; did you mean ${near.name}?`}`;
  };

  #unknownMarketplaces(texts: readonly string[]): string {
    const named = texts.slice(0, maxNamed).map(this.#unknownMarketplace);
    const others = texts.length - named.length;
    return [...named, ...(others > 0 ? [`${others} more ${others === 1 ? 'is' : 'are'} not known`] : [])].join('; ');
  }

  #withList(found: string): string {
    return found.endsWith('?') ? found : `${found}; ${seeMarketplaces}`;
  }
}

export const createLookups = (
  availability: readonly Availability[],
  book: Pick<Book, 'nearestName' | 'ownName'>,
  unread: () => string | null,
  scope: Scope,
): Lookups => new ConnectedLookups(availability, book, unread, scope);

/** The availability, reduced to what a key can see. */
export const seenAvailability = (availability: readonly Availability[], scope: Scope): readonly Availability[] =>
  availability.flatMap(({ marketplaceId, games: covered }) => {
    const seen = covered.filter(({ game }) => seesGame(scope, game));
    const isSeen = seesMarketplace(scope, marketplaceId) && (scope.games === null || seen.length > 0);
    return isSeen ? [{ marketplaceId, games: seen }] : [];
  });

const notShown = (name: string, seen: readonly string[]): ApiError =>
  new ApiError(
    'ACCESS_DENIED',
    `this key has no access to ${name}, only to ${seen.join(', ')}; ask the operator for another`,
  );

/** Refuses a figure computed over all marketplaces to a key that cannot see all of them. */
export function requireAllMarketplaces({ marketplaceIds }: Scope, what: string, remedy: string): void {
  if (marketplaceIds === null) return;
  throw new ApiError(
    'ACCESS_DENIED',
    `${what} all marketplaces, and this key has no access to some of them; ${remedy}`,
  );
}
