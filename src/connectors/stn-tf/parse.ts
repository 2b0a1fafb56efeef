import { keysAndMetalOrNone } from '../../contract/money.ts';
import { urlPart } from '../../contract/text.ts';
import { type BuyOrder, type Game, isObject, type Money, type Quote } from '../../schema/index.ts';
import type { ItemDetails, KeyPrices } from './wire.ts';

const game = 'TF2';

export const keyName = 'Mann Co. Supply Crate Key';

const scrapPerRefined = 9;

/** Answers are single objects. */
export const rowAt =
  (...path: readonly string[]) =>
  (payload: unknown): readonly unknown[] => [
    path.reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), payload),
  ];

/** One row is all the shop has of an item, hence a quote; what the shop pays is one buy order for the number it lacks. */
export function parseItem({ full_name: name, pricing, stock }: ItemDetails): (Quote | BuyOrder)[] {
  const { buy, sell } = pricing;
  const ask = stock.level === 0 ? null : keysAndMetalOrNone(sell?.keys, sell?.metal);
  const wanted = Math.max(0, stock.limit - stock.level);
  const bid = wanted === 0 ? null : keysAndMetalOrNone(buy?.keys, buy?.metal);
  const offerCount = ask === null ? 0 : stock.level;
  return [quoteOf(name, ask, offerCount), ...(bid === null ? [] : [orderOf(name, bid, wanted)])];
}

/** Keys have their own call, with prices in scrap and without stock. */
export function parseKey({ buyPrice, sellPrice }: KeyPrices): (Quote | BuyOrder)[] {
  const [ask, bid] = [sellPrice, buyPrice].map((scrap) => keysAndMetalOrNone(0, scrap / scrapPerRefined));
  return [...(ask == null ? [] : [quoteOf(keyName, ask, null)]), ...(bid == null ? [] : [orderOf(keyName, bid, null)])];
}

const quoteOf = (name: string, lowest: Money | null, offerCount: number | null): Quote => ({
  kind: 'quote',
  game,
  name,
  phase: null,
  lowest,
  offerCount,
  purchaseLink: itemPage('TF2', name),
  marketplaceItemId: null,
  thumbnail: null,
});

const orderOf = (name: string, price: Money, quantity: number | null): BuyOrder => ({
  kind: 'buyOrder',
  game,
  name,
  phase: null,
  orderId: name, // the shop has one order for each item
  price,
  quantity,
});

/** Spaces are "+" in the shop's URLs. */
export const itemPage = (_: Game, name: string): string =>
  `https://stntrading.eu/item/tf2/${urlPart(name).replaceAll('%20', '+')}`;
