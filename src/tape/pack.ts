import {
  type Change,
  type Confirmation,
  type Currency,
  type DatedTopBid,
  type Floor,
  type FormerOffer,
  type Game,
  type ItemStatement,
  type LiveBuyOrder,
  type LiveOffer,
  type LiveQuote,
  type Money,
  type NativeCurrency,
  type NewFloors,
  type Prices,
  type RemovalReason,
  type SourceBatch,
  type SourceGap,
  type Sticker,
  type Tf2Traits,
  type UsdRange,
  variantNamed,
} from '../schema/index.ts';
import type { LineWriter } from './line-writer.ts';
import type { StreamSale, StreamSource, TapeRecord } from './record.ts';

/*
 * A record is one line: a JSON array that begins with a letter for its kind and its time. Lines of several batches can be
 * concatenated. Unknown kinds are read as such, so that later releases can add kinds; lines of a known kind are only ever
 * extended at their end.
 */

const lineEnd = 10;

type PackedPrices = readonly [number | null, number | null, number | null, number | null];
type PackedMoney = readonly [number, NativeCurrency];
export type PackedRange = readonly [number, number] | null;

function packPrices(to: LineWriter, { USD, EUR, CNY, RUB }: Prices): void {
  to.raw('[').number(USD).raw(',').number(EUR).raw(',').number(CNY).raw(',').number(RUB).raw(']');
}
const pricesIn = ([USD, EUR, CNY, RUB]: PackedPrices): Prices =>
  ({ USD, EUR, CNY, RUB }) satisfies Record<Currency, unknown>;
function packMoney(to: LineWriter, { amount, currency }: Money): void {
  to.raw('[').number(amount).raw(',"').raw(currency).raw('"]');
}
const moneyIn = ([amount, currency]: PackedMoney): Money => ({ amount, currency });
export function packRange(to: LineWriter, range: UsdRange | null): void {
  if (range === null) to.raw('null');
  else to.raw('[').number(range.low).raw(',').number(range.high).raw(']');
}
export const rangeIn = (range: PackedRange): UsdRange | null =>
  range === null ? null : { low: range[0], high: range[1] };

type Subject = Pick<LiveOffer, 'game' | 'name' | 'phase' | 'marketplaceId'>;
type Times = Pick<LiveOffer, 'foundAt' | 'changedAt' | 'seenAt'>;

type PackedTf2 = readonly [
  quality: string | null,
  elevatedQuality: string | null,
  craftNumber: number | null,
  crateSeries: number | null,
];

export type PackedOffer = readonly [
  game: Game,
  name: string,
  phase: string | null,
  marketplaceId: number,
  offerId: string,
  price: PackedMoney,
  prices: PackedPrices,
  purchaseLink: string | null,
  inspectLink: string | null,
  float: number | null,
  paintIndex: number | null,
  paintSeed: number | null,
  stickers: readonly Sticker[] | null,
  tradableAt: number | null,
  ownerId: string | null,
  foundAt: number,
  changedAt: number,
  seenAt: number,
  tf2?: PackedTf2,
];

function packSubject(to: LineWriter, { game, name, phase, marketplaceId }: Subject): void {
  to.raw('["').raw(game).raw('",').text(name).raw(',').text(phase).raw(',').number(marketplaceId).raw(',');
}

function packTimes(to: LineWriter, { foundAt, changedAt, seenAt }: Times): LineWriter {
  // They are equal for new offers
  if (foundAt === changedAt) to.instant(foundAt);
  else to.number(foundAt);
  return to.raw(',').instant(changedAt).raw(',').instant(seenAt);
}

function packTraits(to: LineWriter, { quality, elevatedQuality, craftNumber, crateSeries }: Tf2Traits): void {
  to.raw('[').text(quality).raw(',').text(elevatedQuality).raw(',');
  to.number(craftNumber).raw(',').number(crateSeries).raw(']');
}
const traitsIn = ([quality, elevatedQuality, craftNumber, crateSeries]: PackedTf2): Tf2Traits => ({
  quality,
  elevatedQuality,
  craftNumber,
  crateSeries,
});

export function packOffer(to: LineWriter, offer: LiveOffer): void {
  packSubject(to, offer);
  packMoney(to.text(offer.offerId).raw(','), offer.price);
  packPrices(to.raw(','), offer.prices);
  to.raw(',').text(offer.purchaseLink).raw(',').text(offer.inspectLink).raw(',').number(offer.float).raw(',');
  to.number(offer.paintIndex).raw(',').number(offer.paintSeed).raw(',').json(offer.stickers).raw(',');
  packTimes(to.number(offer.tradableAt).raw(',').text(offer.ownerId).raw(','), offer);
  if (offer.tf2 !== undefined) packTraits(to.raw(','), offer.tf2);
  to.raw(']');
}

