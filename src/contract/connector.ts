import type { Static, TSchema } from 'typebox';
import type { Fee, Game, MarketRecord, RecordKind } from '../schema/index.ts';

/** One HTTP exchange as a connector describes it. Addresses are https; no secret ever stands in them. */
export type WireRequest = {
  readonly method?: 'GET' | 'POST';
  readonly url: string;
  readonly query?: Readonly<Record<string, string | number | readonly string[]>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
};

/** A secret the marketplace asks for, named by its environment variable; `carry` says how requests present it. */
export type Credential = {
  readonly env: string;
  /** One sentence for the operator: where to get it. */
  readonly about: string;
  readonly carry:
    | { readonly in: 'header'; readonly name: string; readonly prefix?: string }
    | { readonly in: 'query'; readonly name: string }
    | { readonly in: 'cookie'; readonly name: string }
    /** A field of the JSON body. */
    | { readonly in: 'body'; readonly name: string }
    | {
        /** The secret is traded for a token, which requests carry in a header until it has run out or is refused. */
        readonly in: 'token';
        readonly name: string;
        readonly prefix?: string;
        /** Asks for the token; the only request that holds the secret. */
        readonly exchange: (secret: string) => WireRequest;
        /** Path of the token in the answer, such as 'content.jwt'. */
        readonly tokenAt: string;
        /** A token is not used for longer. */
        readonly lastsSeconds: number;
      }
    | {
        readonly in: 'signature';
        /** Pure; the address of the request is complete, `now` is epoch milliseconds. */
        readonly sign: (request: WireRequest, secret: string, now: number) => WireRequest;
      };
};

/** What a marketplace meters: so many requests per so many seconds; sources that name one budget share it. */
export type Budget = {
  readonly requests: number;
  readonly perSeconds: number;
  readonly scope: 'ip' | 'key';
  /** Requests under way at once; unless said 1, and for single items, where answers are slower than the allowance, up to 4. */
  readonly atOnce?: number;
};

/** An item as a lookup asks for it. */
export type AskedItem = {
  readonly item: string;
  /** The marketplace's own id of it, null where unknown. */
  readonly marketplaceItemId: string | null;
};

/** What a parser is told about the request its row came from. */
export type About = {
  readonly game: Game;
  /** The name asked for, null where the request was not about one item. */
  readonly item: string | null;
  /** The marketplace's own id of that item, where known. */
  readonly marketplaceItemId: string | null;
  /** Epoch milliseconds at which the answer was received, for rows that count time from then; parsers have no clock. */
  readonly at: number;
};

/** How certain the facts behind a connector are: seen in a recorded answer, printed in documentation, or concluded from clients. */
export type Evidence = 'recorded' | 'documented' | 'inferred';

export type Parsed = MarketRecord | readonly MarketRecord[] | null;

/** How bytes become records. */
export type RowSource<Row> = {
  /** Unique within the connector. */
  readonly name: string;
  readonly yields: readonly RecordKind[];
  /** Where it covers fewer games than its connector. */
  readonly games?: readonly Game[];
  readonly evidence: Evidence;
  /** Why the operator has to switch it on, such as what it costs; inferred sources are off without it. */
  readonly onRequest?: string;
  /** Only when the payload of a request is not JSON. Pure; throws when the text is not what it should be. */
  readonly decode?: (text: string) => unknown;
  /** What must hold around the rows, when it matters. */
  readonly envelope?: TSchema;
  /** Where a refused or limited request hides in a 200: the outcome to use instead of reading rows, or null. */
  readonly refusal?: (payload: unknown) => OutcomeOverride | null;
  /** '' is the payload itself, 'items' a property, 'data.*' every value of a map or array. */
  readonly rowsAt: string | ((payload: unknown) => Iterable<unknown>);
  readonly row: TSchema;
  /** Row to records, or null for a row that is valid and says nothing to us. Pure. */
  readonly parse: (row: Row, about: About) => Parsed;
};

export type OutcomeOverride = 'limited' | 'refused' | 'blocked' | 'gone' | 'retry';

export type RequestPolicy = {
  readonly budget: string;
  /** Environment name of the credential it needs; without the credential the source is off. */
  readonly credential?: string;
  /** Statuses that mean something else here than in the outcome table. */
  readonly outcomes?: Readonly<Record<number, OutcomeOverride>>;
  /** Why nothing may be taken from who answers with these headers, null when it may; asked for every answer and every opened socket. */
  readonly barred?: (header: (name: string) => string | undefined) => string | null;
};

