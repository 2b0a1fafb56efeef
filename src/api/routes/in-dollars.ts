import type { Currency, Rate } from '../../schema/index.ts';
import { invalid } from '../errors.ts';

/** Converts a requested amount to thousandths of a dollar at the current rate; throws when there is no usable rate. */
export function inDollars(amount: number, currency: Currency, rates: readonly Rate[]): number {
  const thousandths = Math.round(amount * 1000);
  if (currency === 'USD') return thousandths;
  const rate = rates.find((one) => one.currency === currency);
  if (rate === undefined)
    throw invalid(`no usable rate for ${currency} is known now; use currency=USD, or see GET /tape/rates`);
  return thousandths / rate.perUsd;
}
