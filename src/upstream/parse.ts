import type { About } from '../contract/connector.ts';
import { itemAttributes } from '../contract/item-attributes.ts';
import { moneyOrNone } from '../contract/money.ts';
import { naturalKeys } from '../contract/natural-key.ts';
import { inspectLink, itemFloat, pageLink, text, whole } from '../contract/text.ts';
import { secondsTime } from '../contract/time.ts';
import { required } from '../contract/unreadable.ts';
import type {
  BuyOrder,
  Cancellation,
  Game,
  MarketRecord,
  Money,
  Offer,
  Quote,
  Sale,
  Withdrawal,
} from '../schema/index.ts';
import type * as Wire from './wire.ts';

/** The first price that is given; in dollars whenever there is one. */
function priceOf({ priceUSD, priceEUR, priceCNY, priceRUB }: Wire.Prices): Money | null {
  const given = [
    [priceUSD, 'USD'],
    [priceEUR, 'EUR'],
    [priceCNY, 'CNY'],
    [priceRUB, 'RUB'],
  ] as const;
  for (const [price, currency] of given) {
    const read = moneyOrNone(price ?? null, currency);
    if (read !== null) return read;
  }
  return null;
}

type ItemRef = { readonly game: Game; readonly name: string };

/** Lookups use names, so this only marks that a quote was seen, which means that the item can be looked up. */
const seenMark = 'known';

const quoteOf = (
  { game, name }: ItemRef,
  figures: Wire.Prices & { readonly offerCount?: number | null; readonly thumbnail?: string | null },
): Quote => ({
  kind: 'quote',
  game,
  name,
  phase: null,
  lowest: priceOf(figures),
  offerCount: figures.offerCount ?? null,
  purchaseLink: null,
  marketplaceItemId: seenMark,
  thumbnail: pageLink(figures.thumbnail),
});

export const parseSearchRow = (row: Wire.SearchRow, { game }: About): Quote => quoteOf({ game, name: row.name }, row);

/** The records in an answer about one item. */
export function parseItem(item: Wire.ItemAnswer, { game, at }: About): MarketRecord[] {
  const named = { game, name: item.name };
  const offerIds = naturalKeys(item.offers.map(offerKey));
  const orderIds = naturalKeys(item.buyOrders.map(orderKey));
  return [
    quoteOf(named, item),
    ...item.offers.flatMap((offer, index) => offerOf(named, offer, offerIds[index] ?? '', at) ?? []),
    ...item.buyOrders.flatMap((order, index) => buyOrderOf(named, order, orderIds[index] ?? '') ?? []),
  ];
}

/** Lookups give no offer id, so the purchase link identifies an offer, as it does for readers of every v2 stream. */
const offerKey = ({ purchaseLink, inspectLink: link, priceUSD, float, paintSeed, ownerId }: Wire.Offer): string =>
  text(purchaseLink) ?? `~${[link, priceUSD, float, paintSeed, ownerId].map((part) => part ?? '').join('|')}`;

const orderKey = ({ orderId, priceUSD, itemPhase, quantity }: Wire.BuyOrder): string =>
  text(orderId) ?? `~${[priceUSD, itemPhase, quantity].map((part) => part ?? '').join('|')}`;

function offerOf({ game, name }: ItemRef, offer: Wire.Offer, offerId: string, at: number): Offer | null {
  const price = priceOf(offer);
  if (price === null) return null;
  const link = pageLink(offer.purchaseLink);
  const foundAt = secondsTime(offer.foundAt);
  return {
    kind: 'offer',
    game,
    name,
    // Lookups do not give it; it follows from the paint index where that is known
    phase: null,
    offerId,
    price,
    purchaseLink: link,
    // The stream gives these for CS2 only, and never the seller; what only lookups give would come and go
    inspectLink: game === 'CS2' ? inspectLink(offer.inspectLink) : null,
    ...traitsOf(game, offer),
    tradableAt: tradableFrom(offer.daysTradeLocked ?? null, at),
    ownerId: null,
    ...itemAttributes(offer),
    ...(foundAt !== null && link !== null && { foundAt }),
  };
}

