import type { Confirmation, Rate, SweptKind } from '../../schema/index.ts';
import type { PublishedState, StoredSpan } from '../store.ts';
import * as column from './columns.ts';
import { buyOrders, figures, offers, quotes } from './standing.ts';
import type { Table } from './table.ts';

const moment = <Row>(publishedAt: (row: Row) => number) => ({
  base: column.base<Row>(),
  told: column.instant<Row>(publishedAt),
});

/** Turns a table of current state into one of past states; of removed rows, nullable columns are not kept. */
const statesOf = <State>(name: string, id: string, columns: column.Columns<State>): Table<PublishedState<State>> => ({
  name,
  columns: {
    ...Object.fromEntries(
      Object.entries(columns).map(([title, { cell, ...rest }]) => [
        title,
        {
          ...rest,
          cell: ({ state }: PublishedState<State>, numbers, isRemoved) =>
            isRemoved && rest.type.startsWith('Nullable') ? null : cell(state, numbers, isRemoved),
        } satisfies column.Column<PublishedState<State>>,
      ]),
    ),
    ...moment<PublishedState<State>>((row) => row.publishedAt),
    sequence: column.number<PublishedState<State>>('UInt64', (row) => row.sequence),
    isRemoved: column.isRemoved(),
  },
  key: ['itemId', 'base', 'marketplaceId', id, 'sequence'],
  agesFrom: 'base',
});

export const offerStates = statesOf('offerStates', 'offerId', offers.columns);
export const buyOrderStates = statesOf('buyOrderStates', 'orderId', buyOrders.columns);
export const quoteStates = statesOf('quoteStates', 'phase', quotes.columns);
export const figureStates = statesOf('figureStates', 'phase', figures.columns);

const kindBits: Readonly<Record<SweptKind, number>> = {
  offer: 1,
  buyOrder: 2,
  quote: 4,
  itemQuote: 8,
  variantQuote: 16,
};
const allKinds = Object.keys(kindBits) as SweptKind[];
export const kindsOf = (bits: number) => allKinds.filter((kind) => (bits & kindBits[kind]) !== 0);

/** Up to when marketplaces have confirmed everything of a kind, for a game or for one item. */
export const readings: Table<Confirmation> = {
  name: 'readings',
  columns: {
    itemId: column.maybeItemId(),
    marketplaceId: column.marketplaceId(),
    game: column.game(),
    kinds: column.byte((row) => row.kinds.reduce((bits, kind) => bits | kindBits[kind], 0)),
    seenAt: column.instant((row) => row.seenAt),
    ...moment<Confirmation>((row) => row.at),
  },
  key: ['itemId', 'game', 'base', 'marketplaceId', 'kinds', 'told'],
  agesFrom: 'base',
};

/** The exchange rates in force from an instant on. */
export const rateStates: Table<Rate & { readonly publishedAt: number }> = {
  name: 'rateStates',
  columns: {
    currency: column.ratedCurrency((rate) => rate.currency),
    source: column.word((rate) => rate.source),
    ratedAt: column.instant((rate) => rate.ratedAt),
    perUsd: column.number('Float64', (rate) => rate.perUsd),
    ...moment<Rate & { readonly publishedAt: number }>((row) => row.publishedAt),
  },
  key: ['base', 'currency', 'told'],
  agesFrom: 'base',
};

export const stateSpans: Table<StoredSpan> = {
  name: 'stateSpans',
  columns: {
    since: column.instant((row) => row.since),
    base: column.instant((row) => row.base),
    keptTo: column.instant((row) => row.keptTo),
    isEnded: column.byte((row) => Number(row.isEnded)),
  },
  key: ['since'],
  agesFrom: 'base',
};

/** Tables of past states, which expire by the setting `store.statesDays`. */
export const stateLogs: readonly Table<never>[] = [
  offerStates,
  buyOrderStates,
  quoteStates,
  figureStates,
  readings,
  rateStates,
  stateSpans,
];
