import type { BankCurrency, Money } from '../schema/index.ts';
import { bankCurrencies, tf2Amount, weaponsPerRefined } from '../schema/index.ts';
import { Unreadable } from './unreadable.ts';

const decimal = /^(\d+)(?:\.(\d*))?$/;

type Units = 1 | 100 | 1000;

/**
 * Reads an amount as a marketplace writes it. Throws `Unreadable` for anything but an amount above zero: a parser has to say what
 * it does with a row that can lack a price, by `moneyOrNone` or by leaving such rows aside first. One that is too large for a
 * price is read, but no record can have it.
 * `unitsPerWhole` is how many units on the wire make one unit of the currency: 1 for "12.34", 100 for cents, 1000 for
 * thousandths.
 * Decimal texts are read digit by digit, so that binary fractions lose nothing; half a thousandth is rounded up.
 */
export function money(value: unknown, currency: string, unitsPerWhole: Units = 1, field = 'price'): Money {
  const price = moneyOrNone(value, currency, unitsPerWhole, field);
  if (price === null) throw new Unreadable(field, value === null ? 'is not an amount' : 'is zero', value);
  return price;
}

/** Reads an amount like `money`, where null or zero means that nothing is on sale, or that nobody bids. */
export function moneyOrNone(value: unknown, currency: string, unitsPerWhole: Units = 1, field = 'price'): Money | null {
  if (!isCurrency(currency)) throw new Unreadable('currency', 'is not known', currency);
  if (value === null) return null;
  const amount = exactAmount(value, 1000 / unitsPerWhole) ?? decimalAmount(value, unitsPerWhole);
  if (amount === null) throw new Unreadable(field, 'is not an amount', value);
  return amount === 0 ? null : { amount, currency };
}

/**
 * A price in TF2 keys and refined metal, of which either can be absent. Throws like `money`.
 * Metal is written with two decimals: 0.11, 0.33 and 58.83 mean 2, 6 and 1059 weapons. A fraction of a key is not valid.
 */
export function keysAndMetal(keys: unknown, refined: unknown): Money {
  const price = keysAndMetalOrNone(keys, refined);
  if (price === null) throw new Unreadable('price', 'is zero', { keys, refined });
  return price;
}

/** Reads a price like `keysAndMetal`, where zero of both, or neither, means that there is none. */
export function keysAndMetalOrNone(keys: unknown, refined: unknown): Money | null {
  const [whole, metal] = [keys ?? 0, refined ?? 0];
  if (whole === 0 && metal === 0) return null;
  const amount =
    typeof whole === 'number' && typeof metal === 'number'
      ? tf2Amount(whole, Math.round(metal * weaponsPerRefined))
      : null;
  if (amount === null) throw new Unreadable('price', 'is not an amount', { keys, refined });
  return { amount, currency: 'TF2' };
}

const convertible: ReadonlySet<string> = new Set(bankCurrencies);

/** Whether an amount in it can be converted: it is one of the currencies that the rate tables have. */
export const isCurrency = (text: string): text is BankCurrency => convertible.has(text);

/**
 * Fast path for a number with no digits beyond the thousandth, which nearly all have: its thousandths, else null.
 * Below 10^15 an amount that divides back into the number is the one its decimal digits show.
 */
function exactAmount(value: unknown, perUnit: number): number | null {
  if (typeof value !== 'number') return null;
  const amount = Math.round(value * perUnit);
  return amount > 0 && amount < 1e15 && amount / perUnit === value ? amount : null;
}

/** Thousandths; null for what is no amount. */
function decimalAmount(value: unknown, unitsPerWhole: Units): number | null {
  const text = typeof value === 'number' ? plainDecimal(value) : typeof value === 'string' ? value.trim() : '';
  const match = decimal.exec(text);
  if (match === null) return null;
  const shift = unitsPerWhole === 1 ? 3 : unitsPerWhole === 100 ? 1 : 0;
  const fraction = match[2] ?? '';
  const fractionDigits = fraction.slice(0, shift).padEnd(shift, '0');
  const roundUp = fraction.charCodeAt(shift) >= 0x35 ? 1 : 0;
  const amount = Number(`${match[1]}${fractionDigits}`) + roundUp;
  // A positive price must not become zero
  if (amount === 0) return /[1-9]/.test(fraction) ? 1 : 0;
  return Math.min(amount, Number.MAX_SAFE_INTEGER);
}

/** A number written without an exponent. It only matters that one below a millionth is above zero, and one from 10^21 on large. */
function plainDecimal(value: number): string {
  if (!Number.isFinite(value)) return '';
  if (value >= 1e21) return '1'.padEnd(22, '0');
  return value > 0 && value < 1e-6 ? '0.0000001' : String(value);
}
