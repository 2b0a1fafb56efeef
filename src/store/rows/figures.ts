import type { DatedFloor, Game } from '../../schema/index.ts';
import type { Cells } from '../engine.ts';
import {
  countCell,
  instantAsked,
  instantCell,
  type PhaseCell,
  phaseCell,
  priceCells,
  priceColumns,
  toPhase,
  toPrices,
} from './cells.ts';

const plainColumns = ['marketplaceId', 'game', 'phase', ...priceColumns, 'offerCount'] as const;

export const figureColumns = [...plainColumns, 'changedAt', 'itemId', 'version'];

export const figureCells = (floor: DatedFloor, itemId: string, version: number): Cells => [
  floor.marketplaceId,
  floor.game,
  phaseCell(floor.phase),
  ...priceCells(floor.prices),
  countCell(floor.offerCount),
  instantCell(floor.at),
  itemId,
  version,
];

export const figureAsked = [...plainColumns, instantAsked('changedAt'), 'toString(itemId)'].join(', ');

export type FigureCells = readonly [
  marketplaceId: number,
  game: Game,
  phase: PhaseCell,
  USD: number,
  EUR: number,
  CNY: number,
  RUB: number,
  offerCount: number,
  changedAt: number,
  itemId: string,
];

export const toFigure = (cells: FigureCells, name: string): DatedFloor => ({
  marketplaceId: cells[0],
  game: cells[1],
  name,
  phase: toPhase(cells[2]),
  prices: toPrices([cells[3], cells[4], cells[5], cells[6]]),
  offerCount: cells[7],
  at: cells[8],
});
