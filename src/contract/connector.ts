import type { Static, TSchema } from 'typebox';
import type { Game, MarketRecord, RecordKind } from '../schema/index.ts';
import type { Facts, PlainCredential, SourceFacts } from './facts.ts';

export type { Budget, Demand, Evidence, Permission, RateLimit, Sighting, Standing } from './facts.ts';

/** One HTTP request as a connector describes it. The URL is https and never contains a secret. */
export type WireRequest = {
  readonly method?: 'GET' | 'POST';
  readonly url: string;
  readonly query?: Readonly<Record<string, string | number | readonly string[]>>;
  /** Without those that the host demands (`demands` of the connector), which the runtime adds. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For sites that refuse an unknown user agent: ours is sent in the form that crawlers use, `Mozilla/5.0 (compatible; …)`. */
  readonly agent?: 'compatible';
  /** Sent as JSON. */
  readonly body?: unknown;
};

/** A secret the marketplace requires; `carry` says where requests put it. */
export type Credential = Readonly<Omit<PlainCredential, 'carry'>> & {
  readonly carry:
    | PlainCredential['carry']
    | {
        /** The secret is exchanged for a token, which requests carry in a header until it expires or is refused. */
        readonly in: 'token';
        readonly name: string;
        readonly prefix?: string;
        /** The request for the token. No other request contains the secret. */
        readonly exchange: (secret: string) => WireRequest;
        /** Path of the token in the answer, such as 'content.jwt'. */
        readonly tokenAt: string;
        /** How long a token is used before a new one is requested. */
        readonly lastsSeconds: number;
      }
    | {
        readonly in: 'signature';
        /** Pure. `request.url` already includes the query; `now` is in epoch milliseconds. */
        readonly sign: (request: WireRequest, secret: string, now: number) => WireRequest;
      };
};

/** An item to look up. */
export type AskedItem = {
  readonly item: string;
  /** The marketplace's own id of the item; null when unknown. */
  readonly marketplaceItemId: string | null;
};

/** The request that a row came from, as `parse` receives it. */
export type About = {
  readonly game: Game;
  /** Full name of the item requested; null when the request was not for a single item. */
  readonly item: string | null;
  /** The marketplace's own id of that item; null when unknown. */
  readonly marketplaceItemId: string | null;
  /** When the answer was received, in epoch milliseconds, for rows with relative times. Parsers have no clock. */
  readonly at: number;
};

export type ParseResult = MarketRecord | readonly MarketRecord[] | null;

/** How the bytes of an answer become records. */
export type RowSource<Row> = Readonly<Pick<SourceFacts, 'evidence' | 'permission' | 'onRequest' | 'seen'>> & {
  /** Unique within the connector. */
  readonly name: string;
  readonly yields: readonly RecordKind[];
  /** Only where the source covers fewer games than its connector. */
  readonly games?: readonly Game[];
  /** Only where answers are not JSON. Pure; throws when the text does not have the expected form. */
  readonly decode?: (text: string) => unknown;
  /** Schema of the payload around the rows, where it matters. */
  readonly envelope?: TSchema;
  /** Detects a refused or rate-limited request that was answered with 200: the outcome that replaces reading rows, or null. */
  readonly refusal?: (payload: unknown) => OutcomeOverride | null;
  /**
   * Path of the rows: '' is the payload itself, 'items' a property, 'data.*' every value of a map or array, and 'items?' a property
   * unless the payload itself is the list.
   */
  readonly rowsAt: string | ((payload: unknown) => Iterable<unknown>);
  readonly row: TSchema;
  /**
   * Fields of a row ('item.stickers.*.slot') that must not be null although they only seem to describe, and why. In every
   * other field that is neither price nor name nor id, null must cost no record.
   */
  readonly decides?: Readonly<Record<string, string>>;
  /**
   * Turns a row into records. null for a row that is understood and of no interest, such as an auction; throws `Unreadable` where
   * a price or a time cannot be read, by which the row is rejected. Pure.
   */
  readonly parse: (row: Row, about: About) => ParseResult;
  /**
   * Fields that rows may lack, or have as null, each with what that means: such a row gives fewer records or other prices, and is
   * not rejected. Any other field that matters has to be noticed by the row schema or the parser if it is missing.
   */
  readonly mayLack?: Readonly<Record<string, string>>;
};

