import type { Layout } from '../layout.ts';

// Codes are only ever added, so that no stored row is rewritten
const known = `'USD' = 1, 'EUR' = 2, 'CNY' = 3, 'RUB' = 4`;
const others = [
  ...['AED', 'AMD', 'AUD', 'AZN', 'BDT', 'BHD', 'BOB', 'BRL', 'BYN', 'CAD', 'CHF', 'CUP', 'CZK', 'DKK', 'DZD'],
  ...['EGP', 'ETB', 'GBP', 'GEL', 'HKD', 'HUF', 'IDR', 'ILS', 'INR', 'IRR', 'ISK', 'JPY', 'KGS', 'KRW', 'KZT'],
  ...['MDL', 'MMK', 'MNT', 'MXN', 'MYR', 'NGN', 'NOK', 'NZD', 'OMR', 'PHP', 'PLN', 'QAR', 'RON', 'RSD', 'SAR'],
  ...['SEK', 'SGD', 'THB', 'TJS', 'TMT', 'TRY', 'UAH', 'UZS', 'VND', 'ZAR'],
]
  .map((code, at) => `'${code}' = ${8 + at}`)
  .join(', ');

const quoted = `Enum8(${known}, 'TF2' = 5, ${others})`;
const rated = `Enum8(${known}, 'KEY' = 6, 'REF' = 7, ${others})`;

const priced = ['sales', 'liveOffers', 'liveBuyOrders', 'liveQuotes', 'offerStates', 'buyOrderStates', 'quoteStates'];

/** Prices in any currency that the banks publish a rate for, and those rates. */
export const otherCurrencies = (layout: Layout): readonly string[] => [
  ...priced.flatMap((table) => layout.alterColumn(table, `currency ${quoted}`)),
  ...['rates', 'rateStates'].flatMap((table) => layout.alterColumn(table, `currency ${rated}`)),
];
