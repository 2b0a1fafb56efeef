import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payOut: [
    {
      percent: 5,
      asOf: '2025-07',
      source: "a client's table of fees, written after 2025-07",
      evidence: 'single',
    },
  ],
};
