import type { Layout, TableDefinition } from '../layout.ts';
import { rollUps, rollUpViews } from './0002-roll-ups.ts';

const candlesOf = (former: string): string => former.replace('pricePoints', 'askCandles');

// Whoever reads or merges rows of states holds all of those that one mark stands for. Of 1,024 instead of 8,192 rows each, an
// item is read in a quarter of the time, and a merge of a dozen parts takes 40 instead of 190 MB.
const settings = 'index_granularity = 1024';

/** Floor points over slots of five minutes, an hour and a day, by item and marketplace. */
export const askCandles: readonly TableDefinition[] = rollUps.map((former) => ({
  ...former,
  name: candlesOf(former.name),
  settings: [former.settings, settings].join(', '),
}));

export const formerRollUps: readonly string[] = rollUps.map(({ name }) => name);

/**
 * Tables with more marks, which cannot be given to one that is there; what stood in the former ones goes along without being
 * copied. A process that dies in between may leave points counted twice in them, as points are that are written twice.
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
