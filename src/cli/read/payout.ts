import type { DealSell } from '#client';

type Payout = DealSell['payout'];

const words: Readonly<Record<NonNullable<Payout>, string>> = {
  money: 'money',
  steamBalance: 'Steam balance',
  siteBalance: 'site balance',
  items: 'items',
  coins: 'coins',
};

/** What a marketplace pays out, in words. */
export const payoutText = (payout: Payout): string => (payout === null ? 'payout not known' : words[payout]);

/** The same as the cell of a column. */
export const payoutCell = (payout: Payout | undefined): string =>
  payout === undefined ? '' : payout === null ? '?' : words[payout];
