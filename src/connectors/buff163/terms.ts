import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payout: {
    kind: 'money',
    note: 'CNY, and only what sales have brought in; not what was paid in',
    asOf: '2026-10-02',
    source:
      "a study of prices of 2026-08-07; a client's list of sources, checked on 2026-10-02; a study of Chinese platforms of 2026-04-28",
    evidence: 'agreed',
  },
  payOut: [
    {
      percent: 1,
      least: { amount: 2_000, currency: 'CNY' },
      smallest: { amount: 2_000, currency: 'CNY' },
      largest: { amount: 50_000_000, currency: 'CNY' },
      asOf: '2026-04-28',
      source: 'a study of Chinese platforms of 2026-04-28; m.7yz.com (undated)',
      evidence: 'agreed',
    },
  ],
  access: {
    about: 'A payout needs a Chinese identity and Alipay or WeChat.',
    asOf: '2026-10-02',
    source: "a study of prices of 2026-08-07; a client's list of sources, checked on 2026-10-02",
    evidence: 'agreed',
  },
};
