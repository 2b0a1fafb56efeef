import type { Static, TSchema } from 'typebox';
import type { Shelf } from '../book/shelf.ts';
import type { Game } from '../schema/index.ts';
import type { Store } from '../store/store.ts';
import type { Availability, Lookups } from './lookups.ts';
import { type Parameters, readParameters, type Values } from './parameters.ts';
import type { Query } from './query.ts';

export type Coverage = Awaited<ReturnType<Store['coverage']>>;

/** What routes read from. */
export type RouteContext = {
  readonly shelf: Shelf;
  readonly store: Pick<Store, 'sales' | 'priceHistory'>;
  readonly coverage: () => Promise<Coverage>;
  readonly availability: readonly Availability[];
  readonly lookups: Lookups;
  /** Tells the collector what readers want. */
  readonly asked: (game: Game, name: string) => void;
  readonly now: () => number;
};

type RouteFacts = {
  readonly path: `/v2/${string}`;
  /** Name of the operation in OpenAPI. */
  readonly id: string;
  readonly summary: string;
  readonly description: string;
};

type RouteDeclaration<P extends Parameters, Answer extends TSchema> = RouteFacts & {
  readonly parameters: P;
  readonly answer: Answer;
  readonly example: Static<Answer>;
  readonly read: (values: Values<P>, context: RouteContext) => Static<Answer> | Promise<Static<Answer>>;
};

/** One endpoint: its public description, and how a query becomes an answer. */
export type Route = RouteFacts & {
  readonly parameters: Parameters;
  readonly answer: TSchema;
  readonly example: unknown;
  /** `key` is the same for queries that must get the same answer. */
  readonly prepare: (
    query: Query,
    context: RouteContext,
  ) => { readonly key: string; readonly read: () => Promise<unknown> };
};

/** Ties what is read to the declared parameters and answer. */
export function route<const P extends Parameters, Answer extends TSchema>(
  declared: RouteDeclaration<P, Answer>,
): Route {
  return {
    ...declared,
    prepare(query, context) {
      const { values, key } = readParameters(declared.parameters, query);
      return { key: `${declared.path}?${key}`, read: async () => declared.read(values, context) };
    },
  };
}
