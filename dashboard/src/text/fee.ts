import { percent } from './percent.ts';
import { translate } from './translate.ts';

type PriceFields = { readonly price: number | null; readonly afterFees: number | null };

/** The difference between a price and what is paid or received, as a share of the price. */
export function feeText({ price, afterFees }: PriceFields): string {
  if (price === null || afterFees === null) return translate('fee unknown');
  if (price === afterFees) return translate('no fee');
  return translate('fee {share}', { share: percent(Math.abs(price - afterFees) / price) });
}
