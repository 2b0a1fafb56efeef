import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payout: {
    kind: 'items',
    note: 'nothing can be withdrawn',
    asOf: '2022-04-08',
    source: 'its terms of 2022-04-08',
    evidence: 'documented',
  },
};
