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
  NewFloors,
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

// Lines are joined by hand: making arrays for JSON.stringify takes several times as long, and every change comes here
const escaped = /["\\\p{Cc}\p{Cs}]/u;
const packText = (text: string | null): string => {
  if (text === null) return 'null';
  return escaped.test(text) ? JSON.stringify(text) : `"${text}"`;
};

let lastInstant = 0;
let lastInstantText = '0';

/** Instants are long numbers, and mostly the same one many times in a row. */
function packInstant(at: number): string {
  if (at !== lastInstant) {
    lastInstant = at;
    lastInstantText = String(at);
  }
  return lastInstantText;
}

const packPrices = ({ USD, EUR, CNY, RUB }: Prices): string => `[${USD},${EUR},${CNY},${RUB}]`;
const pricesIn = ([USD, EUR, CNY, RUB]: PackedPrices): Prices =>
  ({ USD, EUR, CNY, RUB }) satisfies Record<Currency, unknown>;
const packMoney = ({ amount, currency }: Money): string => `[${amount},"${currency}"]`;
const moneyIn = ([amount, currency]: PackedMoney): Money => ({ amount, currency });
const packRange = (range: UsdRange | null): string => (range === null ? 'null' : `[${range.low},${range.high}]`);
const rangeIn = (range: PackedRange): UsdRange | null => (range === null ? null : { low: range[0], high: range[1] });

type Subject = Pick<LiveOffer, 'game' | 'name' | 'phase' | 'marketplaceId'>;
type Times = Pick<LiveOffer, 'foundAt' | 'changedAt' | 'seenAt'>;

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
  stickers: readonly Sticker[] | null,
  tradableAt: number | null,
  ownerId: string | null,
  foundAt: number,
  changedAt: number,
  seenAt: number,
];

const packSubject = ({ game, name, phase, marketplaceId }: Subject): string =>
  `"${game}",${packText(name)},${packText(phase)},${marketplaceId}`;

const packTimes = ({ foundAt, changedAt, seenAt }: Times): string => {
  const found = packInstant(foundAt);
  return `${found},${packInstant(changedAt)},${packInstant(seenAt)}`;
};

const packOffer = (offer: LiveOffer): string => {
  const ids = `${packSubject(offer)},${packText(offer.offerId)}`;
  const prices = `${packMoney(offer.price)},${packPrices(offer.prices)}`;
  const links = `${packText(offer.purchaseLink)},${packText(offer.inspectLink)}`;
  const looks = `${offer.float},${offer.paintIndex},${offer.paintSeed},${packStickers(offer.stickers)}`;
  return `[${ids},${prices},${links},${looks},${offer.tradableAt},${packText(offer.ownerId)},${packTimes(offer)}]`;
};

const packStickers = (stickers: LiveOffer['stickers']): string =>
  stickers === null ? 'null' : JSON.stringify(stickers);

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

function packFormer(former: FormerOffer, offer: LiveOffer): string {
  const isAlike =
    former.name === offer.name &&
    former.phase === offer.phase &&
    former.purchaseLink === offer.purchaseLink &&
    former.float === offer.float &&
    former.paintSeed === offer.paintSeed;
  const figures = `${packPrices(former.prices)},${packRange(former.usdRange)}`;
  if (isAlike) return `[${figures}]`;
  const words = `${packText(former.name)},${packText(former.phase)},${packText(former.purchaseLink)}`;
  return `[${figures},[${words},${former.float},${former.paintSeed}]]`;
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

const packOrder = (order: LiveBuyOrder): string => {
  const prices = `${packMoney(order.price)},${packPrices(order.prices)}`;
  return `[${packSubject(order)},${packText(order.orderId)},${prices},${order.quantity},${packTimes(order)}]`;
};

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

const packQuote = (quote: LiveQuote): string => {
  const lowest = quote.lowest === null ? 'null' : packMoney(quote.lowest);
  const figures = `${lowest},${packPrices(quote.prices)},${quote.offerCount}`;
  const links = `${packText(quote.purchaseLink)},${packText(quote.marketplaceItemId)},${packText(quote.thumbnail)}`;
  return `[${packSubject(quote)},${figures},${links},${packTimes(quote)}]`;
};

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

const packFloor = (floor: Floor): string => `[${packSubject(floor)},${packPrices(floor.prices)},${floor.offerCount}]`;

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

const flag = (is: boolean): '0' | '1' => (is ? '1' : '0');

const packFloors = ({ isNewFloor, isNewItemFloor }: NewFloors): string => `${flag(isNewFloor)},${flag(isNewItemFloor)}`;

function packChange(change: Change): string {
  switch (change.kind) {
    case 'added':
      return `${packOffer(change.offer)},${packFloors(change)}`;
    case 'updated':
      return `${packOffer(change.offer)},${packFloors(change)},${packFormer(change.former, change.offer)}`;
    case 'removed':
      return `${packOffer(change.offer)},"${change.reason}",${packRange(change.usdRange)}`;
    case 'ordered':
    case 'orderRemoved':
      return packOrder(change.buyOrder);
    case 'quoted':
      return packQuote(change.quote);
    case 'floor':
    case 'known':
      return packFloor(change.floor);
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

const packPlain = (letter: 's' | 'e' | 'g' | 'b', at: number, data: object): string =>
  `["${letter}",${at},${JSON.stringify(data)}]\n`;

/** A record as a line with its end. */
export function packRecord(record: TapeRecord): string {
  switch (record.what) {
    case 'change': {
      const { at, change } = record;
      const times = `${packInstant(at)},${packInstant(change.at)}`;
      return `["${letterOf[change.kind]}",${times},${packChange(change)}]\n`;
    }
    case 'sale':
      return packPlain('s', record.at, record.sale);
    case 'source':
      return packPlain('e', record.at, record.source);
    case 'gap':
      return packPlain('g', record.at, record.gap);
    case 'batch':
      return packPlain('b', record.at, record.batch);
    case 'unknown':
      throw new Error('what is not known is not written');
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

/** The record of a line, given without its end. */
export function unpackRecord(line: string): TapeRecord {
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
  return lines.map(unpackRecord);
}
