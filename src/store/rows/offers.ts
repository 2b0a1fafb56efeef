import type { Game, LiveOffer, NativeCurrency } from '../../schema/index.ts';
import type { Cells } from '../engine.ts';
import {
  instantAsked,
  instantCell,
  nullableTextCell,
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

const plainColumns = [
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
] as const;
const instants = ['tradableAt', 'foundAt', 'changedAt', 'seenAt'] as const;

export const offerColumns = [...plainColumns, ...instants, 'itemId', 'version', 'isRemoved'];

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

export const offerAsked = [...plainColumns, ...instants.map(instantAsked), 'toString(itemId)'].join(', ');

export type OfferCells = readonly [
  marketplaceId: number,
  game: Game,
  offerId: string,
  phase: PhaseCell,
  amount: number,
  currency: NativeCurrency,
  USD: number,
  EUR: number,
  CNY: number,
  RUB: number,
  purchaseLink: string | null,
  inspectLink: string | null,
  float: number | null,
  paintIndex: number | null,
  paintSeed: number | null,
  stickers: string | null,
  ownerId: string | null,
  tradableAt: number | null,
  foundAt: number,
  changedAt: number,
  seenAt: number,
  itemId: string,
];

export const toOffer = (cells: OfferCells, name: string): LiveOffer => ({
  marketplaceId: cells[0],
  game: cells[1],
  name,
  phase: toPhase(cells[3]),
  offerId: cells[2],
  price: toMoney(cells[4], cells[5]),
  prices: toPrices([cells[6], cells[7], cells[8], cells[9]]),
  purchaseLink: cells[10],
  inspectLink: cells[11],
  float: cells[12],
  paintIndex: cells[13],
  paintSeed: cells[14],
  stickers: toStickers(cells[15]),
  ownerId: cells[16],
  tradableAt: cells[17],
  foundAt: cells[18],
  changedAt: cells[19],
  seenAt: cells[20],
});
