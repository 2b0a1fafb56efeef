import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payout: {
    kind: 'steamBalance',
    note: 'never to be exchanged for money',
    asOf: '2026-09-01',
    source: "Steam's subscriber agreement, as quoted on 2026-08-07 and by a study of markets measured on 2026-09-01",
    evidence: 'documented',
  },
  itemHolds: [
    {
      days: 7,
      asOf: '2026-09-05',
      source: 'market_tradable_restriction of its own items; a guide of 2026-09-05',
      evidence: 'documented',
    },
  ],
  moneyHolds: [
    {
      days: 0,
      note: 'sums can be pending, mostly after unusual prices',
      asOf: '2025-10',
      source:
        'ValveSoftware/Dota2-Gameplay issue 28730 (2025-10) and gearsrealm.com (undated), which report exceptions',
      evidence: 'agreed',
    },
  ],
  maxPrices: [
    {
      price: { amount: 2_000_000, currency: 'USD' },
      note: 'the most that a wallet holds; listings are said to end at 1,800',
      asOf: '2025',
      source:
        'wallet_max_balance in a copy of its page; Maxx53/SCMBot issue 660 (2017-05-16); Merlinzbeard11/csloadout.gg, features/05-fee-transparency.md (2025)',
      evidence: 'agreed',
    },
    {
      price: { amount: 175_000_000, currency: 'RUB' },
      note: 'the most that a wallet holds',
      asOf: '2026',
      source: 'wallet_max_balance in a client of 2026',
      evidence: 'single',
    },
  ],
  cancellations: [
    {
      by: [],
      about: 'All purchases are final.',
      asOf: '2025-07-17',
      source: 'support.steampowered.com, questions on the Community Market; csdb.gg (2025-07-17)',
      evidence: 'documented',
    },
  ],
};
