import Type, { type Static } from 'typebox';
import type { StoredCandle } from '../../../store/store.ts';
import { variantFields } from '../full/variant.ts';
import { ItemHead } from '../item.ts';
import { OrNull } from '../or-null.ts';
import { toPrice } from '../price.ts';
import { Seconds, toSeconds } from '../time.ts';
import { Amount, currencyField } from './best.ts';

export const candleSubjects = ['ask', 'bid', 'sale'] as const;
export const candleIntervals = ['1h', '1m', '5m', '15m', '4h', '1d', '1w'] as const;

export const WireCandle = Type.Object({
  at: Seconds('Start of the interval'),
  open: OrNull(
    Amount,
    'The first price; over all marketplaces, the price in effect when the interval began; null if none was known then',
  ),
  high: OrNull(Amount, 'The highest price; null if none was known'),
  low: OrNull(Amount, 'The lowest price; null if none was known'),
  close: OrNull(Amount, 'The last price; null if none was known at the end'),
  count: Type.Integer({
    minimum: 1,
    description: 'Number of changes of the price or the offer count, or number of sales',
  }),
  volume: OrNull(Type.Number({ minimum: 0 }), 'Sum of the prices paid; null for asks and bids'),
});
export type WireCandle = Static<typeof WireCandle>;

export const WireCandles = Type.Object({
  name: ItemHead.properties.name,
  game: ItemHead.properties.game,
  ...variantFields('as requested; null means the whole item'),
  marketplace: OrNull(ItemHead.properties.marketplace, 'Marketplace, canonical spelling; null means all of them'),
  of: Type.Enum([...candleSubjects], {
    description: 'ask: the lowest ask; bid: the highest buy order; sale: prices paid',
  }),
  interval: Type.Enum([...candleIntervals], {
    description: 'Width of a candle: minutes, hours, a day, or a week from Monday (UTC)',
  }),
  currency: currencyField,
  candles: Type.Array(WireCandle, { description: 'Oldest first; intervals without a change are omitted' }),
});
export type WireCandles = Static<typeof WireCandles>;

export const toWireCandle = ({ at, open, high, low, close, count, volume }: StoredCandle): WireCandle => ({
  at: toSeconds(at),
  open: toPrice(open),
  high: toPrice(high),
  low: toPrice(low),
  close: toPrice(close),
  count,
  volume: toPrice(volume),
});
