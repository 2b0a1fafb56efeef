import type { Game, GapReason, SourceDay, SourceGap } from '../../schema/index.ts';
import type { Engine } from '../engine.ts';
import { gaps as gapTable, sourceDays } from '../rows/plain-rows.ts';
import type { ConditionsQuery, StoredConditions, StoredRow } from '../store.ts';
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
const instants = ['day', 'since', 'notedTo', 'toldTo', 'lateAt'];
const dayColumns = ({ sql }: Engine): string =>
  `${sourceColumns}, ${instants.map(sql.milliseconds).join(', ')}, reason, knownMs, ages`;

const dayOf = (cells: DayCells): SourceDay => {
  const [marketplaceId, source, game, day, since, notedTo, toldTo, lateAt, reason, knownMs, ages] = cells;
  return {
    ...{ marketplaceId, source, game, day, since, notedTo, completeTo: toldTo, lateAt, knownMs },
    reason: reason === '' ? null : reason,
    ages: ages === '' ? [] : ages.split(',').map(Number),
  };
};

const daysFrom = (engine: Engine, condition: string, unwritten: readonly StoredRow[]): string =>
  withUnwritten(engine, {
    ...{ table: sourceDays, columns: Object.keys(sourceDays.columns), condition, key: `${sourceColumns}, day` },
    unwritten: unwritten.filter(({ table }) => table === 'sourceDays'),
  });

const gapOf = ([marketplaceId, source, game, from, to, reason]: GapCells): SourceGap => ({
  ...{ marketplaceId, source, game, from, to, reason },
});

/** The newest stored day of each source, of those that have begun: a clock that ran ahead can have left later ones. */
export const queryNewestSourceDays = async (
  engine: Engine,
  now: number,
  condition = '1 = 1',
  unwritten: readonly StoredRow[] = [],
): Promise<readonly SourceDay[]> => {
  const found = await engine.ask<DayCells>(`
SELECT DISTINCT ON (${sourceColumns}) ${dayColumns(engine)}
FROM ${daysFrom(engine, `${condition} AND day <= ${engine.sql.instant(now)}`, unwritten)}
ORDER BY ${sourceColumns}, day DESC`);
  return found.map(dayOf);
};

/** The values are our own numbers and words, so nothing needs to be escaped. */
export const queryConditions = async (
  engine: Engine,
  { marketplaceId, game, from, to }: ConditionsQuery,
  now: number,
  unwritten: readonly StoredRow[],
): Promise<StoredConditions> => {
  const condition = [
    '1 = 1',
    ...(marketplaceId === null ? [] : [`marketplaceId = ${Math.trunc(marketplaceId)}`]),
    ...(game === null ? [] : [`game = '${game}'`]),
  ].join(' AND ');
  const { instant, milliseconds } = engine.sql;
  const gapsFrom = withUnwritten(engine, {
    ...{ table: gapTable, columns: Object.keys(gapTable.columns) },
    condition: `${condition} AND toAt > ${instant(from)} AND fromAt < ${instant(to)}`,
    key: `${sourceColumns}, fromAt, toAt`,
    unwritten: unwritten.filter(({ table }) => table === 'gaps'),
  });
  const wanted = `${condition} AND day >= ${instant(from)} AND day < ${instant(to)}`;
  const [days, gaps, newest] = await Promise.all([
    engine.ask<DayCells>(`
SELECT ${dayColumns(engine)} FROM ${daysFrom(engine, wanted, unwritten)} ORDER BY ${sourceColumns}, day`),
    engine.ask<GapCells>(`
SELECT ${sourceColumns}, ${milliseconds('fromAt')}, ${milliseconds('toAt')}, reason FROM ${gapsFrom}
ORDER BY ${sourceColumns}, fromAt, toAt`),
    queryNewestSourceDays(engine, now, condition, unwritten),
  ]);
  return { days: days.map(dayOf), gaps: gaps.map(gapOf), newest };
};
