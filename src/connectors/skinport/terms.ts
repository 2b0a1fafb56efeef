import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payout: {
    kind: 'money',
    note: 'to a bank only; no balance, no cryptocurrency',
    asOf: '2026-09-17',
    source: 'inspection of skinport.com by others on 2026-09-17',
    evidence: 'documented',
  },
  payIn: [
    {
      percent: 0,
      note: 'the cart is paid directly',
      asOf: '2026-09-17',
      source: 'inspection of skinport.com by others on 2026-09-17',
      evidence: 'single',
    },
  ],
  payOut: [
    {
      percent: 0,
      smallest: { amount: 10_000, currency: 'EUR' },
      asOf: '2026-09-17',
      source:
        'inspection of skinport.com by others on 2026-09-17; skinport.com/faq/payout-fees, as quoted on 2026-07-26',
      evidence: 'documented',
    },
  ],
  access: {
    about: 'Sellers need an identity check and a bank account in a country that Adyen serves; buyers need neither.',
    asOf: '2026-09-17',
    source: 'inspection of skinport.com by others on 2026-09-17',
    evidence: 'single',
  },
};
