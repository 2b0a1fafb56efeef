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

/** What a bot is told of an item. */
export type BotPrice = {
  readonly sku: string;
  readonly name: string;
  /** Whatever it comes from: older bots pass over any other word. */
  readonly source: 'bptf';
  /** When the book was read: whatever is told replaces what the bot was told before. */
  readonly time: number;
  readonly buy: KeysAndMetal;
  readonly sell: KeysAndMetal;
};

/** Why nothing is told of an item. */
const untoldReasons = ['oneSided', 'nameUnknown', 'crossed'] as const;
export type Untold = (typeof untoldReasons)[number];

export type PriceReader = {
  readonly book: Pick<ReadBook, 'askBasis' | 'buyOrders'>;
  readonly names: SkuNames;
  readonly worth: ScrapWorth;
  /** Epoch milliseconds. */
  readonly at: number;
};

export const keySku = '5021;6';

export type Sides = Pick<BestPrices, 'ask' | 'bid'>;

/** What the book can tell bots of an item; of keys, where it cannot, what everything else is converted by. */
export function readBotPrice(reader: PriceReader, name: string, sides: Sides): BotPrice | Untold {
  const price = readSides(reader, name, sides);
  if (typeof price === 'object' || reader.names.skuOf(name) !== keySku) return price;
  // A bot that is told no price of keys guesses one, and reckons everything by it
  return { ...factsOf(reader, name, keySku), ...keyByWorth(reader.worth) };
}

const factsOf = ({ at }: PriceReader, name: string, sku: string) =>
  ({ sku, name, source: 'bptf', time: toSeconds(at) }) as const;

/** What the highest bid and the lowest ask are in keys and metal. Bots need both, and would lose by a bid that is no lower. */
function readSides(reader: PriceReader, name: string, { ask, bid }: Sides): BotPrice | Untold {
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

/** As the marketplace tells it: converted there and back, twenty keys would no longer be twenty keys. */
const askPrice = ({ book, at }: PriceReader, name: string, { marketplaceId }: BestSide): Money | null =>
  book.askBasis(marketplaceId, 'TF2', name, null, at)?.price ?? null;

const bidPrice = ({ book }: PriceReader, name: string, { marketplaceId }: BestSide): Money | null =>
  book.buyOrders(marketplaceId, 'TF2', name)[0]?.price ?? null;

// The metal of either is less than a key
const isBelow = (buy: KeysAndMetal, sell: KeysAndMetal): boolean =>
  buy.keys < sell.keys || (buy.keys === sell.keys && buy.metal < sell.metal);
