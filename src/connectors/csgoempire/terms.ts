import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payout: {
    kind: 'coins',
    note: 'out as items or cryptocurrency',
    asOf: '2025-07',
    source: 'help.csgoempire.com 11916422 (after 2025-07)',
    evidence: 'documented',
  },
  moneyHolds: [
    {
      days: 8,
      note: 'a part at once, as credit that depends on the level of the account',
      asOf: '2025-07',
      source: 'help.csgoempire.com 11916422 (after 2025-07)',
      evidence: 'documented',
    },
  ],
};
