import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payout: {
    kind: 'items',
    note: 'keys and metal, from user to user',
    asOf: '2026-09-01',
    source: 'a study of markets measured on 2026-09-01',
    evidence: 'single',
  },
};
