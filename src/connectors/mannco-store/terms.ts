import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payout: {
    kind: 'money',
    asOf: '2026-09-01',
    source: 'QueenOlch/tfhy, docs/trading.md (undated); a study of markets measured on 2026-09-01',
    evidence: 'single',
  },
};
