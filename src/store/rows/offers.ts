import type { LiveOffer } from '../../schema/index.ts';
import type { Cells } from '../engine.ts';
import type { BinaryReader } from './binary-reader.ts';
import {
  instantCell,
  nullableTextCell,
  phaseCell,
  priceCells,
  priceColumns,
  type ReadName,
  readFraction,
  readGame,
  readInstant,
  readMoney,
  readPhase,
  readPrices,
  readSmall,
  readStickers,
  readText,
  stickersCell,
  textCell,
} from './cells.ts';

/** What is read of a row, in the order in which it is kept. */
const kept = [
  'marketplaceId',
  'game',
  'offerId',
  'phase',
  'amount',
  'currency',
  ...priceColumns,
  'purchaseLink',
  'inspectLink',
  'float',
  'paintIndex',
  'paintSeed',
  'stickers',
  'ownerId',
  'tradableAt',
  'foundAt',
  'changedAt',
  'seenAt',
  'itemId',
];

export const offerColumns = [...kept, 'version', 'isRemoved'];

export const offerCells = (offer: LiveOffer, itemId: string, version: number, isRemoved: boolean): Cells => [
  offer.marketplaceId,
  offer.game,
  textCell(offer.offerId),
  phaseCell(offer.phase),
  offer.price.amount,
  offer.price.currency,
  ...priceCells(offer.prices),
  nullableTextCell(offer.purchaseLink),
  nullableTextCell(offer.inspectLink),
  offer.float,
  offer.paintIndex,
  offer.paintSeed,
  stickersCell(offer.stickers),
  nullableTextCell(offer.ownerId),
  offer.tradableAt === null ? null : instantCell(offer.tradableAt),
  instantCell(offer.foundAt),
  instantCell(offer.changedAt),
  instantCell(offer.seenAt),
  itemId,
  version,
  isRemoved ? 1 : 0,
];

export const offersKept = {
  columns: kept,
  read: (reader: BinaryReader, readName: ReadName): LiveOffer => {
    const marketplaceId = reader.byte();
    const game = readGame(reader);
    const offerId = reader.text();
    const phase = readPhase(reader);
    const price = readMoney(reader);
    const prices = readPrices(reader);
    const purchaseLink = reader.nullable(readText);
    const inspectLink = reader.nullable(readText);
    const float = reader.nullable(readFraction);
    const paintIndex = reader.nullable(readSmall);
    const paintSeed = reader.nullable(readSmall);
    const stickers = reader.nullable(readStickers);
    const ownerId = reader.nullable(readText);
    const tradableAt = reader.nullable(readInstant);
    const foundAt = reader.int64();
    const changedAt = reader.int64();
    const seenAt = reader.int64();
    const name = readName(reader);
    return {
      marketplaceId,
      game,
      name,
      phase,
      offerId,
      price,
      prices,
      purchaseLink,
      inspectLink,
      float,
      paintIndex,
      paintSeed,
      stickers,
      ownerId,
      tradableAt,
      foundAt,
      changedAt,
      seenAt,
    };
  },
};
