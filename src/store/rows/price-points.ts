import type { DatedFloor } from '../../schema/index.ts';
import type { Cells } from '../engine.ts';
import type { PastPriceRow } from '../store.ts';
import { countCell, instantCell, phaseCell, priceCells, priceColumns } from './cells.ts';

export const pricePointColumns = [
  'itemId',
  'marketplaceId',
  'game',
  'phase',
  'basis',
  'at',
  ...priceColumns,
  'offerCount',
  'saleCount',
];

export const floorCells = (floor: DatedFloor, itemId: string): Cells => [
  itemId,
  floor.marketplaceId,
  floor.game,
  phaseCell(floor.phase),
  'floor',
  instantCell(floor.at),
  ...priceCells(floor.prices),
  countCell(floor.offerCount),
  null,
];

export const pastPriceCells = (past: PastPriceRow, itemId: string): Cells => [
  itemId,
  past.marketplaceId,
  past.game,
  phaseCell(past.phase),
  'median',
  instantCell(past.at),
  ...priceCells(past.prices),
  0,
  past.saleCount === null ? null : countCell(past.saleCount),
];
