import type { Layout } from '../layout.ts';
import { conditions } from './0016-conditions.ts';
import { stateTables } from './0016-states.ts';
import { tables } from './0016-tables.ts';
import { removals } from './0018-removals.ts';

export type Migration = {
  readonly version: number;
  readonly name: string;
  /** Every statement must be repeatable, as a process can die between any two of them. */
  readonly statements: (layout: Layout) => readonly string[];
};

// What stood on sale is kept beside the tape since, spans tell what is known of the past, candles are made from points when
// they are asked for, which takes as long, and others had replaced the rest
const previousViews = [
  ...['offersToLive', 'buyOrdersToLive', 'quotesToLive', 'figuresToLive'],
  ...['askCandles5mView', 'askCandles1hView', 'askCandles1dView'],
];
const previousTables = [
  ...['liveOffers', 'liveBuyOrders', 'liveQuotes', 'liveFigures', 'itemAttributes'],
  ...['offers', 'buyOrders', 'quotes', 'figures', 'pricePoints5m', 'pricePoints1h', 'pricePoints1d', 'bases'],
  ...['askCandles5m', 'askCandles1h', 'askCandles1d'],
];

const extras = [
  'charms Nullable(String) CODEC(ZSTD(1))',
  'nameTag Nullable(String) CODEC(ZSTD(1))',
  'statTrakCount Nullable(Int32) CODEC(ZSTD(1))',
  'patches Nullable(String) CODEC(ZSTD(1))',
];

/** The steps from an empty database, or from one of the version before the first of them, to the current schema, in order. */
export const migrations: readonly Migration[] = [
  {
    version: 16,
    name: 'tables-of-the-past',
    statements: (layout) => [
      ...[...tables, ...conditions, ...stateTables].flatMap(layout.create),
      ...previousViews.map(layout.dropView),
      ...previousTables.flatMap(layout.drop),
    ],
  },
  {
    version: 17,
    name: 'what-is-on-an-item',
    statements: (layout) => ['sales', 'offerStates'].flatMap((table) => layout.addColumns(table, extras)),
  },
  {
    version: 18,
    name: 'sides-and-removals',
    statements: (layout) => [
      ...layout.addColumns('sales', ['side Nullable(String) CODEC(ZSTD(1))']),
      ...layout.create(removals),
    ],
  },
];

const versionsOf = (steps: readonly Migration[]): readonly number[] => steps.map(({ version }) => version);

export const newestSchema = (steps: readonly Migration[] = migrations): number => Math.max(...versionsOf(steps));

/** The oldest schema from which the steps lead to the newest. */
export const oldestSchema = (steps: readonly Migration[] = migrations): number => Math.min(...versionsOf(steps)) - 1;
