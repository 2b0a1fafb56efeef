import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payout: {
    kind: 'money',
    note: 'to payment services, cards or a bank, or as cryptocurrency',
    asOf: '2026-10-02',
    source:
      "a client's list of sources, checked on 2026-10-02; dmarket.com/faq (undated); for cryptocurrency a study of 2026-07-26",
    evidence: 'agreed',
  },
  moneyHolds: [
    {
      days: 7,
      games: ['CS2'],
      note: 'until then it buys only CS2 items, for immediate delivery',
      asOf: '2026-09-14',
      source: 'DMarket help 50280203883025, as read by others on 2026-09-14',
      evidence: 'documented',
    },
  ],
  payIn: [
    {
      percent: 3.85,
      fixed: { amount: 300, currency: 'USD' },
      method: 'card',
      asOf: '2024-05',
      source: 'Steam-Community-Market-Manager/SCMM, MarketType.cs (after 2024-05)',
      evidence: 'single',
    },
    {
      percent: 2,
      method: 'cryptocurrency',
      note: "the processor's",
      asOf: '2026-07-26',
      source: 'Steam-Community-Market-Manager/SCMM, MarketType.cs (after 2024-05); a study of 2026-07-26',
      evidence: 'agreed',
    },
  ],
  access: {
    about: 'A payout needs an identity check.',
    asOf: '2026-10-02',
    source: "a client's list of sources, checked on 2026-10-02",
    evidence: 'single',
  },
};
