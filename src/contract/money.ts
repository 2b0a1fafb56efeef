import type { Currency, Money } from '../schema/index.ts';
import { currencies, tf2Amount, weaponsPerRefined } from '../schema/index.ts';

const decimal = /^(\d+)(?:\.(\d*))?$/;

/**
 * An amount as a marketplace writes it, as Money; null when it is absent, empty, zero, negative or not a number.
 * `unitsPerWhole` is how many of the wire's units make one unit of the currency: 1 for "12.34", 100 for cents, 1000 for thousandths.
 * Decimal texts are read digit by digit, so that nothing is lost to binary fractions; a half thousandth is rounded up.
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
  // A positive price never becomes zero
  if (amount === 0 && /[1-9]/.test(fraction)) amount = 1;
  return amount > 0 && Number.isSafeInteger(amount) ? { amount, currency } : null;
}

/**
 * Keys and refined metal as Money, either of which may be absent; null when both are, or one is no amount.
 * Metal prints with two decimals, so that 0.11, 0.33 and 58.83 stand for 2, 6 and 1059 weapons. A part of a key cannot be paid.
 */
export function keysAndMetal(keys: unknown, refined: unknown): Money | null {
  const [whole, metal] = [keys ?? 0, refined ?? 0];
  if (typeof whole !== 'number' || typeof metal !== 'number') return null;
  const amount = tf2Amount(whole, Math.round(metal * weaponsPerRefined));
  return amount === null ? null : { amount, currency: 'TF2' };
}

export const isCurrency = (text: string): text is Currency => (currencies as readonly string[]).includes(text);

/**
 * Thousandths of a number that ends before the thousandth, as nearly all do, without a detour through its digits; else null.
 * Below 10^15 the decimal that divides back into the number is the one its digits show.
 */
function exactAmount(value: unknown, perUnit: number): number | null {
  if (typeof value !== 'number') return null;
  const amount = Math.round(value * perUnit);
  return amount > 0 && amount < 1e15 && amount / perUnit === value ? amount : null;
}

/** A number without exponent; below a millionth only that it is above zero matters. */
function plainDecimal(value: number): string {
  if (!Number.isFinite(value)) return '';
  return value > 0 && value < 1e-6 ? '0.0000001' : String(value);
}
