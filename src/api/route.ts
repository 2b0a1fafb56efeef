import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import type { SourceHealth } from '../collect/schedule/health.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Game, KnownFees, KnownTerms, Marketplace, Rate, Scope } from '../schema/index.ts';
import { isWhole } from '../schema/index.ts';
import type { Store } from '../store/store.ts';
import type { PastReader } from './as-of/past-reader.ts';
import type { RouteReading } from './cache/answer-cache.ts';
import type { HistoryCoverage } from './cache/coverage.ts';
import type { HasOfferSource } from './cache/offer-sources.ts';
import type { WeekSales } from './cache/sale-counts.ts';
import { invalid } from './errors.ts';
import { jsonInTurns } from './lists/in-turns.ts';
import type { List } from './lists/list.ts';
import type { Availability, Lookups } from './lookups.ts';
import { type Parameters, readParameters, type Values } from './parameters.ts';
import type { Query } from './query.ts';
import type { ReadBook } from './scope/read-book.ts';

/** The data that routes answer from. */
export type RouteContext = {
  /** What the key can see; the fields below are limited to it. */
  readonly scope: Scope;
  readonly book: ReadBook;
  readonly store: Pick<
    Store,
    | 'keepsPast'
    | 'sales'
    | 'findSales'
    | 'removals'
    | 'priceHistory'
    | 'candles'
    | 'bidCandles'
    | 'saleCandles'
    | 'historyStart'
    | 'itemHistory'
    | 'conditions'
    | 'dailyWorths'
    | 'pastRates'
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
  /** Additional response headers, by name. */
  readonly headers?: Readonly<Record<string, AnswerHeader<Static<Answer>>>>;
};

export type AnswerHeader<Answer> = {
  readonly description: string;
  readonly example: string;
  readonly of: (answer: Answer, context: RouteContext) => string;
};

/** The public description of an endpoint. */
type RouteDescription = RouteFacts & {
  readonly parameters: Parameters;
  readonly answer: TSchema;
  readonly example: unknown;
};

export type AnswerRoute = RouteDescription & {
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
export type ListRoute = RouteDescription & {
  /** Content types; the first is the default. */
  readonly types: readonly string[];
  readonly list: (query: Query, context: RouteContext) => List;
  readonly marketplaces: (query: Query, context: RouteContext) => readonly Marketplace[] | null;
};

/** A route with a JSON request body, for requests too long for a URL. */
export type BodyRoute = RouteDescription & {
  readonly body: TSchema;
  readonly bodyExample: unknown;
  readonly bodyBytes: number;
  /** Throws the `ApiError` to respond with. */
  readonly answerTo: (body: unknown, context: RouteContext) => Promise<unknown>;
};

export type Route = AnswerRoute | ListRoute | BodyRoute;

export const isList = (one: Route): one is ListRoute => 'list' in one;

export const isBody = (one: Route): one is BodyRoute => 'bodyBytes' in one;

const headersOf = <Answer>(
  headers: Readonly<Record<string, AnswerHeader<Answer>>>,
  answer: Answer,
  context: RouteContext,
): string[] => Object.entries(headers).flatMap(([name, { of }]) => [name, of(answer, context)]);

/** Separates cached answers of keys with different sights. */
const scopeKey = (scope: Scope): string => (isWhole(scope) ? '' : `${JSON.stringify(scope)} `);

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
      const read = async () => {
        const answer = await declared.read(values, context);
        return { json: await jsonInTurns(answer as object), headers: headersOf(headers, answer, context) };
      };
      const ready = async () => await declared.ready?.(values, context);
      const marketplaces = () => declared.marketplaces?.(values, context) ?? null;
      return { key: `${scopeKey(context.scope)}${declared.path}?${key}`, reading: { ready, read }, marketplaces };
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
