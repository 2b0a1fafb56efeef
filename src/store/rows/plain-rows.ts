import type { Rate, SourceRun } from '../../schema/index.ts';
import type { Cells } from '../engine.ts';
import { instantCell, nullableTextCell, textCell } from './cells.ts';

export const rateColumns = ['currency', 'source', 'ratedAt', 'perUsd'];

export const rateCells = (rate: Rate): Cells => [
  rate.currency,
  textCell(rate.source),
  instantCell(rate.ratedAt),
  rate.perUsd,
];

export const sourceRunColumns = [
  'marketplaceId',
  'source',
  'game',
  'startedAt',
  'outcome',
  'milliseconds',
  'rows',
  'rejected',
  'detail',
];

export const sourceRunCells = (run: SourceRun): Cells => [
  run.marketplaceId,
  textCell(run.source),
  run.game,
  instantCell(run.startedAt),
  textCell(run.outcome),
  run.milliseconds,
  run.rows,
  run.rejected,
  nullableTextCell(run.detail),
];
