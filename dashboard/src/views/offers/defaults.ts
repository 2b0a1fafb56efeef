import type { Currency } from '../../text/currency.ts';

/** What the lists of new offers show unless asked otherwise: here and on the home page. */

/** How far below every other marketplace, in percent. */
export const defaultBelow = '10';

// Below this price one cent is more than a tenth
const minPrices = { USD: '1', EUR: '1', CNY: '7', RUB: '80' } as const satisfies Readonly<Record<Currency, string>>;

/** From which price, in a currency: about a dollar. */
export const defaultMin = (shown: Currency): string => minPrices[shown];

/** The address's parameter of a filter with a default: nothing for the default, and 0 for none. */
export const parameterOf = (text: string, byDefault: string): string => (text === byDefault ? '' : text || '0');

/** The filter in such a parameter; empty for none. */
export const filterIn = (parameter: string | null, byDefault: string): string =>
  parameter === null || parameter === '' ? byDefault : Number(parameter) > 0 ? parameter : '';