/** Where a marketplace quotes whole items and their variants in two lists: which of them this list has all of. */
export type QuotesOf = { readonly quotesOf?: 'items' | 'variants' };

export type OutcomeOverride = 'limited' | 'refused' | 'blocked' | 'gone' | 'retry';

export type RequestPolicy = Readonly<Pick<SourceFacts, 'budget' | 'credential'>> & {
  /** HTTP statuses that mean something else here than in the table of `src/collect/schedule/outcome.ts`. */
  readonly outcomes?: Readonly<Record<number, OutcomeOverride>>;
  /** The reason not to use an answer with these headers; null to use it. Called for every answer and every opened socket. */
  readonly barred?: (header: (name: string) => string | undefined) => string | null;
};

/**
 * When the answers of a source were generated, where their `Last-Modified` and `Age` headers do not say it. An answer does not
 * overrule anything learnt after that instant. One that does not say when it was generated removes nothing that another source
 * has confirmed within the interval of this one.
 */
export type AnswerDate = {
  /**
   * In epoch milliseconds, read from what surrounds the rows; null when the answer does not say.
   */
  readonly madeAt?: (payload: unknown, header: (name: string) => string | undefined) => number | null;
  /** How long the marketplace serves one answer from its cache. An answer without an `Age` header is taken to be this old. */
  readonly cachedSeconds?: number;
};

/**
 * One download (or an index and the parts it names) lists everything of its kinds for a game: what it omits is gone. Where
 * `rowsAt` is a path and nothing but quotes is listed, a row that repeats byte for byte is not parsed again, so its records
 * must not depend on when it was received. A very long list at a path is read while it arrives.
 */
export type Bulk<Row> = RowSource<Row> &
  RequestPolicy &
  AnswerDate &
  QuotesOf & {
    readonly kind: 'bulk';
    readonly everySeconds: number;
    readonly request: (about: { game: Game }) => WireRequest;
    /** The requests for the parts that hold the rows, where `request` only fetches an index of them. */
    readonly parts?: (index: unknown, about: { game: Game }) => readonly WireRequest[];
  };

/**
 * A list in pages. `newest`: sorted newest first and read until a page ends with a known record; absence means nothing.
 * `all`: read to the end; what two complete passes in a row omit is gone, and where there is a single page, what one omits.
 */
export type Walk<Row> = RowSource<Row> &
  RequestPolicy &
  AnswerDate &
  QuotesOf & {
    readonly kind: 'walk';
    readonly covers: 'newest' | 'all';
    readonly everySeconds: number;
    /** `cursor` is null for the first page. */
    readonly request: (about: { game: Game; cursor: string | null }) => WireRequest;
    /** Cursor of the next page, null at the end. A string is the path of the field that holds it. */
    readonly cursorAt: string | ((payload: unknown, cursor: string | null) => string | null);
    /** Most pages read in one pass. */
    readonly pages: number;
    /**
     * The complete walk of the same connector that this one replaces while it is on. That one has no turns of its own then,
     * and makes a pass where this one finds no list to read.
     */
    readonly insteadOf?: string;
  };

/** A list of the marketplace's own ids of a game's items, for sources whose requests need them. Ids from elsewhere come first. */
export type ItemIdList = {
  readonly everySeconds: number;
  readonly request: (about: { game: Game }) => WireRequest;
  /** Pairs of name and id; throws when the answer does not have the expected form. */
  readonly idsIn: (payload: unknown) => Iterable<readonly [name: string, id: string]>;
};

