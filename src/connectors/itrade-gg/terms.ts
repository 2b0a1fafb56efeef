import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payout: {
    kind: 'items',
    asOf: '2026-05-20',
    source:
      "CS2Cap/docs, design/data/providers.json @323b415 (2026-05-20) lists it as trading only; a client's table of fees, written after 2025-07",
    evidence: 'agreed',
  },
};