export const offerIn = (cells: PackedOffer): LiveOffer => ({
  game: cells[0],
  name: cells[1],
  phase: variantNamed(cells[2]),
  marketplaceId: cells[3],
  offerId: cells[4],
  price: moneyIn(cells[5]),
  prices: pricesIn(cells[6]),
  purchaseLink: cells[7],
  inspectLink: cells[8],
  float: cells[9],
  paintIndex: cells[10],
  paintSeed: cells[11],
  stickers: cells[12],
  tradableAt: cells[13],
  ownerId: cells[14],
  foundAt: cells[15],
  changedAt: cells[16],
  seenAt: cells[17],
  ...(cells[18] !== undefined && { tf2: traitsIn(cells[18]) }),
});

type PackedTraits = readonly [
  name: string,
  phase: string | null,
  purchaseLink: string | null,
  float: number | null,
  paintSeed: number | null,
];
/** Without traits when they are unchanged. */
export type PackedFormer = readonly [prices: PackedPrices, range: PackedRange, traits?: PackedTraits];

function packFormer(to: LineWriter, former: FormerOffer, offer: LiveOffer): void {
  const isAlike =
    former.name === offer.name &&
    former.phase === offer.phase &&
    former.purchaseLink === offer.purchaseLink &&
    former.float === offer.float &&
    former.paintSeed === offer.paintSeed;
  packPrices(to.raw(',['), former.prices);
  packRange(to.raw(','), former.usdRange);
  if (!isAlike) {
    to.raw(',[').text(former.name).raw(',').text(former.phase).raw(',').text(former.purchaseLink).raw(',');
    to.number(former.float).raw(',').number(former.paintSeed).raw(']');
  }
  to.raw(']');
}

function formerIn([prices, range, traits]: PackedFormer, offer: LiveOffer): FormerOffer {
  const [name, phase, purchaseLink, float, paintSeed] = traits ?? [
    offer.name,
    offer.phase,
    offer.purchaseLink,
    offer.float,
    offer.paintSeed,
  ];
  const now = { prices: pricesIn(prices), usdRange: rangeIn(range) };
  return { name, phase: variantNamed(phase), purchaseLink, float, paintSeed, ...now };
}

export type PackedOrder = readonly [
  game: Game,
  name: string,
  phase: string | null,
  marketplaceId: number,
  orderId: string,
  price: PackedMoney,
  prices: PackedPrices,
  quantity: number | null,
  foundAt: number,
  changedAt: number,
  seenAt: number,
];

export function packOrder(to: LineWriter, order: LiveBuyOrder): void {
  packSubject(to, order);
  packMoney(to.text(order.orderId).raw(','), order.price);
  packPrices(to.raw(','), order.prices);
  packTimes(to.raw(',').number(order.quantity).raw(','), order).raw(']');
}

export const orderIn = (cells: PackedOrder): LiveBuyOrder => ({
  game: cells[0],
  name: cells[1],
  phase: variantNamed(cells[2]),
  marketplaceId: cells[3],
  orderId: cells[4],
  price: moneyIn(cells[5]),
  prices: pricesIn(cells[6]),
  quantity: cells[7],
  foundAt: cells[8],
  changedAt: cells[9],
  seenAt: cells[10],
});

export type PackedQuote = readonly [
  game: Game,
  name: string,
  phase: string | null,
  marketplaceId: number,
  lowest: PackedMoney | null,
  prices: PackedPrices,
  offerCount: number | null,
  purchaseLink: string | null,
  marketplaceItemId: string | null,
  thumbnail: string | null,
  foundAt: number,
  changedAt: number,
  seenAt: number,
  tradableAmount?: number,
];

export function packQuote(to: LineWriter, quote: LiveQuote): void {
  packSubject(to, quote);
  if (quote.lowest === null) to.raw('null');
  else packMoney(to, quote.lowest);
  packPrices(to.raw(','), quote.prices);
  to.raw(',').number(quote.offerCount).raw(',').text(quote.purchaseLink).raw(',');
  packTimes(to.text(quote.marketplaceItemId).raw(',').text(quote.thumbnail).raw(','), quote);
  if (quote.tradableAmount !== undefined) to.raw(',').number(quote.tradableAmount);
  to.raw(']');
}

