import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payout: {
    kind: 'money',
    note: 'to a bank, in some countries a card, or as USDC',
    asOf: '2026-09-14',
    source: 'csfloat.com/faq, as read by others on 2026-09-14; its own blog',
    evidence: 'documented',
  },
  moneyHolds: [
    {
      days: 8,
      note: 'about 8 days from the delivery',
      asOf: '2026-09-14',
      source: 'csfloat.com/faq, as read by others on 2026-09-14',
      evidence: 'documented',
    },
  ],
  payIn: [
    {
      percent: 2.8,
      fixed: { amount: 300, currency: 'USD' },
      smallest: { amount: 5_000, currency: 'USD' },
      method: 'card',
      asOf: '2026-10',
      source: "readings of its interface with a client's key (2026-10)",
      evidence: 'single',
    },
    {
      percent: 1,
      method: 'cryptocurrency',
      asOf: '2026-10',
      source: "readings of its interface with a client's key (2026-10)",
      evidence: 'single',
    },
  ],
  payOut: [
    {
      percent: 2.5,
      smallest: { amount: 5_000, currency: 'USD' },
      note: 'at first; falls with the volume of sales to 0.5 % at 100,000 USD; other currencies cost 0.6 to 1 % more',
      asOf: '2026-09-14',
      source: 'csfloat.com/faq, as read by others on 2026-09-02 and 2026-09-14',
      evidence: 'documented',
    },
  ],
  access: {
    about: 'A payout needs personal data, and identity papers on request; its ways depend on the country.',
    asOf: '2026-09-14',
    source: 'csfloat.com/faq, as read by others on 2026-09-14; its own blog',
    evidence: 'documented',
  },
};
