import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payout: {
    kind: 'money',
    note: 'CNY, and only what sales have brought in',
    asOf: '2026-04-28',
    source: 'a study of Chinese platforms of 2026-04-28',
    evidence: 'single',
  },
  payOut: [
    {
      percent: 0.8,
      least: { amount: 2_000, currency: 'CNY' },
      smallest: { amount: 2_000, currency: 'CNY' },
      largest: { amount: 10_000_000, currency: 'CNY' },
      asOf: '2026-04-28',
      source: 'a study of Chinese platforms of 2026-04-28',
      evidence: 'single',
    },
  ],
};
