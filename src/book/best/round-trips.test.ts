import { describe, expect, it } from 'vitest';
import { everyDeal, idOf } from '../../../test/support/book/read-market.ts';
import type { Fee, KnownFees, KnownTerms, PayoutChoice, Terms } from '../../schema/index.ts';
import { Book } from '../book.ts';
import type { DealQuery } from './deal.ts';

const at = 1_790_000_000_000;
const said = { asOf: '2026-09-01', source: 'test', evidence: 'single' } as const;
const seller = (percent: number, more: Partial<Fee> = {}): Fee => ({ side: 'seller', percent, ...said, ...more });
const buyer = (percent: number): Fee => ({ side: 'buyer', percent, ...said });
const pays = (kind: Exclude<PayoutChoice, 'any'>, more: Terms = {}): Terms => ({
  payout: { kind, ...said },
  itemHolds: [{ days: 7, ...said }],
  ...more,
});
const freeAfter = (days: number): Terms => ({ moneyHolds: [{ days, ...said }] });

const known: Readonly<Record<string, { readonly fees: readonly Fee[]; readonly terms: Terms }>> = {
  csfloat: {
    fees: [seller(2), buyer(0)],
    terms: pays('money', { payOut: [{ percent: 2.5, ...said }], ...freeAfter(8) }),
  },
  skinport: {
    fees: [seller(8), seller(6, { from: { amount: 1_000_000, currency: 'EUR' } }), buyer(0)],
    terms: pays('money', { payOut: [{ percent: 0, minSum: { amount: 10_000, currency: 'EUR' }, ...said }] }),
  },
  dmarket: {
    fees: [seller(5, { min: { amount: 50, currency: 'USD' } })],
    terms: pays('money', freeAfter(7)),
  },
  waxpeer: {
    fees: [seller(6), buyer(5)],
    terms: pays('money', {
      payOut: [{ percent: 1, fixed: { amount: 300, currency: 'USD' }, ...said }],
      ...freeAfter(7),
    }),
  },
  'steam-market': {
    fees: [seller(15), buyer(0)],
    terms: pays('steamBalance', {
      maxPrices: [{ price: { amount: 2_000_000, currency: 'USD' }, ...said }],
      ...freeAfter(0),
    }),
  },
  csgoempire: { fees: [seller(0), buyer(0)], terms: pays('coins') },
  'loot-farm': { fees: [seller(3), buyer(0)], terms: pays('items') },
  bitskins: { fees: [seller(10), buyer(0)], terms: pays('siteBalance') },
  shadowpay: { fees: [seller(5), buyer(0)], terms: {} },
  'white-market': { fees: [], terms: pays('money', freeAfter(7)) },
};
const fees: KnownFees = new Map(Object.entries(known).map(([slug, one]) => [idOf(slug), one.fees]));
const terms: KnownTerms = new Map(Object.entries(known).map(([slug, one]) => [idOf(slug), one.terms]));

type Trip = { readonly from: string; readonly ask: number; readonly to: string; readonly sold: number };

/** What the only deal of a trip comes to, in dollars; null if it is none. A dollar is 0.87 euros. */
function tripOf({ from, ask, to, sold }: Trip, query: Partial<DealQuery>) {
  const book = new Book(fees, terms);
  const priced = (dollars: number) => {
    const amount = Math.round(dollars * 1_000);
    const prices = { USD: amount, EUR: Math.round(amount * 0.87), CNY: amount * 7, RUB: amount * 80 };
    return { prices, price: { amount, currency: 'USD' } as const };
  };
  const item = { game: 'CS2', name: 'Case', phase: null } as const;
  const put = (slug: string, dollars: number, isAsk: boolean) => {
    const { prices, price } = priced(dollars);
    const texts = { purchaseLink: null, marketplaceItemId: null, thumbnail: null };
    const record = isAsk
      ? ({ kind: 'quote', ...item, lowest: price, prices, offerCount: 5, ...texts } as const)
      : ({ kind: 'buyOrder', ...item, orderId: 'b', price, prices, quantity: 1 } as const);
    book.apply([record], { marketplaceId: idOf(slug), source: 'test', at });
  };
  put(from, ask, true);
  put(to, sold, query.ways?.[0] === 'list');
  const [deal, ...others] = book.deals('CS2', { ...everyDeal, at, payout: 'money', ways: ['bid'], ...query });
  expect(others).toEqual([]);
  if (deal === undefined) return null;
  const { buy, sell, profitUsd } = deal;
  const holds = buy.holdDays === null || sell.holdDays === null ? null : buy.holdDays + sell.holdDays;
  return {
    pays: buy.afterFeesUsd / 1_000,
    gets: sell.afterFeesUsd / 1_000,
    profit: profitUsd / 1_000,
    payout: sell.payout,
    holds,
  };
}

const money = (pays: number, gets: number, profit: number, holds: number | null) => ({
  ...{ pays, gets, profit, payout: 'money', holds },
});

