import type {
  Change,
  Currency,
  Floor,
  FormerOffer,
  Game,
  LiveBuyOrder,
  LiveOffer,
  LiveQuote,
  Money,
  NativeCurrency,
  Phase,
  Prices,
  RemovalReason,
  SourceBatch,
  SourceGap,
  Sticker,
  UsdRange,
} from '../schema/index.ts';
import type { StreamSale, StreamSource, TapeRecord } from './record.ts';

/*
 * A record is one line: a JSON array that begins with a letter for its kind and the time it was told at. Lines of
 * batches can be joined. A kind that is not known is read as such, so that later releases may add some; what a line of
 * a known kind holds is only ever added to at its end.
 */

type PackedPrices = readonly [number | null, number | null, number | null, number | null];
type PackedMoney = readonly [number, NativeCurrency];
type PackedRange = readonly [number, number] | null;

const packPrices = ({ USD, EUR, CNY, RUB }: Prices): PackedPrices => [USD, EUR, CNY, RUB];
const pricesIn = ([USD, EUR, CNY, RUB]: PackedPrices): Prices =>
  ({ USD, EUR, CNY, RUB }) satisfies Record<Currency, unknown>;
const packMoney = (money: Money): PackedMoney => [money.amount, money.currency];
const moneyIn = ([amount, currency]: PackedMoney): Money => ({ amount, currency });
const packRange = (range: UsdRange | null): PackedRange => (range === null ? null : [range.low, range.high]);
const rangeIn = (range: PackedRange): UsdRange | null => (range === null ? null : { low: range[0], high: range[1] });

type PackedSticker = Sticker;

type PackedOffer = readonly [
  game: Game,
  name: string,
  phase: Phase | null,
  marketplaceId: number,
  offerId: string,
  price: PackedMoney,
  prices: PackedPrices,
  purchaseLink: string | null,
  inspectLink: string | null,
  float: number | null,
  paintIndex: number | null,
  paintSeed: number | null,
  stickers: readonly PackedSticker[] | null,
  tradableAt: number | null,
  ownerId: string | null,
  foundAt: number,
  changedAt: number,
  seenAt: number,
];

const packOffer = (offer: LiveOffer): PackedOffer => [
  offer.game,
  offer.name,
  offer.phase,
  offer.marketplaceId,
  offer.offerId,
  packMoney(offer.price),
  packPrices(offer.prices),
  offer.purchaseLink,
  offer.inspectLink,
  offer.float,
  offer.paintIndex,
  offer.paintSeed,
  offer.stickers,
  offer.tradableAt,
  offer.ownerId,
  offer.foundAt,
  offer.changedAt,
  offer.seenAt,
];

const offerIn = (cells: PackedOffer): LiveOffer => ({
  game: cells[0],
  name: cells[1],
  phase: cells[2],
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
});

type PackedTraits = readonly [
  name: string,
  phase: Phase | null,
  purchaseLink: string | null,
  float: number | null,
  paintSeed: number | null,
];
/** Without traits where they are those of the offer as it is now. */
type PackedFormer = readonly [prices: PackedPrices, range: PackedRange, traits?: PackedTraits];

function packFormer(former: FormerOffer, offer: LiveOffer): PackedFormer {
  const isAlike =
    former.name === offer.name &&
    former.phase === offer.phase &&
    former.purchaseLink === offer.purchaseLink &&
    former.float === offer.float &&
    former.paintSeed === offer.paintSeed;
  const figures = [packPrices(former.prices), packRange(former.usdRange)] as const;
  if (isAlike) return figures;
  return [...figures, [former.name, former.phase, former.purchaseLink, former.float, former.paintSeed]];
}

function formerIn([prices, range, traits]: PackedFormer, offer: LiveOffer): FormerOffer {
  const [name, phase, purchaseLink, float, paintSeed] = traits ?? [
    offer.name,
    offer.phase,
    offer.purchaseLink,
    offer.float,
    offer.paintSeed,
  ];
  return { name, phase, purchaseLink, float, paintSeed, prices: pricesIn(prices), usdRange: rangeIn(range) };
}

type PackedOrder = readonly [
  game: Game,
  name: string,
  phase: Phase | null,
  marketplaceId: number,
  orderId: string,
  price: PackedMoney,
  prices: PackedPrices,
  quantity: number | null,
  foundAt: number,
  changedAt: number,
  seenAt: number,
];

const packOrder = (order: LiveBuyOrder): PackedOrder => [
  order.game,
  order.name,
  order.phase,
  order.marketplaceId,
  order.orderId,
  packMoney(order.price),
  packPrices(order.prices),
  order.quantity,
  order.foundAt,
  order.changedAt,
  order.seenAt,
];

const orderIn = (cells: PackedOrder): LiveBuyOrder => ({
  game: cells[0],
  name: cells[1],
  phase: cells[2],
  marketplaceId: cells[3],
  orderId: cells[4],
  price: moneyIn(cells[5]),
  prices: pricesIn(cells[6]),
  quantity: cells[7],
  foundAt: cells[8],
  changedAt: cells[9],
  seenAt: cells[10],
});

