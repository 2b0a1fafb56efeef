import type { Cells } from '../engine.ts';
import type { SaleRow, StoredSale } from '../store.ts';
import {
  instantAsked,
  instantCell,
  type PhaseCell,
  phaseCell,
  priceCells,
  priceColumns,
  stickersCell,
  textCell,
  toPhase,
  toPrices,
  toStickers,
} from './cells.ts';

export const saleColumns = [
  'itemId',
  'marketplaceId',
  'game',
  'saleId',
  'phase',
  'soldAt',
  'amount',
  'currency',
  ...priceColumns,
  'float',
  'paintIndex',
  'paintSeed',
  'stickers',
];

export const saleCells = (sale: SaleRow, itemId: string): Cells => [
  itemId,
  sale.marketplaceId,
  sale.game,
  textCell(sale.saleId),
  phaseCell(sale.phase),
  instantCell(sale.soldAt),
  sale.price.amount,
  sale.price.currency,
  ...priceCells(sale.prices),
  sale.float,
  sale.paintIndex,
  sale.paintSeed,
  stickersCell(sale.stickers),
];

export const saleAsked = [
  instantAsked('soldAt'),
  ...priceColumns,
  'phase',
  'float',
  'paintIndex',
  'paintSeed',
  'stickers',
].join(', ');

export type SaleCells = readonly [
  soldAt: number,
  USD: number,
  EUR: number,
  CNY: number,
  RUB: number,
  phase: PhaseCell,
  float: number | null,
  paintIndex: number | null,
  paintSeed: number | null,
  stickers: string | null,
];

export const toSale = (cells: SaleCells): StoredSale => ({
  soldAt: cells[0],
  prices: toPrices([cells[1], cells[2], cells[3], cells[4]]),
  phase: toPhase(cells[5]),
  float: cells[6],
  paintIndex: cells[7],
  paintSeed: cells[8],
  stickers: toStickers(cells[9]),
});
