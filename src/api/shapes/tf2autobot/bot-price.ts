import type { BestPrices, BestSide } from '../../../book/best/read-best.ts';
import type { Money } from '../../../schema/index.ts';
import type { ReadBook } from '../../sight/read-book.ts';
import { toSeconds } from '../../wire/time.ts';
import {
  inScrap,
  type KeysAndMetal,
  keyByWorth,
  type ScrapWorth,
  type Side,
  toKeysAndMetal,
  toMetal,
} from './keys-and-metal.ts';
import type { SkuNames } from './sku-names.ts';

/** The price of an item for a bot. */
export type BotPrice = {
  readonly sku: string;
  readonly name: string;
  /** Always this word, because older bots ignore any other. */
  readonly source: 'bptf';
  /** Unix seconds at which the book was read; a bot replaces its previous price. */
  readonly time: number;
  readonly buy: KeysAndMetal;
  readonly sell: KeysAndMetal;
};

/** Why an item has no price for bots. */
const unpricedReasons = ['oneSided', 'nameUnknown', 'crossed'] as const;
export type UnpricedReason = (typeof unpricedReasons)[number];

export type PriceReader = {
  readonly book: Pick<ReadBook, 'askBasis' | 'buyOrders'>;
  readonly names: SkuNames;
  readonly worth: ScrapWorth;
  /** Epoch milliseconds. */
  readonly at: number;
};

export const keySku = '5021;6';

export type Sides = Pick<BestPrices, 'ask' | 'bid'>;

/** The price of an item from the book. For keys without one, the key price that other items are converted at. */
export function readBotPrice(reader: PriceReader, name: string, sides: Sides): BotPrice | UnpricedReason {
  const price = readSides(reader, name, sides);
  if (typeof price === 'object' || reader.names.skuOf(name) !== keySku) return price;
  // Without a key price, a bot guesses one and computes everything with it
  return { ...factsOf(reader, name, keySku), ...keyByWorth(reader.worth) };
}

const factsOf = ({ at }: PriceReader, name: string, sku: string) =>
  ({ sku, name, source: 'bptf', time: toSeconds(at) }) as const;

/** Highest bid and lowest ask in keys and metal. Bots need both, and would lose money unless the bid is below the ask. */
function readSides(reader: PriceReader, name: string, { ask, bid }: Sides): BotPrice | UnpricedReason {
  if (ask === null || bid === null) return 'oneSided';
  const sku = reader.names.skuOf(name);
  if (sku === null) return 'nameUnknown';
  const written = (price: Money | null, { prices }: BestSide, side: Side): KeysAndMetal | null => {
    if (price === null || prices.USD === null) return null;
    const scrap = inScrap(price, prices.USD, reader.worth);
    return sku === keySku ? toMetal(scrap, side) : toKeysAndMetal(scrap, reader.worth, side);
  };
  const buy = written(bidPrice(reader, name, bid), bid, 'buy');
  const sell = written(askPrice(reader, name, ask), ask, 'sell');
  if (buy === null || sell === null) return 'oneSided';
  if (!isBelow(buy, sell)) return 'crossed';
  return { ...factsOf(reader, name, sku), buy, sell };
}

/** The ask in its native currency: converted to dollars and back, twenty keys would no longer be twenty keys. */
const askPrice = ({ book, at }: PriceReader, name: string, { marketplaceId }: BestSide): Money | null =>
  book.askBasis(marketplaceId, 'TF2', name, null, at)?.price ?? null;

const bidPrice = ({ book }: PriceReader, name: string, { marketplaceId }: BestSide): Money | null =>
  book.buyOrders(marketplaceId, 'TF2', name)[0]?.price ?? null;

// The metal of either is less than a key
const isBelow = (buy: KeysAndMetal, sell: KeysAndMetal): boolean =>
  buy.keys < sell.keys || (buy.keys === sell.keys && buy.metal < sell.metal);
