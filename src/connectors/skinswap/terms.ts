import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payout: {
    kind: 'money',
    note: 'for items sold to the site; otherwise items',
    asOf: '2023',
    source: 'help.skinswap.com 8126598 (about 2023)',
    evidence: 'documented',
  },
};
