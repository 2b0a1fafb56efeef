import Type, { type Static } from 'typebox';
import { Phase } from '../../../schema/index.ts';
import type { StoredCandle } from '../../../store/store.ts';
import { ItemHead } from '../item.ts';
import { OrNull } from '../or-null.ts';
import { toPrice } from '../price.ts';
import { Seconds, toSeconds } from '../time.ts';
import { Amount, currencyField } from './best.ts';

export const candleSubjects = ['ask', 'bid', 'sale'] as const;
export const candleIntervals = ['1h', '5m', '1d'] as const;

export const WireCandle = Type.Object({
  at: Seconds('Begin of the interval'),
  open: OrNull(
    Amount,
    'The first price, over all marketplaces the one that stood as the interval began; null where none was known then',
  ),
  high: OrNull(Amount, 'The highest price'),
  low: OrNull(Amount, 'The lowest price'),
  close: OrNull(Amount, 'The last price; null where none was known any more'),
  count: Type.Integer({
    minimum: 1,
    description: 'How often the price or the number of offers moved, or how many were sold',
  }),
  volume: OrNull(Type.Number({ minimum: 0 }), 'What was paid altogether; null for asks and bids'),
});
export type WireCandle = Static<typeof WireCandle>;

export const WireCandles = Type.Object({
  name: ItemHead.properties.name,
  game: ItemHead.properties.game,
  itemPhase: OrNull(Phase, 'Doppler variant; null is the whole item'),
  marketplace: OrNull(ItemHead.properties.marketplace, 'Null is all of them'),
  of: Type.Enum([...candleSubjects], {
    description: 'ask: the lowest ask; bid: the highest buy order; sale: what was paid',
  }),
  interval: Type.Enum([...candleIntervals], { description: '5 minutes, an hour or a day, UTC' }),
  currency: currencyField,
  candles: Type.Array(WireCandle, { description: 'Oldest first; intervals in which nothing moved are left out' }),
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
