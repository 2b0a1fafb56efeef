import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payout: {
    kind: 'money',
    note: 'CNY, and only what sales have brought in',
    asOf: '2026-08-21',
    source:
      "a study of Chinese platforms of 2026-04-28; a client's notes, read again on 2026-08-21; a study of prices of 2026-08-07",
    evidence: 'agreed',
  },
  payOut: [
    {
      percent: 1,
      least: { amount: 2_000, currency: 'CNY' },
      smallest: { amount: 10_000, currency: 'CNY' },
      largest: { amount: 20_000_000, currency: 'CNY' },
      note: 'three times a day at most',
      asOf: '2026-07',
      source: 'a study of Chinese platforms of 2026-04-28; HenryW0220/cs2-skin-advisor, lib/fees.ts @c55d6c2 (2026-07)',
      evidence: 'agreed',
    },
  ],
};