/** One download (or one index and its parts) covers a game: what is absent is gone. */
export type Bulk<Row> = RowSource<Row> &
  RequestPolicy & {
    readonly kind: 'bulk';
    readonly everySeconds: number;
    readonly request: (about: { game: Game }) => WireRequest;
    /**
     * The rows stand in an array that is split while it streams, so that a large list never stands in memory whole; needs a
     * string `rowsAt` and no `decode`. A row of a quote that comes again byte for byte is not parsed again, so that what it
     * gives must not depend on when it came.
     */
    readonly streamed?: boolean;
    /**
     * When the list was made, epoch milliseconds, from what stands around its rows (of a list that is split while it streams,
     * before them); null where that is not said. What was told since stands.
     */
    readonly madeAt?: (payload: unknown, header: (name: string) => string | undefined) => number | null;
    /** For how long the marketplace gives out one list: what comes without an Age is taken to be as old as it may be. */
    readonly keptSeconds?: number;
    /** The requests that hold the rows, where `request` only fetches an index of them. */
    readonly parts?: (index: unknown, about: { game: Game }) => readonly WireRequest[];
  };

/** Pages. `newest`: newest first, read until known rows, absence says nothing. `all`: read to the end, what is absent twice in a row is gone. */
export type Walk<Row> = RowSource<Row> &
  RequestPolicy & {
    readonly kind: 'walk';
    readonly covers: 'newest' | 'all';
    readonly everySeconds: number;
    /** Cursor null is the first page. */
    readonly request: (about: { game: Game; cursor: string | null }) => WireRequest;
    /** Cursor of the page after this one, null at the end; a string is the path of the field that holds it. */
    readonly cursorAt: string | ((payload: unknown, cursor: string | null) => string | null);
    /** Pages read at most in one pass. */
    readonly pages: number;
  };

/** One item per request, or several; the runtime chooses the items within the budget. */
export type Lookup<Row> = RowSource<Row> &
  RequestPolicy & {
    readonly kind: 'lookup';
    /** Null when the item cannot be asked for, such as without the marketplace's own id of it. */
    readonly request: (about: AskedItem & { game: Game }) => WireRequest | null;
    /** Where one request can name several items: how many, and that request. The rows of its answer name their own item. */
    readonly together?: {
      readonly most: number;
      /** Each of the items alone has a request. */
      readonly request: (about: { game: Game; items: readonly AskedItem[] }) => WireRequest;
    };
    /** Kinds of which the answer is the whole state of the items: what it no longer mentions is gone. */
    readonly replaces: readonly ('offer' | 'buyOrder' | 'quote')[];
    /** Rows of a full page, cheapest offer (best order) first: beyond its last price a full page says nothing. */
    readonly pageRows?: number;
    /** The same item is not asked for again sooner. */
    readonly everySeconds: number;
  };

/** How a feed frames its messages. */
export type Dialect =
  /** Every WebSocket message is a JSON text. `ping` is sent where the marketplace waits for one. */
  | { readonly name: 'json'; readonly ping?: { readonly everySeconds: number; readonly message: unknown } }
  /** Only messages of `events` are read. */
  | {
      readonly name: 'socket-io';
      readonly parser: 'default' | 'msgpack';
      /** '/' unless said. */
      readonly namespace?: string;
      readonly events: readonly string[];
    }
  /** 1 is the protocol before Centrifugo 4, with `result` around everything; 2 the one since. */
  | { readonly name: 'centrifugo'; readonly protocol: 1 | 2 }
  /** The offer stream of a v2 service, resumed where that service can; `join` sends what every such service takes. */
  | { readonly name: 'tape' };

/** Whether a game is known to have an item of this name. */
export type HasItem = (game: Game, name: string) => boolean;

/** What a feed knows when it joins. */
export type Joining = {
  readonly games: readonly Game[];
  /** The answer to `before`, null without one. */
  readonly answer: unknown;
  /** Of the credential that the source names, null when it names none. */
  readonly secret: string | null;
};