type Traits = Pick<Wire.Offer, 'float' | 'paintIndex' | 'paintSeed' | 'stickers'>;

const noTraits = { float: null, paintIndex: null, paintSeed: null, stickers: null };

const traitsOf = (game: Game, { float, paintIndex, paintSeed, stickers }: Traits) =>
  game === 'CS2'
    ? {
        float: itemFloat(float),
        paintIndex: whole(paintIndex),
        paintSeed: whole(paintSeed),
        stickers: stickers?.map((one) => ({ name: one.name, wear: one.wear ?? 0, slot: one.slot })) ?? null,
      }
    : noTraits;

const hour = 3_600_000;
const day = 24 * hour;
// Steam's trade locks end at midnight, Pacific Standard Time
const lockEnd = 8 * hour;

/** The end of a lock from the whole days left, rounded up; the same end whenever the days were counted. */
function tradableFrom(days: number | null, at: number): number | null {
  if (days === null) return null;
  return days === 0 ? 0 : Math.floor((at + days * day - lockEnd) / day) * day + lockEnd;
}

function buyOrderOf({ game, name }: ItemRef, order: Wire.BuyOrder, orderId: string): BuyOrder | null {
  const price = priceOf(order);
  if (price === null) return null;
  const quantity = whole(order.quantity);
  return {
    kind: 'buyOrder',
    game,
    name,
    phase: order.itemPhase ?? null,
    orderId,
    price,
    quantity: quantity === 0 ? null : quantity,
  };
}

export function parseSales({ name, sales }: Wire.Sales, { game }: About): Sale[] {
  const keys = naturalKeys(sales.map((sale) => saleKey(name, sale, sale.timestamp)));
  return sales.flatMap((sale, index) => saleOf({ game, name }, sale, sale.timestamp, keys[index] ?? '') ?? []);
}

const saleKey = (name: string, sale: Wire.Prices & Traits, seconds: number): string =>
  [name, seconds, sale.priceUSD, sale.float, sale.paintSeed].map((part) => part ?? '').join('|');

function saleOf({ game, name }: ItemRef, sale: Wire.Prices & Traits, seconds: number, saleId: string): Sale | null {
  const price = priceOf(sale);
  if (price === null) return null;
  const soldAt = required(secondsTime(seconds), 'timestamp', seconds);
  return { kind: 'sale', game, name, phase: null, saleId, soldAt, price, ...traitsOf(game, sale) };
}

/** One message of the stream. */
export function parseMessage(message: Wire.Message, { game, at }: About): MarketRecord | null {
  const named = { game, name: message.data.name };
  switch (message.type) {
    case 'offer':
      return offerEvent(message, named, at);
    case 'buyOrder':
      return orderEvent(message, named);
    case 'price':
      // The figures of a variant are part of those of its item, and lookups give only the latter
      return (message.data.itemPhase ?? null) === null ? quoteOf(named, message.data) : null;
    case 'sale':
      // The same id as from a lookup, so that a sale reported twice stays one
      return saleOf(named, message.data, message.data.soldAt, saleKey(named.name, message.data, message.data.soldAt));
  }
}

type OfferMessage = Extract<Wire.Message, { readonly type: 'offer' }>;
type OrderMessage = Extract<Wire.Message, { readonly type: 'buyOrder' }>;

function offerEvent({ eventType, reason, data }: OfferMessage, named: ItemRef, at: number): Offer | Withdrawal | null {
  const offerId = offerKey(data);
  if (eventType !== 'Removed') return offerOf(named, data, offerId, at);
  const knownReason = reason === 'sold' || reason === 'withdrawn' ? reason : 'unknown';
  return { kind: 'withdrawal', game: named.game, offerId, reason: knownReason };
}

function orderEvent({ eventType, data }: OrderMessage, named: ItemRef): BuyOrder | Cancellation | null {
  // Without an id it cannot be distinguished from others; lookups number them
  if (text(data.orderId) === null) return null;
  const orderId = orderKey(data);
  return eventType === 'Removed'
    ? { kind: 'cancellation', game: named.game, orderId }
    : buyOrderOf(named, data, orderId);
}
