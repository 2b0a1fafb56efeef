import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payout: {
    kind: 'money',
    note: 'a balance that can be cashed out',
    asOf: '2026-10-09',
    source: 'a study of prices of 2026-08-07; collectskins.com/support (undated); a client of 2026-10-09',
    evidence: 'agreed',
  },
  moneyHolds: [
    {
      days: 7,
      games: ['CS2'],
      asOf: '2026-09-30',
      source: "waxpeer.com/faq, checked for a client's fees on 2026-09-30; a client of 2026-10-09",
      evidence: 'documented',
    },
  ],
};
