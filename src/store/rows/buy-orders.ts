import type { Game, LiveBuyOrder, NativeCurrency } from '../../schema/index.ts';
import type { Cells } from '../engine.ts';
import {
  instantAsked,
  instantCell,
  type PhaseCell,
  phaseCell,
  priceCells,
  priceColumns,
  textCell,
  toMoney,
  toPhase,
  toPrices,
} from './cells.ts';

const plainColumns = [
  'marketplaceId',
  'game',
  'orderId',
  'phase',
  'amount',
  'currency',
  ...priceColumns,
  'quantity',
] as const;
const instants = ['foundAt', 'changedAt', 'seenAt'] as const;

export const buyOrderColumns = [...plainColumns, ...instants, 'itemId', 'version', 'isRemoved'];

export const buyOrderCells = (order: LiveBuyOrder, itemId: string, version: number, isRemoved: boolean): Cells => [
  order.marketplaceId,
  order.game,
  textCell(order.orderId),
  phaseCell(order.phase),
  order.price.amount,
  order.price.currency,
  ...priceCells(order.prices),
  order.quantity,
  instantCell(order.foundAt),
  instantCell(order.changedAt),
  instantCell(order.seenAt),
  itemId,
  version,
  isRemoved ? 1 : 0,
];

export const buyOrderAsked = [...plainColumns, ...instants.map(instantAsked), 'toString(itemId)'].join(', ');

export type BuyOrderCells = readonly [
  marketplaceId: number,
  game: Game,
  orderId: string,
  phase: PhaseCell,
  amount: number,
  currency: NativeCurrency,
  USD: number,
  EUR: number,
  CNY: number,
  RUB: number,
  quantity: number | null,
  foundAt: number,
  changedAt: number,
  seenAt: number,
  itemId: string,
];

export const toBuyOrder = (cells: BuyOrderCells, name: string): LiveBuyOrder => ({
  marketplaceId: cells[0],
  game: cells[1],
  name,
  phase: toPhase(cells[3]),
  orderId: cells[2],
  price: toMoney(cells[4], cells[5]),
  prices: toPrices([cells[6], cells[7], cells[8], cells[9]]),
  quantity: cells[10],
  foundAt: cells[11],
  changedAt: cells[12],
  seenAt: cells[13],
});
