import { type DatedFloor, type FloorColumns, floorOf } from '../../schema/index.ts';
import type { Cells } from '../engine.ts';
import { countCell, gamePlaces, instantCell, phaseCell, phasePlaces, priceCells, priceColumns } from './cells.ts';
import type { ItemNames } from './item-names.ts';
import type { NativeBlock } from './native-block.ts';

/** What is read of a row, in the order in which it is kept. */
export const figuresKept = ['marketplaceId', 'game', 'phase', ...priceColumns, 'offerCount', 'changedAt', 'itemId'];

export const figureColumns = [...figuresKept, 'version'];

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

/** Figures of one answer: as columns, or one after the other as objects. */
export class FigurePage implements FloorColumns, Iterable<DatedFloor> {
  readonly length;
  readonly names;
  // Read in the order in which they are kept
  readonly marketplaceIds;
  readonly games;
  readonly phases;
  readonly prices;
  readonly offerCounts;
  readonly at;
  readonly nameNumbers;

  constructor(block: NativeBlock, names: ItemNames) {
    this.length = block.rows;
    this.names = names;
    this.marketplaceIds = block.bytes();
    this.games = gamePlaces(block.bytes());
    this.phases = phasePlaces(block.bytes());
    this.prices = priceColumns.map(() => block.numbers());
    this.offerCounts = block.numbers();
    this.at = block.numbers();
    this.nameNumbers = names.numbersOf(block.halves());
  }

  *[Symbol.iterator](): Generator<DatedFloor> {
    for (let row = 0; row < this.length; row += 1) yield floorOf(this, row);
  }
}
