import type { Layout } from '../layout.ts';
import { tables } from './0001-tables.ts';
import { rollUps, rollUpViews } from './0002-roll-ups.ts';
import { tf2Money } from './0003-tf2-money.ts';
import { figures } from './0004-figures.ts';
import { tapeMarks } from './0005-tape-marks.ts';
import { conditions } from './0006-conditions.ts';
import { stateTables } from './0007-states.ts';
import { bidPoints } from './0008-bids.ts';
import { emptyFormer, formerLive, moveByMarketplace } from './0009-by-marketplace.ts';
import { formerRollUps, moveToCandles } from './0011-ask-candles.ts';
import { countPriced } from './0012-priced-runs.ts';
import { idsOfKeys } from './0013-item-keys.ts';
import { itemAttributes } from './0014-item-attributes.ts';
import { otherCurrencies } from './0015-other-currencies.ts';

export type Migration = {
  readonly version: number;
  readonly name: string;
  /** Every statement must be repeatable, as a process can die between any two of them. */
  readonly statements: (layout: Layout) => readonly string[];
};

/** The steps from an empty database to the current schema, in order. */
export const migrations: readonly Migration[] = [
  { version: 1, name: 'tables', statements: (layout) => tables.flatMap(layout.create) },
  {
    version: 2,
    name: 'roll-ups',
    statements: (layout) => [...rollUps.flatMap(layout.create), ...rollUpViews(layout).map(layout.createView)],
  },
  { version: 3, name: 'tf2-money', statements: tf2Money },
  { version: 4, name: 'figures', statements: (layout) => layout.create(figures) },
  { version: 5, name: 'tape-marks', statements: (layout) => layout.create(tapeMarks) },
  { version: 6, name: 'conditions', statements: (layout) => conditions.flatMap(layout.create) },
  { version: 7, name: 'states', statements: (layout) => stateTables.flatMap(layout.create) },
  { version: 8, name: 'bids', statements: (layout) => layout.create(bidPoints) },
  { version: 9, name: 'by-marketplace', statements: moveByMarketplace },
  { version: 10, name: 'former-emptied', statements: emptyFormer },
  { version: 11, name: 'ask-candles', statements: moveToCandles },
  { version: 12, name: 'priced-runs', statements: countPriced },
  { version: 13, name: 'item-keys', statements: idsOfKeys },
  { version: 14, name: 'item-attributes', statements: (layout) => layout.create(itemAttributes) },
  { version: 15, name: 'other-currencies', statements: otherCurrencies },
];

/** Tables that others have replaced and that are empty since. */
export const formerTables: readonly string[] = [...formerLive, ...formerRollUps];
