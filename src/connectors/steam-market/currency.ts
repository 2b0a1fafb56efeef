import { isCurrency } from '../../contract/money.ts';

/**
 * Steam's number of each currency, its code, and the symbols around an amount, as the market's own script writes it. All
 * amounts are in hundredths, also of currencies that are shown without.
 */
const currencies: readonly (readonly [number: number, code: string, ...symbols: string[]])[] = [
  [1, 'USD', '$'],
  [2, 'GBP', '£'],
  [3, 'EUR', '€'],
  [4, 'CHF', 'CHF'],
  // The script writes the first letter in Latin
  [5, 'RUB', 'pуб.', 'руб.'],
  [6, 'PLN', 'zł'],
  [7, 'BRL', 'R$'],
  [8, 'JPY', '¥'],
  [9, 'NOK', 'kr'],
  [10, 'IDR', 'Rp'],
  [11, 'MYR', 'RM'],
  [12, 'PHP', 'P'],
  [13, 'SGD', 'S$'],
  [14, 'THB', '฿'],
  [15, 'VND', '₫'],
  [16, 'KRW', '₩'],
  [17, 'TRY', 'TL'],
  [18, 'UAH', '₴'],
  [19, 'MXN', 'Mex$'],
  [20, 'CAD', 'CDN$'],
  [21, 'AUD', 'A$'],
  [22, 'NZD', 'NZ$'],
  [23, 'CNY', '¥'],
  [24, 'INR', '₹'],
  [25, 'CLP', 'CLP$'],
  [26, 'PEN', 'S/.'],
  [27, 'COP', 'COL$'],
  [28, 'ZAR', 'R'],
  [29, 'HKD', 'HK$'],
  [30, 'TWD', 'NT$'],
  [31, 'SAR', 'SR'],
  [32, 'AED', 'AED'],
  [33, 'SEK', 'kr'],
  [34, 'ARS', 'ARS$'],
  [35, 'ILS', '₪'],
  [36, 'BYN', 'Br'],
  [37, 'KZT', '₸'],
  [38, 'KWD', 'KD'],
  [39, 'QAR', 'QR'],
  [40, 'CRC', '₡'],
  [41, 'UYU', '$U'],
  [42, 'BGN', 'лв'],
  [43, 'HRK', 'kn'],
  [44, 'CZK', 'Kč'],
  [45, 'DKK', 'kr.'],
  [46, 'HUF', 'Ft'],
  [47, 'RON', 'lei'],
];

const codes = new Map(currencies.map(([number, code]) => [number, code]));

/** The code of one of Steam's numbers; rows in a currency without exchange rate are rejected before it is read. */
export const steamCurrency = (number: number): string => codes.get(number) ?? '';

export const isConvertible = (number: number): boolean => isCurrency(steamCurrency(number));

export const unconvertible = (number: number): string =>
  `Steam answers in ${codes.get(number) ?? `its currency ${number}`}, which goes by the country it is asked from; no bank's table has a rate for it, so ask it from another country`;

// The amount begins and ends with a digit; whole euros end in two dashes
const printed = /^(\D*?)\s*(\d(?:[\d.,'\s]*\d)?)(?:,--)?\s*(\D*)$/;

/** Whether a sign is a symbol of a currency, its code, or a symbol with the code after the amount: "HK$7.50 HKD". */
const isWritten = (sign: string, [code = '', ...symbols]: readonly string[]): boolean =>
  sign === code || symbols.some((symbol) => sign === symbol || sign === symbol + code);

/** A price of the search: a number of hundredths, and a text that alone tells the currency. */
export type PrintedPrice = { readonly sell_price: number; readonly sell_price_text: string };

/**
 * The currency of a printed price. null if several are written with its symbol, such as yen and yuan, if none is or has a
 * rate, or if the text shows another amount than the number does.
 */
export function printedCurrency({ sell_price: price, sell_price_text: text }: PrintedPrice): string | null {
  const [, before = '', amount = '', after = ''] = printed.exec(text) ?? [];
  const symbol = (before + after).replace(/\s/g, '');
  const [only, other] = currencies.filter(([, ...signs]) => isWritten(symbol, signs));
  if (only === undefined || other !== undefined || !isCurrency(only[1])) return null;
  const digits = Number(amount.replace(/\D/g, ''));
  // An amount without hundredths is cut off or rounded
  const isShown = /[.,]\d\d$/.test(amount) ? digits === price : Math.abs(digits * 100 - price) < 100;
  return isShown ? only[1] : null;
}

export const misprinted = ({ sell_price: price, sell_price_text: text }: PrintedPrice): string =>
  `is ${price} hundredths, printed as "${text}": this text does not say of which currency with an exchange rate`;

/** The decimal number in a price written as in English, whatever its currency: "RUB 5.70", "¥1,234", "CN¥8.50". */
export const englishAmount = (text: string): string | null => {
  const [, whole, fraction = ''] = /^[^\d-]*(\d{1,3}(?:,\d{3})*|\d+)(\.\d\d)?\D*$/.exec(text) ?? [];
  return whole === undefined ? null : whole.replaceAll(',', '') + fraction;
};
