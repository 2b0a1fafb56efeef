// A migration is never edited once released, so the codes are written out here rather than imported

export const game = `Enum8('CS2' = 1, 'Dota2' = 2, 'Rust' = 3, 'TF2' = 4)`;

export const phase = `Enum8('' = 0, 'Phase 1' = 1, 'Phase 2' = 2, 'Phase 3' = 3, 'Phase 4' = 4, 'Ruby' = 5, 'Sapphire' = 6, 'Black Pearl' = 7, 'Emerald' = 8)`;

export const instant = `DateTime64(3, 'UTC')`;

const publicCurrencies = ['USD', 'EUR', 'CNY', 'RUB'];

const known = `'USD' = 1, 'EUR' = 2, 'CNY' = 3, 'RUB' = 4`;
const others = [
  ...['AED', 'AMD', 'AUD', 'AZN', 'BDT', 'BHD', 'BOB', 'BRL', 'BYN', 'CAD', 'CHF', 'CUP', 'CZK', 'DKK', 'DZD'],
  ...['EGP', 'ETB', 'GBP', 'GEL', 'HKD', 'HUF', 'IDR', 'ILS', 'INR', 'IRR', 'ISK', 'JPY', 'KGS', 'KRW', 'KZT'],
  ...['MDL', 'MMK', 'MNT', 'MXN', 'MYR', 'NGN', 'NOK', 'NZD', 'OMR', 'PHP', 'PLN', 'QAR', 'RON', 'RSD', 'SAR'],
  ...['SEK', 'SGD', 'THB', 'TJS', 'TMT', 'TRY', 'UAH', 'UZS', 'VND', 'ZAR'],
]
  .map((code, at) => `'${code}' = ${8 + at}`)
  .join(', ');

/** The currencies of prices, of which keys and refined metal are one. */
export const quoted = `Enum8(${known}, 'TF2' = 5, ${others})`;
/** The currencies that have a rate. */
export const rated = `Enum8(${known}, 'KEY' = 6, 'REF' = 7, ${others})`;

/** A column for each public currency. */
export const inEach = (name: string, type: string): string =>
  publicCurrencies.map((currency) => `  ${name}${currency} ${type},`).join('\n');
