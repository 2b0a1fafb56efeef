import type { Currency, Money } from '../schema/index.ts';
import { currencies, tf2Amount, weaponsPerRefined } from '../schema/index.ts';

const decimal = /^(\d+)(?:\.(\d*))?$/;

/**
 * Reads an amount as a marketplace writes it; null when it is absent, empty, zero, negative or not a number. One that is too
 * large for a price is not null, which would say that there is no price: no record can have it, so its row is rejected.
 * `unitsPerWhole` is how many units on the wire make one unit of the currency: 1 for "12.34", 100 for cents, 1000 for
 * thousandths.
 * Decimal texts are read digit by digit, so that binary fractions lose nothing; half a thousandth is rounded up.
 */
export function money(value: unknown, currency: string, unitsPerWhole: 1 | 100 | 1000 = 1): Money | null {
  if (!isCurrency(currency)) return null;
  const exact = exactAmount(value, 1000 / unitsPerWhole);
  if (exact !== null) return { amount: exact, currency };
  const text = typeof value === 'number' ? plainDecimal(value) : typeof value === 'string' ? value.trim() : '';
  const match = decimal.exec(text);
  if (match === null) return null;
  const shift = unitsPerWhole === 1 ? 3 : unitsPerWhole === 100 ? 1 : 0;
  const fraction = match[2] ?? '';
  const kept = fraction.slice(0, shift).padEnd(shift, '0');
  const roundUp = fraction.charCodeAt(shift) >= 0x35 ? 1 : 0;
  let amount = Number(`${match[1]}${kept}`) + roundUp;
  // A positive price must not become zero
  if (amount === 0 && /[1-9]/.test(fraction)) amount = 1;
  return amount > 0 ? { amount: Math.min(amount, Number.MAX_SAFE_INTEGER), currency } : null;
}

/**
 * A price in TF2 keys and refined metal. Either can be absent; null when both are, or when one is not a valid amount.
 * Metal is written with two decimals: 0.11, 0.33 and 58.83 mean 2, 6 and 1059 weapons. A fraction of a key is not valid.
 */
export function keysAndMetal(keys: unknown, refined: unknown): Money | null {
  const [whole, metal] = [keys ?? 0, refined ?? 0];
  if (typeof whole !== 'number' || typeof metal !== 'number') return null;
  const amount = tf2Amount(whole, Math.round(metal * weaponsPerRefined));
  return amount === null ? null : { amount, currency: 'TF2' };
}

export const isCurrency = (text: string): text is Currency => (currencies as readonly string[]).includes(text);

/**
 * Fast path for a number with no digits beyond the thousandth, which nearly all have: its thousandths, else null.
 * Below 10^15 an amount that divides back into the number is the one its decimal digits show.
 */
function exactAmount(value: unknown, perUnit: number): number | null {
  if (typeof value !== 'number') return null;
  const amount = Math.round(value * perUnit);
  return amount > 0 && amount < 1e15 && amount / perUnit === value ? amount : null;
}

/** A number written without an exponent. It only matters that one below a millionth is above zero, and one from 10^21 on large. */
function plainDecimal(value: number): string {
  if (!Number.isFinite(value)) return '';
  if (value >= 1e21) return '1'.padEnd(22, '0');
  return value > 0 && value < 1e-6 ? '0.0000001' : String(value);
}