export const quoteIn = (cells: PackedQuote): LiveQuote => ({
  game: cells[0],
  name: cells[1],
  phase: variantNamed(cells[2]),
  marketplaceId: cells[3],
  lowest: cells[4] === null ? null : moneyIn(cells[4]),
  prices: pricesIn(cells[5]),
  offerCount: cells[6],
  purchaseLink: cells[7],
  marketplaceItemId: cells[8],
  thumbnail: cells[9],
  foundAt: cells[10],
  changedAt: cells[11],
  seenAt: cells[12],
  ...(cells[13] !== undefined && { tradableAmount: cells[13] }),
});

type PackedItem = readonly [
  game: Game,
  name: string,
  marketplaceId: number,
  rarity: string | null,
  hero: string | null,
  itemType: string | null,
];

function packItem(to: LineWriter, { game, name, marketplaceId, rarity, hero, itemType }: ItemStatement): void {
  to.raw('"').raw(game).raw('",').text(name).raw(',').number(marketplaceId).raw(',');
  to.text(rarity).raw(',').text(hero).raw(',').text(itemType);
}

const itemIn = ([game, name, marketplaceId, rarity, hero, itemType]: PackedItem): ItemStatement => ({
  ...{ game, name, marketplaceId },
  ...{ rarity, hero, itemType },
});

/** A floor or a top bid, with the count of offers or buy orders. */
export type PackedSeries = readonly [
  game: Game,
  name: string,
  phase: string | null,
  marketplaceId: number,
  prices: PackedPrices,
  count: number,
];

export function packSeries(to: LineWriter, series: Subject & { readonly prices: Prices }, count: number): void {
  packSubject(to, series);
  packPrices(to, series.prices);
  to.raw(',').number(count).raw(']');
}

export const floorIn = (cells: PackedSeries): Floor => ({
  game: cells[0],
  name: cells[1],
  phase: variantNamed(cells[2]),
  marketplaceId: cells[3],
  prices: pricesIn(cells[4]),
  offerCount: cells[5],
});

const topBidIn = (cells: PackedSeries, at: number): DatedTopBid => ({
  game: cells[0],
  name: cells[1],
  phase: variantNamed(cells[2]),
  marketplaceId: cells[3],
  prices: pricesIn(cells[4]),
  orderCount: cells[5],
  at,
});

export type PackedChange =
  | readonly ['a', number, number, PackedOffer, isNewFloor: 0 | 1, isNewItemFloor: 0 | 1]
  | readonly ['u', number, number, PackedOffer, isNewFloor: 0 | 1, isNewItemFloor: 0 | 1, PackedFormer, what?: 1 | 2]
  | readonly ['r', number, number, PackedOffer, RemovalReason, PackedRange, goneBefore?: number, isDisproved?: 1]
  | readonly ['o', number, number, PackedOrder]
  | readonly ['c', number, number, PackedOrder]
  | readonly ['q', number, number, PackedQuote]
  | readonly ['f', number, number, PackedSeries]
  | readonly ['k', number, number, PackedSeries];

type PackedRecord =
  | PackedChange
  | readonly ['s', number, StreamSale]
  | readonly ['h', number, number, PackedSeries]
  | readonly ['i', number, ...PackedItem]
  | readonly ['e', number, StreamSource]
  | readonly ['v', number, Confirmation]
  | readonly ['g', number, SourceGap]
  | readonly ['b', number, SourceBatch];

function packFloors(to: LineWriter, { isNewFloor, isNewItemFloor }: NewFloors): void {
  to.raw(isNewFloor ? ',1' : ',0').raw(isNewItemFloor ? ',1' : ',0');
}

function packChange(to: LineWriter, change: Change): void {
  switch (change.kind) {
    case 'added':
      packOffer(to, change.offer);
      packFloors(to, change);
      break;
    case 'updated':
      packOffer(to, change.offer);
      packFloors(to, change);
      packFormer(to, change.former, change.offer);
      if (change.isSilent) to.raw(',1');
      else if (change.isReturned === true) to.raw(',2');
      break;
    case 'removed':
      packOffer(to, change.offer);
      packRange(to.raw(',').text(change.reason).raw(','), change.usdRange);
      to.raw(',').number(change.at - change.goneAt);
      if (change.isDisproved === true) to.raw(',1');
      break;
    case 'ordered':
    case 'orderRemoved':
      packOrder(to, change.buyOrder);
      break;
    case 'quoted':
      packQuote(to, change.quote);
      break;
    case 'floor':
    case 'known':
      packSeries(to, change.floor, change.floor.offerCount);
  }
}

const letterOf = {
  added: 'a',
  updated: 'u',
  removed: 'r',
  ordered: 'o',
  orderRemoved: 'c',
  quoted: 'q',
  floor: 'f',
  known: 'k',
} as const satisfies Record<Change['kind'], PackedChange[0]>;

