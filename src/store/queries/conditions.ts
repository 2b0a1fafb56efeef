import type { Game, GapReason, SourceDay, SourceGap } from '../../schema/index.ts';
import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import { selectInstant } from '../rows/cells.ts';
import { gaps as gapTable, sourceDays } from '../rows/plain-rows.ts';
import type { ConditionsQuery, StoredConditions, StoredRow } from '../store.ts';
import { instant } from './dense-history.ts';
import { withUnwritten } from './with-unwritten.ts';

type SourceCells = readonly [marketplaceId: number, source: string, game: Game];
type GapCells = readonly [...SourceCells, from: number, to: number, reason: GapReason];
type DayCells = readonly [
  ...SourceCells,
  ...[day: number, since: number, notedTo: number, toldTo: number, lateAt: number],
  reason: GapReason | '',
  knownMs: number,
  ages: string,
];

const sourceColumns = 'marketplaceId, source, game';
const instants = ['day', 'since', 'notedTo', 'toldTo', 'lateAt'].map(selectInstant).join(', ');
const dayColumns = `${sourceColumns}, ${instants}, reason, toFloat64(knownMs), ages`;

const dayOf = (cells: DayCells): SourceDay => {
  const [marketplaceId, source, game, day, since, notedTo, toldTo, lateAt, reason, knownMs, ages] = cells;
  return {
    ...{ marketplaceId, source, game, day, since, notedTo, completeTo: toldTo, lateAt, knownMs },
    reason: reason === '' ? null : reason,
    ages: ages === '' ? [] : ages.split(',').map(Number),
  };
};

const daysFrom = (layout: Layout, condition: string, unwritten: readonly StoredRow[]): string =>
  withUnwritten(layout, {
    ...{ table: sourceDays, columns: Object.keys(sourceDays.columns), condition },
    ...{
      key: `${sourceColumns}, day`,
      final: 'FINAL',
      unwritten: unwritten.filter(({ table }) => table === 'sourceDays'),
    },
  });

const gapOf = ([marketplaceId, source, game, from, to, reason]: GapCells): SourceGap => ({
  ...{ marketplaceId, source, game, from, to, reason },
});

/** The newest stored day of each source, of those that have begun: a clock that ran ahead can have left later ones. */
export const queryNewestSourceDays = async (
  engine: Engine,
  layout: Layout,
  now: number,
  condition = '1',
  unwritten: readonly StoredRow[] = [],
): Promise<readonly SourceDay[]> => {
  const found = await engine.ask<DayCells>(`
SELECT ${dayColumns} FROM ${daysFrom(layout, `${condition} AND day <= ${instant(now)}`, unwritten)}
ORDER BY ${sourceColumns}, day DESC LIMIT 1 BY ${sourceColumns}`);
  return found.map(dayOf);
};

/** The values are our own numbers and words, so nothing needs to be escaped. */
export const queryConditions = async (
  engine: Engine,
  layout: Layout,
  { marketplaceId, game, from, to }: ConditionsQuery,
  now: number,
  unwritten: readonly StoredRow[],
): Promise<StoredConditions> => {
  const condition = [
    '1',
    ...(marketplaceId === null ? [] : [`marketplaceId = ${Math.trunc(marketplaceId)}`]),
    ...(game === null ? [] : [`game = '${game}'`]),
  ].join(' AND ');
  const gapsFrom = withUnwritten(layout, {
    ...{ table: gapTable, columns: Object.keys(gapTable.columns) },
    condition: `${condition} AND toAt > ${instant(from)} AND fromAt < ${instant(to)}`,
    ...{ key: `${sourceColumns}, fromAt, toAt`, final: 'FINAL' },
    unwritten: unwritten.filter(({ table }) => table === 'gaps'),
  });
  const wanted = `${condition} AND day >= ${instant(from)} AND day < ${instant(to)}`;
  const [days, gaps, newest] = await Promise.all([
    engine.ask<DayCells>(`
SELECT ${dayColumns} FROM ${daysFrom(layout, wanted, unwritten)} ORDER BY ${sourceColumns}, day`),
    engine.ask<GapCells>(`
SELECT ${sourceColumns}, ${selectInstant('fromAt')}, ${selectInstant('toAt')}, reason FROM ${gapsFrom}
ORDER BY ${sourceColumns}, fromAt, toAt`),
    queryNewestSourceDays(engine, layout, now, condition, unwritten),
  ]);
  return { days: days.map(dayOf), gaps: gaps.map(gapOf), newest };
};
