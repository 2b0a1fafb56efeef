import type { BestPrices, BestSide } from '../../../book/best/read-best.ts';
import type { Money } from '../../../schema/index.ts';
import type { ReadBook } from '../../sight/read-book.ts';
import { toSeconds } from '../../wire/time.ts';
import { inScrap, type KeysAndMetal, type ScrapWorth, type Side, toKeysAndMetal, toMetal } from './keys-and-metal.ts';
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
export const untoldReasons = ['oneSided', 'nameUnknown', 'crossed'] as const;
export type Untold = (typeof untoldReasons)[number];

export type PriceReader = {
  readonly book: Pick<ReadBook, 'askBasis' | 'buyOrders'>;
  readonly names: Pick<SkuNames, 'skuOf'>;
  readonly worth: ScrapWorth;
  /** Epoch milliseconds. */
  readonly at: number;
};

const keySku = '5021;6';

/** What the highest bid and the lowest ask are in keys and metal. Bots need both, and would lose by a bid that is no lower. */
export function readBotPrice(reader: PriceReader, name: string, { ask, bid }: BestPrices): BotPrice | Untold {
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
  return { sku, name, source: 'bptf', time: toSeconds(reader.at), buy, sell };
}

/** As the marketplace tells it: converted there and back, twenty keys would no longer be twenty keys. */
const askPrice = ({ book, at }: PriceReader, name: string, { marketplaceId }: BestSide): Money | null =>
  book.askBasis(marketplaceId, 'TF2', name, null, at)?.price ?? null;

const bidPrice = ({ book }: PriceReader, name: string, { marketplaceId }: BestSide): Money | null =>
  book.buyOrders(marketplaceId, 'TF2', name)[0]?.price ?? null;

// The metal of either is less than a key
const isBelow = (buy: KeysAndMetal, sell: KeysAndMetal): boolean =>
  buy.keys < sell.keys || (buy.keys === sell.keys && buy.metal < sell.metal);
