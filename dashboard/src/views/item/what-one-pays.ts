import type { MarketplaceTerms } from '@itemtape/client';
import type { Currency } from '../../text/currency.ts';

type Money = { readonly amount: number; readonly currency: Currency };

/** What a buyer pays for a price, fee included; null if the fee is not known, or is stated in another currency. */
export function whatOnePays(price: number | null, shown: Currency, terms: MarketplaceTerms | undefined): number | null {
  const fees = terms?.fees.filter(({ side, method }) => side === 'buyer' && method === null) ?? [];
  if (price === null || fees.length === 0) return null;
  const isElsewhere = (money: Money | null) => money !== null && money.amount > 0 && money.currency !== shown;
  if (fees.some(({ fixed, min, from }) => [fixed, min, from].some(isElsewhere))) return null;
  const [fee] = fees
    .filter(({ from }) => (from?.amount ?? 0) <= price)
    .sort((a, b) => (b.from?.amount ?? 0) - (a.from?.amount ?? 0));
  if (fee === undefined) return null;
  return price + Math.max((price * fee.percent) / 100 + (fee.fixed?.amount ?? 0), fee.min?.amount ?? 0);
}
