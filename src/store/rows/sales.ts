import type { NativeCurrency } from '../../schema/index.ts';
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
  toMoney,
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
  'saleId',
  'amount',
  'currency',
  ...priceColumns,
  'phase',
  'float',
  'paintIndex',
  'paintSeed',
  'stickers',
].join(', ');

export type SaleCells = readonly [
  soldAt: number,
  saleId: string,
  amount: number,
  currency: NativeCurrency,
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
  saleId: cells[1],
  price: toMoney(cells[2], cells[3]),
  prices: toPrices([cells[4], cells[5], cells[6], cells[7]]),
  phase: toPhase(cells[8]),
  float: cells[9],
  paintIndex: cells[10],
  paintSeed: cells[11],
  stickers: toStickers(cells[12]),
});
