import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payout: {
    kind: 'coins',
    note: 'out as items or cryptocurrency',
    asOf: '2026-04',
    source: 'a profile of the site of 2026-04',
    evidence: 'single',
  },
};