/** One item per request, or several with `together`. The runtime chooses which items to request within the budget. */
export type Lookup<Row> = RowSource<Row> &
  RequestPolicy &
  AnswerDate & {
    readonly kind: 'lookup';
    /** null when the item cannot be requested, for example because the marketplace's own id of it is unknown. */
    readonly request: (about: AskedItem & { game: Game }) => WireRequest | null;
    /** Read within the budget of the source, before the first item and again after its interval. */
    readonly itemIds?: ItemIdList;
    /** For marketplaces that accept several items in one request. Every row of the answer has to name its item. */
    readonly together?: {
      /** Most items in one request. */
      readonly max: number;
      /** `items` holds only items for which the single `request` is not null. */
      readonly request: (about: { game: Game; items: readonly AskedItem[] }) => WireRequest;
    };
    /** Kinds of which the answer lists everything there is for the items: what it omits is gone. */
    readonly replaces: readonly ('offer' | 'buyOrder' | 'quote')[];
    /** Rows of a full page, best price first: cheapest offer, highest buy order. It says nothing beyond its last price. */
    readonly pageRows?: number;
    /** Shortest interval between two requests for an item; a tenth of it while a reader waits for an item without listings. */
    readonly everySeconds: number;
  };

/** The protocol in which a feed frames its messages. */
export type Dialect =
  /** Every WebSocket message is one JSON text. `ping` is sent periodically, for marketplaces that expect one. */
  | { readonly name: 'json'; readonly ping?: { readonly everySeconds: number; readonly message: unknown } }
  /** Only the events named in `events` are read. */
  | {
      readonly name: 'socket-io';
      readonly parser: 'default' | 'msgpack';
      /** Default '/'. */
      readonly namespace?: string;
      readonly events: readonly string[];
    }
  /** Protocol 1 is the one before Centrifugo 4, which wraps everything in `result`; 2 is the one since. */
  | { readonly name: 'centrifugo'; readonly protocol: 1 | 2 }
  /** The offer stream of a v2 service, resumed where the service supports that; `join` sends what every v2 service accepts. */
  | { readonly name: 'tape' };

/** Tells whether an item of this name is known in the game. */
export type HasItem = (game: Game, name: string) => boolean;

/** What the functions of a feed receive while it connects. */
export type Joining = {
  readonly games: readonly Game[];
  /** The answer to `before`; null when the feed has no `before`. */
  readonly answer: unknown;
  /** The secret of the source's credential, or the token it was exchanged for; null when the source names no credential. */
  readonly secret: string | null;
};

/**
 * The marketplace pushes events over one connection for all games of the source. Absence means nothing: when the
 * connection ends, the source becomes stale and nothing is removed. `rowsAt` is applied to each message: the JSON value
 * (json), [event, ...arguments] (socket-io) or { channel, data } (centrifugo).
 */
export type Feed<Row> = RowSource<Row> &
  RequestPolicy & {
    readonly kind: 'feed';
    readonly dialect: Dialect;
    /** A wss URL with its path; for socket-io the path of Engine.IO. */
    readonly url: string;
    /** A request sent with the credential before every connection, for example for a token. */
    readonly before?: WireRequest;
    /** Query and headers of the WebSocket's opening request, to which the credential is not added. */
    readonly handshake?: (joining: Joining) => Pick<WireRequest, 'query' | 'headers'>;
    /** The token of a centrifugo connection. Without it the connection is anonymous. */
    readonly token?: (joining: Joining) => string;
    /** Messages sent once connected: JSON values (json), [event, ...arguments] (socket-io) or channel names (centrifugo). */
    readonly join: (joining: Joining) => readonly unknown[];
    /** Messages sent in reply to a received one, in the form of `join`, such as subscriptions once a key was accepted. */
    readonly reply?: (message: unknown, joining: Joining) => readonly unknown[];
    /** A connection on which nothing arrives for this long, not even a heartbeat of the dialect, is considered dead. */
    readonly silenceSeconds: number;
    /**
     * Required where the source covers several games: the game of a row, null for a game that is not covered. Rows that do
     * not say can be assigned by item name with `hasItem`.
     */
    readonly gameOf?: (row: Row, hasItem: HasItem) => Game | null;
    /** Feeds of different connectors with the same value here share one connection, and each reads every message on it. */
    readonly shared?: string;
    /**
     * Whether this message ends a snapshot that the marketplace sends after `join`: in every game of which it held offers,
     * the offers it omitted are gone.
     */
    readonly completes?: (message: unknown) => boolean;
  };

