import type { LiveQuote } from '../../schema/index.ts';
import type { Cells } from '../engine.ts';
import type { BinaryReader } from './binary-reader.ts';
import {
  instantCell,
  nullableTextCell,
  phaseCell,
  priceCells,
  priceColumns,
  type ReadName,
  readGame,
  readMoney,
  readPhase,
  readPrices,
  readText,
  readWhole,
} from './cells.ts';

/** What is read of a row, in the order in which it is kept. */
const kept = [
  'marketplaceId',
  'game',
  'phase',
  'amount',
  'currency',
  ...priceColumns,
  'offerCount',
  'purchaseLink',
  'marketplaceItemId',
  'thumbnail',
  'foundAt',
  'changedAt',
  'seenAt',
  'itemId',
];

export const quoteColumns = [...kept, 'version'];

export const quoteCells = (quote: LiveQuote, itemId: string, version: number): Cells => [
  quote.marketplaceId,
  quote.game,
  phaseCell(quote.phase),
  quote.lowest?.amount ?? 0,
  quote.lowest?.currency ?? 'USD', // says nothing beside the amount 0
  ...priceCells(quote.prices),
  quote.offerCount,
  nullableTextCell(quote.purchaseLink),
  nullableTextCell(quote.marketplaceItemId),
  nullableTextCell(quote.thumbnail),
  instantCell(quote.foundAt),
  instantCell(quote.changedAt),
  instantCell(quote.seenAt),
  itemId,
  version,
];

export const quotesKept = {
  columns: kept,
  read: (reader: BinaryReader, readName: ReadName): LiveQuote => {
    const marketplaceId = reader.byte();
    const game = readGame(reader);
    const phase = readPhase(reader);
    const money = readMoney(reader);
    const prices = readPrices(reader);
    const offerCount = reader.nullable(readWhole);
    const purchaseLink = reader.nullable(readText);
    const marketplaceItemId = reader.nullable(readText);
    const thumbnail = reader.nullable(readText);
    const foundAt = reader.int64();
    const changedAt = reader.int64();
    const seenAt = reader.int64();
    const name = readName(reader);
    const lowest = money.amount === 0 ? null : money;
    return {
      marketplaceId,
      game,
      name,
      phase,
      lowest,
      prices,
      offerCount,
      purchaseLink,
      marketplaceItemId,
      thumbnail,
      foundAt,
      changedAt,
      seenAt,
    };
  },
};
