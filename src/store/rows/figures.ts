import type { DatedFloor } from '../../schema/index.ts';
import type { Cells } from '../engine.ts';
import type { BinaryReader } from './binary-reader.ts';
import {
  countCell,
  instantCell,
  phaseCell,
  priceCells,
  priceColumns,
  type ReadName,
  readGame,
  readPhase,
  readPrices,
} from './cells.ts';

/** What is read of a row, in the order in which it is kept. */
const kept = ['marketplaceId', 'game', 'phase', ...priceColumns, 'offerCount', 'changedAt', 'itemId'];

export const figureColumns = [...kept, 'version'];

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

export const figuresKept = {
  columns: kept,
  read: (reader: BinaryReader, readName: ReadName): DatedFloor => {
    const marketplaceId = reader.byte();
    const game = readGame(reader);
    const phase = readPhase(reader);
    const prices = readPrices(reader);
    const offerCount = reader.word();
    const at = reader.int64();
    return { marketplaceId, game, name: readName(reader), phase, prices, offerCount, at };
  },
};
