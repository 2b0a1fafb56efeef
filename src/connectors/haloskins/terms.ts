import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payout: {
    kind: 'money',
    note: 'as cryptocurrency',
    asOf: '2025-07',
    source: "a client's table of fees, written after 2025-07",
    evidence: 'single',
  },
  payIn: [
    {
      percent: 2,
      asOf: '2025-07',
      source: "a client's table of fees, written after 2025-07",
      evidence: 'single',
    },
  ],
  payOut: [
    {
      percent: 0.5,
      asOf: '2025-07',
      source: "a client's table of fees, written after 2025-07",
      evidence: 'single',
    },
  ],
};
