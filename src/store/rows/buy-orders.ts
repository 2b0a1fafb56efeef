import type { LiveBuyOrder } from '../../schema/index.ts';
import type { Cells } from '../engine.ts';
import type { BinaryReader } from './binary-reader.ts';
import {
  instantCell,
  phaseCell,
  priceCells,
  priceColumns,
  type ReadName,
  readGame,
  readMoney,
  readPhase,
  readPrices,
  readWhole,
  textCell,
} from './cells.ts';

/** What is read of a row, in the order in which it is kept. */
const kept = [
  'marketplaceId',
  'game',
  'orderId',
  'phase',
  'amount',
  'currency',
  ...priceColumns,
  'quantity',
  'foundAt',
  'changedAt',
  'seenAt',
  'itemId',
];

export const buyOrderColumns = [...kept, 'version', 'isRemoved'];

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

export const buyOrdersKept = {
  columns: kept,
  read: (reader: BinaryReader, readName: ReadName): LiveBuyOrder => {
    const marketplaceId = reader.byte();
    const game = readGame(reader);
    const orderId = reader.text();
    const phase = readPhase(reader);
    const price = readMoney(reader);
    const prices = readPrices(reader);
    const quantity = reader.nullable(readWhole);
    const foundAt = reader.int64();
    const changedAt = reader.int64();
    const seenAt = reader.int64();
    const name = readName(reader);
    return { marketplaceId, game, name, phase, orderId, price, prices, quantity, foundAt, changedAt, seenAt };
  },
};
