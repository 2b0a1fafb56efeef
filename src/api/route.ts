import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import type { Clock } from '../clock.ts';
import type { SourceHealth } from '../collect/schedule/health.ts';
import type { Game, KnownFees, Marketplace, Rate, Sight } from '../schema/index.ts';
import { isWhole } from '../schema/index.ts';
import type { Store } from '../store/store.ts';
import type { AnswerText } from './cache/answer.ts';
import type { WeekSales } from './cache/sale-counts.ts';
import { invalid } from './errors.ts';
import type { List } from './lists/list.ts';
import type { Availability, Lookups } from './lookups.ts';
import { type Parameters, readParameters, type Values } from './parameters.ts';
import type { PastReader } from './past/past-reader.ts';
import type { Query } from './query.ts';
import type { ReadBook } from './sight/read-book.ts';

export type HistoryCoverage = Awaited<ReturnType<Store['coverage']>>;

/** What routes read from. */
export type RouteContext = {
  /** What the key is shown: all of the below is no more than that. */
  readonly sight: Sight;
  readonly book: ReadBook;
  readonly store: Pick<Store, 'sales' | 'priceHistory' | 'candles' | 'bidCandles' | 'saleCandles' | 'conditions'>;
  readonly weekSales: WeekSales;
  /** Null where nothing of it is kept. */
  readonly past: PastReader | null;
  readonly coverage: () => Promise<HistoryCoverage>;
  readonly availability: readonly Availability[];
  readonly lookups: Lookups;
  /** Those that money is converted at now. */
  readonly rates: () => readonly Rate[];
  /** What marketplaces take, by their id. */
  readonly fees: KnownFees;
  /** How the sources of the marketplaces are. */
  readonly health: () => readonly SourceHealth[];
  /** Tells the collector what readers want, of one marketplace or of all of them when null. */
  readonly asked: (game: Game, name: string, marketplaceId: number | null) => void;
  /** Waits a little where the offers of an item are about to be looked up. */
  readonly offersLookedUp: (marketplaceId: number, game: Game, name: string) => Promise<void>;
  readonly now: Clock['now'];
};

type RouteFacts = {
  readonly path: `/v2/${string}` | `/tape/${string}`;
  /** Name of the operation in OpenAPI. */
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  /** Needs no key where the operator has opened the status. */
  readonly isStatus?: true;
};

/** The marketplaces that an answer follows from alone, so that after a start it need not wait for others; null for all. */
type MarketplacesOf<P> = (values: Values<P>, context: Pick<RouteContext, 'lookups'>) => readonly Marketplace[] | null;

type RouteDeclaration<P extends Parameters, Answer extends TSchema> = RouteFacts & {
  readonly parameters: P;
  /** Of all where it is missing. */
  readonly marketplaces?: MarketplacesOf<P>;
  readonly answer: Answer;
  readonly example: Static<Answer>;
  /** What is waited for before anything is read, so that the answer stands for one moment. */
  readonly ready?: (values: Values<P>, context: RouteContext) => Promise<void>;
  readonly read: (values: Values<P>, context: RouteContext) => Static<Answer> | Promise<Static<Answer>>;
  /** For answers that follow from the book at once: what `read` says too, put together of parts that are kept. */
  readonly prepare?: (values: Values<P>, context: RouteContext) => Prepared | null;
  /** Headers that say more of an answer, by name. */
  readonly headers?: Readonly<Record<string, AnswerHeader<Static<Answer>>>>;
};

export type AnswerHeader<Answer> = {
  readonly description: string;
  readonly example: string;
  readonly of: (answer: Answer) => string;
};

/** One endpoint: its public description, and how a query becomes an answer. */
type Described = RouteFacts & {
  readonly parameters: Parameters;
  readonly answer: TSchema;
  readonly example: unknown;
};

export type AnswerRoute = Described & {
  /** `key` is the same for queries that must get the same answer. */
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

/** An answer that is made while it is read, and kept nowhere. */
export type ListRoute = Described & {
  /** In which forms it comes, the first unless said. */
  readonly types: readonly string[];
  readonly list: (query: Query, context: RouteContext) => List;
  readonly marketplaces: (query: Query, context: RouteContext) => readonly Marketplace[] | null;
};

/** What is asked in a body of JSON, because an address has no room for it. */
export type BodyRoute = Described & {
  readonly body: TSchema;
  readonly bodyExample: unknown;
  readonly bodyBytes: number;
  /** Throws what the reader is to be told. */
  readonly answerTo: (body: unknown, context: RouteContext) => Promise<unknown>;
};

export type Route = AnswerRoute | ListRoute | BodyRoute;

export const isList = (one: Route): one is ListRoute => 'list' in one;

export const isBody = (one: Route): one is BodyRoute => 'bodyBytes' in one;

/** How an answer comes to be: what it waits for, then what it is. */
export type RouteReading = { readonly ready: () => Promise<void>; readonly read: () => Promise<Read> };

/** An answer as JSON. */
export type Written = AnswerText & {
  /** Those that are its own, names and values in turn. */
  readonly headers: readonly string[];
  /** Which of the texts of a prepared one it is. */
  readonly number: number;
};

export type Read = Written & { readonly prepared: Prepared | null };

/** An answer that can be put together again. */
export type Prepared = {
  /** As it is now; null where it has to be read the ordinary way, which waits, or says why there is none. */
  readonly write: () => Written | null;
  /** The same, which counts as asking for it, where it is not as it was written with that number. */
  readonly writeAgain: (number: number) => Written | 'same' | null;
  /** What is kept for that. */
  readonly bytes: () => number;
};

const headersOf = <Answer>(headers: Readonly<Record<string, AnswerHeader<Answer>>>, answer: Answer): string[] =>
  Object.entries(headers).flatMap(([name, { of }]) => [name, of(answer)]);

/** Answers to keys that are shown other things stand beside one another. */
const sightKey = (sight: Sight): string => (isWhole(sight) ? '' : `${JSON.stringify(sight)} `);

/** Ties what is read to the declared parameters and answer. */
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
        const prepared = declared.prepare?.(values, context) ?? null;
        const written = prepared?.write() ?? null;
        if (written !== null) return { ...written, prepared };
        const answer = await declared.read(values, context);
        return { json: JSON.stringify(answer), headers: headersOf(headers, answer), number: 0, prepared: null };
      };
      const ready = async () => await declared.ready?.(values, context);
      const marketplaces = () => declared.marketplaces?.(values, context) ?? null;
      return { key: `${sightKey(context.sight)}${declared.path}?${key}`, reading: { ready, read }, marketplaces };
    },
  };
}

/** The same of a body. */
export const bodyRoute = <Body extends TSchema, Answer extends TSchema>({
  read,
  wanted,
  ...declared
}: RouteFacts & {
  readonly body: Body;
  readonly bodyExample: Static<Body>;
  readonly bodyBytes: number;
  /** What is said of a body that is none. */
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

/** The same of a list. */
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
