import { type CurrencyCode as Currency, currencies } from '@itemtape/client';
import { signal } from '@preact/signals';
import { locale } from './language.ts';

export { type Currency, currencies };

type PriceFields = Readonly<Record<`price${Currency}`, number | null>>;

const storageKey = 'itemtape.currency';

const isCurrency = (text: string | null): text is Currency => (currencies as readonly (string | null)[]).includes(text);

// Absent in tests
const first = globalThis.localStorage?.getItem(storageKey) ?? null;

/** The currency in which prices are shown. */
export const currency = signal<Currency>(isCurrency(first) ? first : 'USD');

export function chooseCurrency(text: string): void {
  if (!isCurrency(text)) return;
  localStorage.setItem(storageKey, text);
  currency.value = text;
}

export const priceIn = (priced: PriceFields, shown: Currency): number | null => priced[`price${shown}`];

/** The sign of a currency as written in prices. */
export const signOf = (shown: Currency): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: shown, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? shown;

/** Formats a dollar price in the chosen currency, or in dollars when there is no exchange rate. */
export function priceOfDollars(price: number | null, shown: Currency, rate: number | null): string {
  return rate === null || price === null ? priceText(price, 'USD') : priceText(price * rate, shown);
}

const formats = new Map<string, Intl.NumberFormat>();

/** Formats a price; amounts below a cent get as many digits as they need. */
export function priceText(price: number | null, shown: Currency): string {
  if (price === null) return '–';
  const digits = price !== 0 && Math.abs(price) < 0.01 ? 3 : 2;
  const name = `${shown} ${digits}`;
  const format =
    formats.get(name) ??
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: shown,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  formats.set(name, format);
  return format.format(price);
}

/** Formats a gain with its sign, so that it is not mistaken for a price. */
export const gainText = (gain: number | null, shown: Currency): string =>
  gain === null ? '–' : `${gain > 0 ? '+' : ''}${priceText(gain, shown)}`;

type Range = { readonly lowest: number | null; readonly highest: number | null };

/** Formats the lowest and the highest of some prices; one price if they are the same. */
export function rangeText(range: Range | null, shown: Currency): string {
  const ends = [range?.lowest ?? null, range?.highest ?? null].map((price) => priceText(price, shown));
  return [...new Set(ends)].join(' – ');
}
