import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payout: {
    kind: 'money',
    note: 'only what sales have brought in; what was paid in can only be spent',
    asOf: '2025-07',
    source: 'cs.money/faq/what-is-market (after 2025-07)',
    evidence: 'documented',
  },
  moneyHolds: [
    {
      days: 8,
      games: ['CS2'],
      asOf: '2025-07',
      source: 'cs.money/faq (after 2025-07)',
      evidence: 'documented',
    },
  ],
  payIn: [
    {
      percent: 1,
      asOf: '2025-07',
      source: "a client's table of fees, written after 2025-07",
      evidence: 'single',
    },
  ],
};
