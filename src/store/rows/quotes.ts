import type { Game, LiveQuote, NativeCurrency } from '../../schema/index.ts';
import type { Cells } from '../engine.ts';
import {
  instantAsked,
  instantCell,
  nullableTextCell,
  type PhaseCell,
  phaseCell,
  priceCells,
  priceColumns,
  toMoney,
  toPhase,
  toPrices,
} from './cells.ts';

const plainColumns = [
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
] as const;
const instants = ['foundAt', 'changedAt', 'seenAt'] as const;

export const quoteColumns = [...plainColumns, ...instants, 'itemId', 'version'];

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

export const quoteAsked = [...plainColumns, ...instants.map(instantAsked), 'toString(itemId)'].join(', ');

export type QuoteCells = readonly [
  marketplaceId: number,
  game: Game,
  phase: PhaseCell,
  amount: number,
  currency: NativeCurrency,
  USD: number,
  EUR: number,
  CNY: number,
  RUB: number,
  offerCount: number | null,
  purchaseLink: string | null,
  marketplaceItemId: string | null,
  thumbnail: string | null,
  foundAt: number,
  changedAt: number,
  seenAt: number,
  itemId: string,
];

export const toQuote = (cells: QuoteCells, name: string): LiveQuote => ({
  marketplaceId: cells[0],
  game: cells[1],
  name,
  phase: toPhase(cells[2]),
  lowest: cells[3] === 0 ? null : toMoney(cells[3], cells[4]),
  prices: toPrices([cells[5], cells[6], cells[7], cells[8]]),
  offerCount: cells[9],
  purchaseLink: cells[10],
  marketplaceItemId: cells[11],
  thumbnail: cells[12],
  foundAt: cells[13],
  changedAt: cells[14],
  seenAt: cells[15],
});
