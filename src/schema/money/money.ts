import Type, { type Static } from 'typebox';

/** The public currencies. Every price is shown in them, and marketplaces quote in them too. */
export const currencies = ['USD', 'EUR', 'CNY', 'RUB'] as const;
export type Currency = (typeof currencies)[number];

/**
 * All others that the European Central Bank or the Bank of Russia publishes a daily rate for: a price in one of them is
 * kept as it is and shown in the public currencies. Only ever appended to, since tables and files count them.
 */
export const otherCurrencies = [
  ...['AED', 'AMD', 'AUD', 'AZN', 'BDT', 'BHD', 'BOB', 'BRL', 'BYN', 'CAD', 'CHF', 'CUP', 'CZK', 'DKK', 'DZD'],
  ...['EGP', 'ETB', 'GBP', 'GEL', 'HKD', 'HUF', 'IDR', 'ILS', 'INR', 'IRR', 'ISK', 'JPY', 'KGS', 'KRW', 'KZT'],
  ...['MDL', 'MMK', 'MNT', 'MXN', 'MYR', 'NGN', 'NOK', 'NZD', 'OMR', 'PHP', 'PLN', 'QAR', 'RON', 'RSD', 'SAR'],
  ...['SEK', 'SGD', 'THB', 'TJS', 'TMT', 'TRY', 'UAH', 'UZS', 'VND', 'ZAR'],
] as const;

/** Currencies with a rate of a central bank, the dollar included. */
export const bankCurrencies = [...currencies, ...otherCurrencies] as const;
export type BankCurrency = (typeof bankCurrencies)[number];

/** Currencies that marketplaces quote in; TF2 means keys and refined metal, items of the game used as money. */
export const nativeCurrencies = [...currencies, 'TF2', ...otherCurrencies] as const;
export type NativeCurrency = (typeof nativeCurrencies)[number];

export const isPublic = (currency: string): currency is Currency =>
  (currencies as readonly string[]).includes(currency);

export const isOther = (currency: string): boolean => (otherCurrencies as readonly string[]).includes(currency);

/** A billion units: whatever is above is no price but an id, a time or a fault. TF2 amounts end there too. */
const largestAmount = 1e12;

/**
 * A positive amount in whole thousandths of one unit of the currency: 12.34 USD is { amount: 12340, currency: 'USD' }.
 * In TF2 it is keys and metal packed into one number by tf2-money.ts: a key has no fixed value in metal.
 */
export const Money = Type.Object({
  amount: Type.Integer({ minimum: 1, maximum: largestAmount }),
  currency: Type.Enum([...nativeCurrencies]),
});
export type Money = Static<typeof Money>;

/** One price in the four public currencies, in whole thousandths; null where no usable rate was known. */
export const Prices = Type.Object({
  USD: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
  EUR: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
  CNY: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
  RUB: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
});
export type Prices = Static<typeof Prices>;

/** Converts a price at the current rates. */
export type ToPrices = (price: Money | null) => Prices;

/** The price that is not known in any currency. */
export const noPrices: Prices = Object.freeze({ USD: null, EUR: null, CNY: null, RUB: null });
