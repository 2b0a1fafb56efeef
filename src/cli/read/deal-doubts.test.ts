import { expect, it } from 'vitest';
import type { Deal } from '#client';
import { doubtsOf } from './deal-doubts.ts';

type Flags = Deal['buy']['flags'];

const side = { price: 1, afterFees: 1, count: 2, seenAt: 1, link: null, holdDays: null };

const deal = (from: string, buyFlags: Flags, sellFlags: Flags = []): Deal => ({
  name: 'Fracture Case',
  itemPhase: null,
  unusualEffect: null,
  buy: { ...side, marketplace: from, flags: buyFlags },
  sell: { ...side, marketplace: 'CSFloat', payout: 'money', way: 'bid', flags: sellFlags },
  profit: 1,
  profitPercent: 1,
  holdDays: null,
  liquidity: null,
});

it('says once what is not known of marketplaces, and does not repeat it in most rows', () => {
  const deals = [deal('Buff163', ['feeUnknown']), deal('YouPin', ['feeUnknown', 'thin']), deal('DMarket', [])];
  const { lines, rest } = doubtsOf({
    deals,
    unknown: [
      { marketplace: 'Buff163', fact: 'buyerFee' },
      { marketplace: 'YouPin', fact: 'buyerFee' },
      { marketplace: 'CSFloat', fact: 'payOut' },
    ],
  });

  expect(lines).toEqual([
    'not known, so not deducted: what buyers pay on top at Buff163, YouPin; what paying out costs at CSFloat',
  ]);
  expect(deals.map(rest)).toEqual(['', 'buy: thin', '']);
});

it('names the marketplaces of a flag that most rows have, if it is on all of their rows', () => {
  const deals = [
    deal('YouPin', ['inferred'], ['stale']),
    deal('YouPin', ['inferred'], ['stale']),
    deal('DMarket', ['thin'], ['stale']),
  ];
  const { lines, rest } = doubtsOf({ deals, unknown: [] });

  expect(lines).toEqual(['buy: inferred (YouPin); sell: stale (every row)']);
  expect(deals.map(rest)).toEqual(['', '', 'buy: thin']);
});

it('leaves a flag in the rows where nothing else says which of them have it', () => {
  const deals = [deal('YouPin', ['thin']), deal('YouPin', ['thin']), deal('YouPin', [])];
  const { lines, rest } = doubtsOf({ deals, unknown: [] });

  expect([lines, deals.map(rest)]).toEqual([[], ['buy: thin', 'buy: thin', '']]);
});
