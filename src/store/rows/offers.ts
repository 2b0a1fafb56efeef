import { type LiveOffer, type OfferColumns, offerOf } from '../../schema/index.ts';
import type { Cells } from '../engine.ts';
import {
  currencyPlaces,
  gamePlaces,
  instantCell,
  nullableTextCell,
  phaseCell,
  phasePlaces,
  priceCells,
  priceColumns,
  stickersCell,
  textCell,
} from './cells.ts';
import type { ItemNames } from './item-names.ts';
import type { NativeBlock } from './native-block.ts';

/** What is read of a row, in the order in which it is kept. */
export const offersKept = [
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

export const offerColumns = [...offersKept, 'version', 'isRemoved'];

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

/** Live offers of one answer: as columns, or one after the other as objects. */
export class OfferPage implements OfferColumns, Iterable<LiveOffer> {
  readonly length;
  readonly names;
  // Read in the order in which they are kept
  readonly marketplaceIds;
  readonly games;
  readonly offerIds;
  readonly phases;
  readonly amounts;
  readonly currencies;
  readonly prices;
  readonly purchaseLinks;
  readonly inspectLinks;
  readonly floats;
  readonly paintIndexes;
  readonly paintSeeds;
  readonly stickers;
  readonly ownerIds;
  readonly tradableAt;
  readonly foundAt;
  readonly changedAt;
  readonly seenAt;
  readonly nameNumbers;

  constructor(block: NativeBlock, names: ItemNames) {
    this.length = block.rows;
    this.names = names;
    this.marketplaceIds = block.bytes();
    this.games = gamePlaces(block.bytes());
    this.offerIds = block.texts();
    this.phases = phasePlaces(block.bytes());
    this.amounts = block.numbers();
    this.currencies = currencyPlaces(block.bytes());
    this.prices = priceColumns.map(() => block.numbers());
    this.purchaseLinks = block.texts();
    this.inspectLinks = block.texts();
    this.floats = block.numbers();
    this.paintIndexes = block.numbers();
    this.paintSeeds = block.numbers();
    this.stickers = block.texts();
    this.ownerIds = block.texts();
    this.tradableAt = block.numbers();
    this.foundAt = block.numbers();
    this.changedAt = block.numbers();
    this.seenAt = block.numbers();
    this.nameNumbers = names.numbersOf(block.halves());
  }

  *[Symbol.iterator](): Generator<LiveOffer> {
    for (let row = 0; row < this.length; row += 1) yield offerOf(this, row);
  }
}