type PackedQuote = readonly [
  game: Game,
  name: string,
  phase: Phase | null,
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
];

const packQuote = (quote: LiveQuote): PackedQuote => [
  quote.game,
  quote.name,
  quote.phase,
  quote.marketplaceId,
  quote.lowest === null ? null : packMoney(quote.lowest),
  packPrices(quote.prices),
  quote.offerCount,
  quote.purchaseLink,
  quote.marketplaceItemId,
  quote.thumbnail,
  quote.foundAt,
  quote.changedAt,
  quote.seenAt,
];

const quoteIn = (cells: PackedQuote): LiveQuote => ({
  game: cells[0],
  name: cells[1],
  phase: cells[2],
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
});

type PackedFloor = readonly [
  game: Game,
  name: string,
  phase: Phase | null,
  marketplaceId: number,
  prices: PackedPrices,
  offerCount: number,
];

const packFloor = (floor: Floor): PackedFloor => [
  floor.game,
  floor.name,
  floor.phase,
  floor.marketplaceId,
  packPrices(floor.prices),
  floor.offerCount,
];

const floorIn = (cells: PackedFloor): Floor => ({
  game: cells[0],
  name: cells[1],
  phase: cells[2],
  marketplaceId: cells[3],
  prices: pricesIn(cells[4]),
  offerCount: cells[5],
});

type PackedChange =
  | readonly ['a', number, number, PackedOffer, isNewFloor: 0 | 1, isNewItemFloor: 0 | 1]
  | readonly ['u', number, number, PackedOffer, isNewFloor: 0 | 1, isNewItemFloor: 0 | 1, PackedFormer]
  | readonly ['r', number, number, PackedOffer, RemovalReason, PackedRange]
  | readonly ['o', number, number, PackedOrder]
  | readonly ['c', number, number, PackedOrder]
  | readonly ['q', number, number, PackedQuote]
  | readonly ['f', number, number, PackedFloor]
  | readonly ['k', number, number, PackedFloor];

type PackedRecord =
  | PackedChange
  | readonly ['s', number, StreamSale]
  | readonly ['e', number, StreamSource]
  | readonly ['g', number, SourceGap]
  | readonly ['b', number, SourceBatch];

const flag = (is: boolean): 0 | 1 => (is ? 1 : 0);

function packChange(change: Change, at: number): PackedChange {
  switch (change.kind) {
    case 'added':
      return ['a', at, change.at, packOffer(change.offer), flag(change.isNewFloor), flag(change.isNewItemFloor)];
    case 'updated': {
      const { offer, former, isNewFloor, isNewItemFloor } = change;
      return ['u', at, change.at, packOffer(offer), flag(isNewFloor), flag(isNewItemFloor), packFormer(former, offer)];
    }
    case 'removed':
      return ['r', at, change.at, packOffer(change.offer), change.reason, packRange(change.usdRange)];
    case 'ordered':
      return ['o', at, change.at, packOrder(change.buyOrder)];
    case 'orderRemoved':
      return ['c', at, change.at, packOrder(change.buyOrder)];
    case 'quoted':
      return ['q', at, change.at, packQuote(change.quote)];
    case 'floor':
      return ['f', at, change.at, packFloor(change.floor)];
    case 'known':
      return ['k', at, change.at, packFloor(change.floor)];
  }
}

function packed(record: TapeRecord): PackedRecord {
  if (record.what === 'change') return packChange(record.change, record.at);
  if (record.what === 'sale') return ['s', record.at, record.sale];
  if (record.what === 'source') return ['e', record.at, record.source];
  if (record.what === 'gap') return ['g', record.at, record.gap];
  if (record.what === 'batch') return ['b', record.at, record.batch];
  throw new Error('what is not known is not written');
}

/** A record as a line with its end. */
export const packRecord = (record: TapeRecord): string => `${JSON.stringify(packed(record))}\n`;

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
      const former = formerIn(cells[6], offer);
      return { kind: 'updated', at, offer, isNewFloor: cells[4] === 1, isNewItemFloor: cells[5] === 1, former };
    }
    case 'r':
      return { kind: 'removed', at, offer: offerIn(cells[3]), reason: cells[4], usdRange: rangeIn(cells[5]) };
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

function recordIn(line: string): TapeRecord {
  const cells = JSON.parse(line) as PackedRecord;
  const at = cells[1];
  if (cells[0] === 's') return { what: 'sale', at, sale: cells[2] };
  if (cells[0] === 'e') return { what: 'source', at, source: cells[2] };
  if (cells[0] === 'g') return { what: 'gap', at, gap: cells[2] };
  if (cells[0] === 'b') return { what: 'batch', at, batch: cells[2] };
  if (changeLetters.has(cells[0])) return { what: 'change', at, change: changeIn(cells) };
  return { what: 'unknown', at };
}

/** The records of a batch. */
export function unpackRecords(bytes: Buffer): TapeRecord[] {
  const lines = bytes.toString().split('\n');
  lines.pop();
  return lines.map(recordIn);
}
