import Type from 'typebox';
import { isPublic } from '../../schema/index.ts';
import { route } from '../route.ts';
import { WireRate } from '../wire/rate.ts';
import { toSeconds } from '../wire/time.ts';

export const ratesRoute = route({
  path: '/tape/rates',
  id: 'listRates',
  summary: 'Current exchange rates of the US dollar',
  description:
    'Returns the exchange rates used to convert prices: one for each public currency other than the US dollar, then those of all other currencies, and of keys and metal of TF2, that have a usable rate.',
  parameters: {},
  answer: Type.Array(WireRate),
  example: [
    { currency: 'EUR', perUSD: 0.8706, ratedAt: 1_789_948_800, source: 'ecb' },
    { currency: 'CNY', perUSD: 6.9992, ratedAt: 1_789_948_800, source: 'ecb' },
    { currency: 'RUB', perUSD: null, ratedAt: null, source: null },
  ],
  read: (_, { rates }) => {
    const usable = rates();
    return WireRate.properties.currency.enum.flatMap((currency): WireRate[] => {
      const rate = usable.find((one) => one.currency === currency);
      if (rate !== undefined)
        return [{ currency, perUSD: rate.perUsd, ratedAt: toSeconds(rate.ratedAt), source: rate.source }];
      return isPublic(currency) ? [{ currency, perUSD: null, ratedAt: null, source: null }] : [];
    });
  },
});
