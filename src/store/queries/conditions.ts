import type { Game, GapReason, SourceDay, SourceGap } from '../../schema/index.ts';
import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import { selectInstant } from '../rows/cells.ts';
import type { ConditionsQuery, StoredConditions } from '../store.ts';
import { instant } from './dense-history.ts';

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

const gapOf = ([marketplaceId, source, game, from, to, reason]: GapCells): SourceGap => ({
  ...{ marketplaceId, source, game, from, to, reason },
});

/** The newest stored day of each source, of those that have begun: a clock that ran ahead can have left later ones. */
export const queryNewestSourceDays = async (
  engine: Engine,
  layout: Layout,
  now: number,
  condition = '1',
): Promise<readonly SourceDay[]> => {
  const found = await engine.ask<DayCells>(`
SELECT ${dayColumns} FROM ${layout.table('sourceDays')} FINAL WHERE ${condition} AND day <= ${instant(now)}
ORDER BY ${sourceColumns}, sourceDays.day DESC LIMIT 1 BY ${sourceColumns}`);
  return found.map(dayOf);
};

/** The values are our own numbers and words, so nothing needs to be escaped. */
export const queryConditions = async (
  engine: Engine,
  layout: Layout,
  { marketplaceId, game, from, to }: ConditionsQuery,
  now: number,
): Promise<StoredConditions> => {
  const condition = [
    '1',
    ...(marketplaceId === null ? [] : [`marketplaceId = ${Math.trunc(marketplaceId)}`]),
    ...(game === null ? [] : [`game = '${game}'`]),
  ].join(' AND ');
  const [days, gaps, newest] = await Promise.all([
    engine.ask<DayCells>(`
SELECT ${dayColumns} FROM ${layout.table('sourceDays')} FINAL
WHERE ${condition} AND day >= ${instant(from)} AND day < ${instant(to)}
ORDER BY ${sourceColumns}, sourceDays.day`),
    engine.ask<GapCells>(`
SELECT ${sourceColumns}, ${selectInstant('fromAt')}, ${selectInstant('toAt')}, reason FROM ${layout.table('gaps')} FINAL
WHERE ${condition} AND toAt > ${instant(from)} AND fromAt < ${instant(to)}
ORDER BY ${sourceColumns}, fromAt, toAt`),
    queryNewestSourceDays(engine, layout, now, condition),
  ]);
  return { days: days.map(dayOf), gaps: gaps.map(gapOf), newest };
};
