import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payout: {
    kind: 'money',
    note: 'for items sold to the site; otherwise items',
    asOf: '2026-10-02',
    source: "a study of markets measured on 2026-09-01; a client's list of sources, checked on 2026-10-02",
    evidence: 'single',
  },
  payOut: [
    {
      percent: 2,
      asOf: '2026-09-01',
      source: 'a study of markets measured on 2026-09-01',
      evidence: 'single',
    },
  ],
};
