import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import type { Clock } from '../clock.ts';
import type { SourceHealth } from '../collect/schedule/health.ts';
import type { Game, KnownFees, KnownTerms, Marketplace, Rate, Sight } from '../schema/index.ts';
import { isWhole } from '../schema/index.ts';
import type { Store } from '../store/store.ts';
import type { AnswerText } from './cache/answer.ts';
import type { HasOfferSource } from './cache/offer-sources.ts';
import type { WeekSales } from './cache/sale-counts.ts';
import { invalid } from './errors.ts';
import { jsonInTurns } from './lists/in-turns.ts';
import type { List } from './lists/list.ts';
import type { Availability, Lookups } from './lookups.ts';
import { type Parameters, readParameters, type Values } from './parameters.ts';
import type { PastReader } from './past/past-reader.ts';
import type { Query } from './query.ts';
import type { ReadBook } from './sight/read-book.ts';

export type HistoryCoverage = Awaited<ReturnType<Store['coverage']>>;

/** The data that routes answer from. */
export type RouteContext = {
  /** What the key can see; the fields below are limited to it. */
  readonly sight: Sight;
  readonly book: ReadBook;
  readonly store: Pick<
    Store,
    'keepsPast' | 'sales' | 'priceHistory' | 'candles' | 'bidCandles' | 'saleCandles' | 'conditions'
  >;
  readonly weekSales: WeekSales;
  /** null when no history is kept. */
  readonly past: PastReader | null;
  readonly coverage: () => Promise<HistoryCoverage>;
  readonly availability: readonly Availability[];
  readonly lookups: Lookups;
  /** The rates used for conversion now. */
  readonly rates: () => readonly Rate[];
  readonly fees: KnownFees;
  readonly terms: KnownTerms;
  readonly health: () => readonly SourceHealth[];
  readonly hasOfferSource: HasOfferSource;
  /** Reports to the collector that a reader requested an item, of one marketplace or of all (null). */
  readonly itemRequested: (game: Game, name: string, marketplaceId: number | null) => void;
  /** Waits briefly when the offers of an item are about to be looked up. */
  readonly offersLookedUp: (marketplaceId: number, game: Game, name: string) => Promise<void>;
  readonly now: Clock['now'];
};

type RouteFacts = {
  readonly path: `/v2/${string}` | `/tape/${string}`;
  /** Name of the operation in OpenAPI. */
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  /** Needs no key when the operator has made the status public. */
  readonly isStatus?: true;
};

/** The marketplaces an answer depends on, so that after a start it need not wait for the others; null for all. */
type MarketplacesOf<P> = (values: Values<P>, context: Pick<RouteContext, 'lookups'>) => readonly Marketplace[] | null;

type RouteDeclaration<P extends Parameters, Answer extends TSchema> = RouteFacts & {
  readonly parameters: P;
  /** All marketplaces when missing. */
  readonly marketplaces?: MarketplacesOf<P>;
  readonly answer: Answer;
  readonly example: Static<Answer>;
  /** Awaited before anything is read, so that the answer reflects a single moment. */
  readonly ready?: (values: Values<P>, context: RouteContext) => Promise<void>;
  readonly read: (values: Values<P>, context: RouteContext) => Static<Answer> | Promise<Static<Answer>>;
  /** For answers computed synchronously from the book: the same answer as `read`, joined from cached parts. */
  readonly prepare?: (values: Values<P>, context: RouteContext) => Prepared | null;
  /** Additional response headers, by name. */
  readonly headers?: Readonly<Record<string, AnswerHeader<Static<Answer>>>>;
};

export type AnswerHeader<Answer> = {
  readonly description: string;
  readonly example: string;
  readonly of: (answer: Answer, context: RouteContext) => string;
};

/** The public description of an endpoint. */
type Described = RouteFacts & {
  readonly parameters: Parameters;
  readonly answer: TSchema;
  readonly example: unknown;
};

export type AnswerRoute = Described & {
  /** `key` is equal for queries with the same answer. */
  readonly prepare: (
    query: Query,
    context: RouteContext,
  ) => {
    readonly key: string;
    readonly reading: RouteReading;
    readonly marketplaces: () => readonly Marketplace[] | null;
  };
  readonly headers: Readonly<Record<string, AnswerHeader<never>>>;
};

/** A route whose answer is streamed while the client reads it, and never cached. */
export type ListRoute = Described & {
  /** Content types; the first is the default. */
  readonly types: readonly string[];
  readonly list: (query: Query, context: RouteContext) => List;
  readonly marketplaces: (query: Query, context: RouteContext) => readonly Marketplace[] | null;
};

