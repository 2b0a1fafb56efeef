import type { Currency, Rate } from '../schema/index.ts';
import { invalid } from './errors.ts';

/** An amount that a reader gives, in thousandths of a dollar at the rate of now; throws where there is none. */
export function inDollars(amount: number, currency: Currency, rates: readonly Rate[]): number {
  const thousandths = Math.round(amount * 1000);
  if (currency === 'USD') return thousandths;
  const rate = rates.find((one) => one.currency === currency);
  if (rate === undefined)
    throw invalid(`no usable rate for ${currency} is known now; ask in USD, or see GET /tape/rates`);
  return thousandths / rate.perUsd;
}