function packPlain(to: LineWriter, letter: 's' | 'e' | 'g' | 'b' | 'v', at: number, data: object): void {
  to.raw('["').raw(letter).raw('",').number(at).raw(',').json(data).raw(']\n');
}

/** Writes a record as a line, including the line end. */
export function packRecord(to: LineWriter, record: TapeRecord): void {
  switch (record.what) {
    case 'change': {
      const { at, change } = record;
      to.raw('["').raw(letterOf[change.kind]).raw('",').number(at).raw(',').instant(change.at).raw(',');
      packChange(to, change);
      to.raw(']\n');
      break;
    }
    case 'topBid': {
      const { at, topBid } = record;
      to.raw('["h",').number(at).raw(',').instant(topBid.at).raw(',');
      packSeries(to, topBid, topBid.orderCount);
      to.raw(']\n');
      break;
    }
    case 'item':
      packItem(to.raw('["i",').number(record.at).raw(','), record.item);
      to.raw(']\n');
      break;
    case 'sale':
      packPlain(to, 's', record.at, record.sale);
      break;
    case 'source':
      packPlain(to, 'e', record.at, record.source);
      break;
    case 'confirmation':
      packPlain(to, 'v', record.at, record.confirmation);
      break;
    case 'gap':
      packPlain(to, 'g', record.at, record.gap);
      break;
    case 'batch':
      packPlain(to, 'b', record.at, record.batch);
      break;
    case 'unknown':
      throw new Error('a record of an unknown kind cannot be written');
  }
}

function changeIn(cells: PackedChange): Change {
  const at = cells[2];
  switch (cells[0]) {
    case 'a':
      return {
        kind: 'added',
        at,
        offer: offerIn(cells[3]),
        isNewFloor: cells[4] === 1,
        isNewItemFloor: cells[5] === 1,
      };
    case 'u': {
      const offer = offerIn(cells[3]);
      return {
        kind: 'updated',
        at,
        offer,
        isNewFloor: cells[4] === 1,
        isNewItemFloor: cells[5] === 1,
        former: formerIn(cells[6], offer),
        isSilent: cells[7] === 1,
        ...(cells[7] === 2 && { isReturned: true }),
      };
    }
    case 'r':
      return {
        ...{ kind: 'removed', at, offer: offerIn(cells[3]), reason: cells[4], usdRange: rangeIn(cells[5]) },
        goneAt: at - (cells[6] ?? 0),
        ...(cells[7] === 1 && { isDisproved: true }),
      };
    case 'o':
      return { kind: 'ordered', at, buyOrder: orderIn(cells[3]) };
    case 'c':
      return { kind: 'orderRemoved', at, buyOrder: orderIn(cells[3]) };
    case 'q':
      return { kind: 'quoted', at, quote: quoteIn(cells[3]) };
    case 'f':
      return { kind: 'floor', at, floor: floorIn(cells[3]) };
    case 'k':
      return { kind: 'known', at, floor: floorIn(cells[3]) };
  }
}

const changeLetters: ReadonlySet<string> = new Set('aurocqfk');

/** Parses a line, given without its line end. */
export function unpackRecord(line: string): TapeRecord {
  const cells = JSON.parse(line) as PackedRecord;
  const at = cells[1];
  if (cells[0] === 'h') return { what: 'topBid', at, topBid: topBidIn(cells[3], cells[2]) };
  if (cells[0] === 'i') {
    const [, , ...item] = cells;
    return { what: 'item', at, item: itemIn(item) };
  }
  if (cells[0] === 's') return { what: 'sale', at, sale: cells[2] };
  if (cells[0] === 'e') return { what: 'source', at, source: cells[2] };
  if (cells[0] === 'v') return { what: 'confirmation', at, confirmation: cells[2] };
  if (cells[0] === 'g') return { what: 'gap', at, gap: cells[2] };
  if (cells[0] === 'b') return { what: 'batch', at, batch: cells[2] };
  if (changeLetters.has(cells[0])) return { what: 'change', at, change: changeIn(cells) };
  return { what: 'unknown', at };
}

/** The records of a batch. */
export function unpackRecords(bytes: Buffer): TapeRecord[] {
  const lines = bytes.toString().split('\n');
  lines.pop();
  return lines.map(unpackRecord);
}

/** Where each line of a batch starts, and where the last one ends. */
export function lineStarts(bytes: Buffer): number[] {
  const starts = [0];
  for (let end = bytes.indexOf(lineEnd); end >= 0; end = bytes.indexOf(lineEnd, end + 1)) starts.push(end + 1);
  return starts;
}
