import type { Deal } from '@itemtape/client';
import { translate } from './translate.ts';

export type Payout = NonNullable<Deal['sell']['payout']>;

const words = {
  money: translate('money'),
  steamBalance: translate('Steam balance'),
  siteBalance: translate('site balance'),
  items: translate('items'),
  coins: translate('coins'),
} as const satisfies Readonly<Record<Payout, string>>;

export const payouts = Object.keys(words) as readonly Payout[];

/** What a marketplace pays out. */
export const payoutText = (payout: Payout | null): string =>
  payout === null ? translate('payout unknown') : words[payout];

/** Which marketplaces count where one sells. */
export const payoutChoices = [
  { value: 'money', text: translate('Sell for money'), about: translate('paid out in money') },
  { value: 'any', text: translate('Sell for anything'), about: translate('whatever is paid out') },
  { value: 'steamBalance', text: translate('Sell for Steam balance'), about: translate('paid out as Steam balance') },
  { value: 'siteBalance', text: translate('Sell for site balance'), about: translate('paid out as site balance') },
  { value: 'items', text: translate('Sell for items'), about: translate('paid out in items') },
  { value: 'coins', text: translate('Sell for coins'), about: translate('paid out in coins') },
] as const satisfies readonly { readonly value: Payout | 'any'; readonly text: string; readonly about: string }[];
export type PayoutChoice = (typeof payoutChoices)[number]['value'];

export const payoutChoiceOf = (text: string | null): PayoutChoice =>
  payoutChoices.find(({ value }) => value === text)?.value ?? 'money';
