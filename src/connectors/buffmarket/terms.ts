import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payout: {
    kind: 'money',
    note: 'implied by its fee for withdrawals',
    asOf: '2025-07',
    source: "a client's table of fees, written after 2025-07",
    evidence: 'single',
  },
  payOut: [
    {
      percent: 1,
      asOf: '2025-07',
      source: "a client's table of fees, written after 2025-07",
      evidence: 'single',
    },
  ],
};
