import { percent } from './percent.ts';
import { say } from './say.ts';

type Priced = { readonly price: number | null; readonly afterFees: number | null };

/** The difference between a price and what is paid or received, as a share of the price. */
export function feeText({ price, afterFees }: Priced): string {
  if (price === null || afterFees === null) return say('fee unknown');
  if (price === afterFees) return say('no fee');
  return say('fee {share}', { share: percent(Math.abs(price - afterFees) / price) });
}