/**
 * The marketplace pushes events over one connection for all games of the source; absence says nothing. A connection that
 * ends makes the source stale and removes nothing. A message, as rows are looked for in it, is the JSON value (json),
 * [event, ...arguments] (socket-io) or { channel, data } (centrifugo).
 */
export type Feed<Row> = RowSource<Row> &
  RequestPolicy & {
    readonly kind: 'feed';
    readonly dialect: Dialect;
    /** wss, with its path; for socket-io the path of the engine. */
    readonly url: string;
    /** Asked before every connection, with the credential, such as for a token. */
    readonly before?: WireRequest;
    /** What the opening request of the socket carries; it goes out without the credential. */
    readonly handshake?: (joining: Joining) => Pick<WireRequest, 'query' | 'headers'>;
    /** The token of a centrifugo connection; without it the connection is anonymous. */
    readonly token?: (joining: Joining) => string;
    /** What is sent once connected: JSON values (json), [event, ...arguments] (socket-io), names of channels (centrifugo). */
    readonly join: (joining: Joining) => readonly unknown[];
    /** What is sent in turn, as in `join`, such as the subscriptions once a key has been accepted. */
    readonly reply?: (message: unknown, joining: Joining) => readonly unknown[];
    /** A connection on which nothing came for so long, heartbeats of the dialect included, is taken for dead. */
    readonly silenceSeconds: number;
    /** Needed where the source covers several games: the game of a row, null for one that is not covered. Rows that do not say it may go by their name. */
    readonly gameOf?: (row: Row, hasItem: HasItem) => Game | null;
    /** Feeds of several connectors that give the same word have one connection, on which all of them read every message. */
    readonly shared?: string;
    /** Whether a message ends the telling of everything: offers that were not told since the connection began are gone. */
    readonly completes?: (message: unknown) => boolean;
  };

// A source of any row type; the row type is tied to its schema where the source is declared
// biome-ignore lint/suspicious/noExplicitAny: contravariance of parse leaves no other common type
export type Source = Bulk<any> | Walk<any> | Lookup<any> | Feed<any>;

/** A source that is asked, again and again. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export type Polled = Bulk<any> | Walk<any> | Lookup<any>;

/** Something that outsiders found out, with its date: a year, a month or a day. */
export type Sighting = { readonly on: string; readonly by: string };

/** Whether a marketplace is in business; `since` is a year, a month or a day, `by` who says so. */
export type Standing = {
  readonly state: 'open' | 'doubtful' | 'closed';
  /** Of an open one the last day it was seen so. */
  readonly since: string;
  readonly by: string;
};

export type Connector = {
  /** Folder name and registry key. */
  readonly slug: string;
  readonly games: readonly Game[];
  /** Absent where the operator alone can know. */
  readonly standing?: Standing;
  /** By source: when somebody outside this project was last known to read it, or to be answered. */
  readonly seen?: Readonly<Record<string, Sighting>>;
  /** What is known of its fees; what nobody says stands here as nothing, never as 0. */
  readonly fees?: readonly Fee[];
  readonly credentials: readonly Credential[];
  readonly budgets: Readonly<Record<string, Budget>>;
  readonly sources: readonly Source[];
  /** A service in the operator's own network: http and ws will do, and no stage stands in for it. */
  readonly isDirect?: true;
};

type Declared<S, Schema> = Omit<S, 'kind' | 'row'> & { readonly row: Schema };

export const bulk = <S extends TSchema>(source: Declared<Bulk<Static<S>>, S>): Bulk<Static<S>> => ({
  kind: 'bulk',
  ...source,
});

export const walk = <S extends TSchema>(source: Declared<Walk<Static<S>>, S>): Walk<Static<S>> => ({
  kind: 'walk',
  ...source,
});

export const lookup = <S extends TSchema>(source: Declared<Lookup<Static<S>>, S>): Lookup<Static<S>> => ({
  kind: 'lookup',
  ...source,
});

export const feed = <S extends TSchema>(source: Declared<Feed<Static<S>>, S>): Feed<Static<S>> => ({
  kind: 'feed',
  ...source,
});

/** Whether a source runs although nobody asked for it: something recorded or documented stands behind it, and it costs little. */
export const runsUnasked = ({ evidence, onRequest }: Pick<Source, 'evidence' | 'onRequest'>): boolean =>
  evidence !== 'inferred' && onRequest === undefined;
