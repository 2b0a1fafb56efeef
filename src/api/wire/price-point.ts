import Type, { type Static } from 'typebox';
import type { StoredPoint } from '../../store/store.ts';
import { ItemHead } from './item.ts';
import { FourPrices, toFourPrices } from './price.ts';
import { Seconds, toSeconds } from './time.ts';

export const WirePricePoint = Type.Object({
  timestamp: Seconds('Time from which the price applied'),
  ...FourPrices.properties,
});
export type WirePricePoint = Static<typeof WirePricePoint>;

export const WirePriceHistory = Type.Object({
  ...ItemHead.properties,
  history: Type.Array(WirePricePoint, { description: 'Lowest prices within the window, oldest first' }),
});
export type WirePriceHistory = Static<typeof WirePriceHistory>;

export const toWirePricePoint = (point: StoredPoint): WirePricePoint => ({
  timestamp: toSeconds(point.at),
  ...toFourPrices(point.prices),
});