// The row type is tied to the row schema by `bulk`, `walk`, `lookup` and `feed`, where the source is declared
// biome-ignore lint/suspicious/noExplicitAny: contravariance of parse leaves no other common type
export type Source = Bulk<any> | Walk<any> | Lookup<any> | Feed<any>;

/** Any kind of source except a feed. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export type PollableSource = Bulk<any> | Walk<any> | Lookup<any>;

/** The same, with lists that nobody changes. */
type AsConst<T> = {
  readonly [K in keyof T]: NonNullable<T[K]> extends readonly (infer One)[] ? readonly One[] : Exclude<T[K], undefined>;
};

export type Connector = AsConst<Omit<Facts, 'credentials' | 'sources'>> & {
  /** Name of the folder and key in the registry. */
  readonly slug: string;
  readonly games: readonly Game[];
  /** The page of an item by its name, where bids for it can be filled even if it is not on sale; null where it is not known. */
  readonly itemPage?: (game: Game, name: string) => string | null;
  readonly credentials: readonly Credential[];
  readonly sources: readonly Source[];
  /** A service in the operator's own network: plain http and ws are allowed, and a stage never plays it. */
  readonly isDirect?: true;
};

type SourceDeclaration<S, Schema> = Omit<S, 'kind' | 'row'> & { readonly row: Schema };

export const bulk = <S extends TSchema>(source: SourceDeclaration<Bulk<Static<S>>, S>): Bulk<Static<S>> => ({
  kind: 'bulk',
  ...source,
});

export const walk = <S extends TSchema>(source: SourceDeclaration<Walk<Static<S>>, S>): Walk<Static<S>> => ({
  kind: 'walk',
  ...source,
});

export const lookup = <S extends TSchema>(source: SourceDeclaration<Lookup<Static<S>>, S>): Lookup<Static<S>> => ({
  kind: 'lookup',
  ...source,
});

export const feed = <S extends TSchema>(source: SourceDeclaration<Feed<Static<S>>, S>): Feed<Static<S>> => ({
  kind: 'feed',
  ...source,
});

/** The facts of an imported `facts.json` but those of its sources. The tests check its form, rather than every start. */
export function factsOf(json: unknown): Omit<Facts, 'sources'> & { readonly credentials: readonly PlainCredential[] } {
  const { sources: _, ...facts } = json as Facts;
  return { credentials: [], ...facts };
}

type CodeOf<S, Schema> = Omit<S, 'kind' | 'row' | keyof SourceFacts> & { readonly row: Schema };

/** The four kinds of sources, completed by what the connector's `facts.json` says of each under its name. */
export function sourcesOf(json: unknown) {
  const { sources } = json as Facts;
  const complete = <S>(kind: Source['kind'], source: { readonly name: string }): S => {
    const facts = sources[source.name];
    if (facts === undefined) throw new Error(`facts.json says nothing of the source "${source.name}"`);
    return { kind, ...facts, ...source } as S;
  };
  return {
    bulk: <S extends TSchema>(source: CodeOf<Bulk<Static<S>>, S>) => complete<Bulk<Static<S>>>('bulk', source),
    walk: <S extends TSchema>(source: CodeOf<Walk<Static<S>>, S>) => complete<Walk<Static<S>>>('walk', source),
    lookup: <S extends TSchema>(source: CodeOf<Lookup<Static<S>>, S>) => complete<Lookup<Static<S>>>('lookup', source),
    feed: <S extends TSchema>(source: CodeOf<Feed<Static<S>>, S>) => complete<Feed<Static<S>>>('feed', source),
  };
}

/** Whether a source runs by default: its format is recorded or documented, no terms forbid it, and it has no `onRequest`. */
export const runsUnasked = ({
  evidence,
  permission,
  onRequest,
}: Pick<Source, 'evidence' | 'permission' | 'onRequest'>): boolean =>
  evidence !== 'inferred' && permission !== 'againstTerms' && onRequest === undefined;
