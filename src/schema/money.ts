import Type, { type Static } from 'typebox';

/** Currencies a marketplace may quote in; the first four are also the public ones. */
export const currencies = ['USD', 'EUR', 'CNY', 'RUB'] as const;
export type Currency = (typeof currencies)[number];

/** A positive amount in whole thousandths of one unit of the currency: 12.34 USD is { amount: 12340, currency: 'USD' }. */
export const Money = Type.Object({
  amount: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  currency: Type.Enum([...currencies]),
});
export type Money = Static<typeof Money>;

/** One price in the four public currencies, whole thousandths each, null where no usable rate was known. */
export const Prices = Type.Object({
  USD: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
  EUR: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
  CNY: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
  RUB: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
});
export type Prices = Static<typeof Prices>;

/** The price that is not known in any currency. */
export const noPrices: Prices = Object.freeze({ USD: null, EUR: null, CNY: null, RUB: null });
