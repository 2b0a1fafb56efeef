import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payout: {
    kind: 'money',
    note: 'only as cryptocurrency',
    asOf: '2026-09-01',
    source:
      'a study of markets measured on 2026-09-01; white.market/terms-of-use (undated), which names a company for cryptocurrency',
    evidence: 'agreed',
  },
  moneyHolds: [
    {
      days: 7,
      games: ['CS2'],
      note: 'the time of trade protection; each of its deals gives the approximate time',
      asOf: '2025-07',
      source: 'api.white.market/docs_partner, Selling a skin (after 2025-07)',
      evidence: 'documented',
    },
  ],
};
