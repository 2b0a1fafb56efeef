import type { Ceiling, Charge, Hold, PayoutKind, PublicMoney, Statement, Terms } from '../../schema/index.ts';

const kinds: Readonly<Record<PayoutKind, string>> = {
  money: 'money',
  steamBalance: 'Steam balance',
  siteBalance: 'balance of the site',
  items: 'items',
  coins: 'coins',
};

export const publicMoneyText = ({ amount, currency }: PublicMoney): string => `${amount / 1000} ${currency}`;

/** "2026-09-01", "2026, one source", "set". */
export const statedText = ({ asOf, evidence }: Statement): string =>
  [asOf ?? 'set', ...(evidence === 'single' ? ['one source'] : [])].join(', ');

/** What a seller ends up with and when: "money (2026-09-14), free after 8 days (2026-09-14)"; "not known". */
export function payoutText({ payout, moneyHolds = [] }: Terms): string {
  if (payout === undefined) return 'not known';
  const holds = moneyHolds.map((hold) => `free ${daysText(hold)} (${statedText(hold)})`);
  return [`${kinds[payout.kind]} (${statedText(payout)})`, ...holds].join(', ');
}

/** When something bought can be sold elsewhere: "after 7 days for CS2 (2026-09-01); at once for TF2 (2026-09-01)". */
export const holdsText = (holds: readonly Hold[] = []): string =>
  holds.length === 0 ? 'not known' : holds.map((hold) => `${daysText(hold)} (${statedText(hold)})`).join('; ');

/** "2000 USD (2025)"; "not known". */
export const ceilingsText = (ceilings: readonly Ceiling[] = []): string =>
  ceilings.length === 0
    ? 'not known'
    : ceilings.map((one) => `${publicMoneyText(one.price)} (${statedText(one)})`).join('; ');

const daysText = ({ days, games }: Hold): string => {
  const after = days === 0 ? 'at once' : `after ${days} ${days === 1 ? 'day' : 'days'}`;
  return games === undefined ? after : `${after} for ${games.join(', ')}`;
};

type Amount = Pick<Charge, 'percent' | 'fixed' | 'min'>;

/** "2.8 % plus 0.3 USD (at least 1 USD)". */
export const amountText = ({ percent, fixed, min }: Amount): string =>
  [
    `${percent} %`,
    ...(fixed === undefined ? [] : [`plus ${publicMoneyText(fixed)}`]),
    ...(min === undefined ? [] : [`(at least ${publicMoneyText(min)})`]),
  ].join(' ');

/** "2.8 % plus 0.3 USD by card (2026-10, one source)"; "not known". */
export const chargesText = (charges: readonly Charge[] = []): string =>
  charges.length === 0 ? 'not known' : charges.map(chargeText).join('; ');

function chargeText(charge: Charge): string {
  const { minSum, method } = charge;
  return [
    amountText(charge),
    ...(method === undefined ? [] : [`by ${method}`]),
    ...(minSum === undefined ? [] : [`from ${publicMoneyText(minSum)}`]),
    `(${statedText(charge)})`,
  ].join(' ');
}
