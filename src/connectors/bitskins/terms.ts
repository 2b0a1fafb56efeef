import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payout: {
    kind: 'siteBalance',
    note: 'withdrawals are reported to be off since June 2026',
    asOf: '2026-08-21',
    source: "a client's notes, read again on 2026-08-21; a study of prices of 2026-08-07",
    evidence: 'agreed',
  },
  moneyHolds: [
    {
      days: 7,
      games: ['CS2'],
      note: 'neither spendable nor withdrawable until then',
      asOf: '2025-07',
      source: 'bitskins.com, its blog (2025-07)',
      evidence: 'documented',
    },
  ],
};