describe('a round trip', () => {
  it.each([
    // 120 less 2 % is 117.60; paying out takes 2.5 % of that, 2.94
    ['a bid in money', { from: 'skinport', ask: 100, to: 'csfloat', sold: 120 }, {}, money(100, 114.66, 14.66, 15)],
    // The same for what is listed at the lowest ask there
    [
      'a listing',
      { from: 'skinport', ask: 100, to: 'csfloat', sold: 120 },
      { ways: ['list'] },
      money(100, 114.66, 14.66, 15),
    ],
    // 120 less 8 %; paying out is free, and when it is free is not known
    ['an unknown hold', { from: 'csfloat', ask: 100, to: 'skinport', sold: 120 }, {}, money(100, 110.4, 10.4, null)],
    // 1,500 dollars are 1,305 euros, so the fee is 6 %: 90
    [
      'a step of the fee',
      { from: 'csfloat', ask: 1_000, to: 'skinport', sold: 1_500 },
      {},
      money(1_000, 1_410, 410, null),
    ],
    // What DMarket takes from buyers is not known here; 60 less 1.20, less 1.47
    ['an unknown buyer fee', { from: 'dmarket', ask: 50, to: 'csfloat', sold: 60 }, {}, money(50, 57.33, 7.33, 15)],
    // 60 less 3; what paying out costs is not known
    ['an unknown cost of paying out', { from: 'csfloat', ask: 50, to: 'dmarket', sold: 60 }, {}, money(50, 57, 7, 14)],
    // 5 % of 0.60 would be 0.03, but at least 0.05 is taken
    ['a minimum fee', { from: 'csfloat', ask: 0.5, to: 'dmarket', sold: 0.6 }, {}, money(0.5, 0.55, 0.05, 14)],
    // 12 less 6 % is 11.28; of that 1 % is 0.113. The 0.30 are for each payment, not for each sale
    [
      'an amount for each payment',
      { from: 'skinport', ask: 10, to: 'waxpeer', sold: 12 },
      {},
      money(10, 11.167, 1.167, 14),
    ],
    // A buyer pays 5 % more; 12 less 0.24, less 0.294
    ['a buyer fee', { from: 'waxpeer', ask: 10, to: 'csfloat', sold: 12 }, {}, money(10.5, 11.466, 0.966, 15)],
    // 110 less 2.20, less 2.695
    [
      'a purchase with balance',
      { from: 'steam-market', ask: 100, to: 'csfloat', sold: 110 },
      {},
      money(100, 105.105, 5.105, 15),
    ],
    ['balance, which is no money', { from: 'csfloat', ask: 100, to: 'steam-market', sold: 140 }, {}, null],
    // 140 less 15 %
    [
      'balance that is wanted',
      { from: 'csfloat', ask: 100, to: 'steam-market', sold: 140 },
      { payout: 'steamBalance' },
      { ...money(100, 119, 19, 7), payout: 'steamBalance' },
    ],
    // 2,000 less 15 %: the most that a wallet holds can be paid
    [
      'the highest price',
      { from: 'csfloat', ask: 1_500, to: 'steam-market', sold: 2_000 },
      { payout: 'any' },
      { ...money(1_500, 1_700, 200, 7), payout: 'steamBalance' },
    ],
    [
      'a bid above the highest price',
      { from: 'csfloat', ask: 1_500, to: 'steam-market', sold: 2_000.01 },
      { payout: 'any' },
      null,
    ],
    ['an ask above the highest price', { from: 'steam-market', ask: 2_100, to: 'csfloat', sold: 2_500 }, {}, null],
    ['coins, which are no money', { from: 'skinport', ask: 10, to: 'csgoempire', sold: 15 }, {}, null],
    [
      'coins that are wanted',
      { from: 'skinport', ask: 10, to: 'csgoempire', sold: 15 },
      { payout: 'coins' },
      { ...money(10, 15, 5, null), payout: 'coins' },
    ],
    // 14 less 3 %
    [
      'items that are wanted',
      { from: 'skinport', ask: 10, to: 'loot-farm', sold: 14 },
      { payout: 'items' },
      { ...money(10, 13.58, 3.58, null), payout: 'items' },
    ],
    // 14 less 10 %
    [
      'a balance of the site that is wanted',
      { from: 'skinport', ask: 10, to: 'bitskins', sold: 14 },
      { payout: 'siteBalance' },
      { ...money(10, 12.6, 2.6, null), payout: 'siteBalance' },
    ],
    ['an unknown payout, which may be no money', { from: 'skinport', ask: 10, to: 'shadowpay', sold: 14 }, {}, null],
    // 14 less 5 %
    [
      'an unknown payout that is wanted',
      { from: 'skinport', ask: 10, to: 'shadowpay', sold: 14 },
      { payout: 'any' },
      { ...money(10, 13.3, 3.3, null), payout: null },
    ],
    ['an unknown seller fee', { from: 'skinport', ask: 10, to: 'white-market', sold: 20 }, { payout: 'any' }, null],
    [
      'holds of 15 days',
      { from: 'skinport', ask: 100, to: 'csfloat', sold: 120 },
      { maxHoldDays: 15 },
      money(100, 114.66, 14.66, 15),
    ],
    ['holds longer than wanted', { from: 'skinport', ask: 100, to: 'csfloat', sold: 120 }, { maxHoldDays: 14 }, null],
    ['a hold that may be longer', { from: 'csfloat', ask: 100, to: 'skinport', sold: 120 }, { maxHoldDays: 60 }, null],
  ] as const)('with %s comes to what one reckons by hand', (_, trip, query, expected) => {
    expect(tripOf(trip, query as Partial<DealQuery>)).toEqual(expected);
  });
});