/** A route with a JSON request body, for requests too long for a URL. */
export type BodyRoute = Described & {
  readonly body: TSchema;
  readonly bodyExample: unknown;
  readonly bodyBytes: number;
  /** Throws the `ApiError` to respond with. */
  readonly answerTo: (body: unknown, context: RouteContext) => Promise<unknown>;
};

export type Route = AnswerRoute | ListRoute | BodyRoute;

export const isList = (one: Route): one is ListRoute => 'list' in one;

export const isBody = (one: Route): one is BodyRoute => 'bodyBytes' in one;

/** Steps to an answer: first await `ready`, then `read`, which writes what was prepared for a former answer again. */
export type RouteReading = {
  readonly ready: () => Promise<void>;
  readonly read: (former?: Prepared | null) => Promise<Read>;
};

/** An answer as JSON text. */
export type Written = AnswerText & {
  /** Its own headers, names and values alternating. */
  readonly headers: readonly string[];
  /** Number of this text among those of its prepared answer. */
  readonly number: number;
};

export type Read = Written & { readonly prepared: Prepared | null };

/** An answer that can be joined again from cached parts. */
export type Prepared = {
  /** Makes long lists ready to `write`, in turns. */
  readonly ahead: () => Promise<void>;
  /** The current answer, after `ready`; null when it must be read with `read`, which can fail. */
  readonly write: () => Written | null;
  /**
   * As `write`, but without `ready`: returns `same` when the text with this number still holds, and null when too much of it
   * does not or when `ready` can wait.
   * Counts as a request for the item.
   */
  readonly writeAgain: (number: number) => Written | 'same' | null;
  /** Memory of the cached parts. */
  readonly bytes: () => number;
};

const headersOf = <Answer>(
  headers: Readonly<Record<string, AnswerHeader<Answer>>>,
  answer: Answer,
  context: RouteContext,
): string[] => Object.entries(headers).flatMap(([name, { of }]) => [name, of(answer, context)]);

/** Separates cached answers of keys with different sights. */
const sightKey = (sight: Sight): string => (isWhole(sight) ? '' : `${JSON.stringify(sight)} `);

/** Makes a route of its declaration. */
export function route<const P extends Parameters, Answer extends TSchema>(
  declared: RouteDeclaration<P, Answer>,
): AnswerRoute {
  const headers = declared.headers ?? {};
  return {
    ...declared,
    headers,
    prepare(query, context) {
      const { values, key } = readParameters(declared.parameters, query);
      const read: RouteReading['read'] = async (former) => {
        const prepared = former ?? declared.prepare?.(values, context) ?? null;
        await prepared?.ahead();
        const written = prepared?.write() ?? null;
        if (written !== null) return { ...written, prepared };
        const answer = await declared.read(values, context);
        return {
          json: await jsonInTurns(answer as object),
          headers: headersOf(headers, answer, context),
          number: 0,
          prepared: null,
        };
      };
      const ready = async () => await declared.ready?.(values, context);
      const marketplaces = () => declared.marketplaces?.(values, context) ?? null;
      return { key: `${sightKey(context.sight)}${declared.path}?${key}`, reading: { ready, read }, marketplaces };
    },
  };
}

/** Makes a route with a request body of its declaration. */
export const bodyRoute = <Body extends TSchema, Answer extends TSchema>({
  read,
  wanted,
  ...declared
}: RouteFacts & {
  readonly body: Body;
  readonly bodyExample: Static<Body>;
  readonly bodyBytes: number;
  /** Error message for an invalid body. */
  readonly wanted: string;
  readonly answer: Answer;
  readonly example: Static<Answer>;
  readonly read: (body: Static<Body>, context: RouteContext) => Promise<Static<Answer>>;
}): BodyRoute => ({
  ...declared,
  parameters: {},
  async answerTo(body, context) {
    if (!Check(declared.body, body)) throw invalid(wanted);
    return await read(body, context);
  },
});

/** Makes a list route of its declaration. */
export const listRoute = <const P extends Parameters, Answer extends TSchema>(
  declared: RouteFacts & {
    readonly parameters: P;
    readonly answer: Answer;
    readonly example: Static<Answer>;
    readonly types: readonly string[];
    readonly marketplaces: MarketplacesOf<P>;
    readonly list: (values: Values<P>, context: RouteContext) => List;
  },
): ListRoute => ({
  ...declared,
  marketplaces: (query, context) => declared.marketplaces(readParameters(declared.parameters, query).values, context),
  list: (query, context) => declared.list(readParameters(declared.parameters, query).values, context),
});
