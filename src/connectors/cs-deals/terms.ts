import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payout: {
    kind: 'money',
    note: 'a balance that can be cashed out',
    asOf: '2026-10-09',
    source: 'a client of 2026-10-09',
    evidence: 'single',
  },
  moneyHolds: [
    {
      days: 7,
      games: ['CS2'],
      note: 'about 7 days',
      asOf: '2026-10-09',
      source: 'a client of 2026-10-09',
      evidence: 'single',
    },
  ],
  access: {
    about: 'Its agreement provides for identity checks.',
    asOf: '2024-10',
    source: 'cs.deals/terms-of-service (2024-10)',
    evidence: 'documented',
  },
};
