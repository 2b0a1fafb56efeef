import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payout: {
    kind: 'money',
    note: 'EUR',
    asOf: '2026-10-02',
    source: "a client's list of sources, checked on 2026-10-02",
    evidence: 'single',
  },
  payIn: [
    {
      percent: 5,
      method: 'SOFORT',
      note: 'on top of a purchase that is paid directly',
      asOf: '2024-12-04',
      source: 'AndreasOA/csgo_buyorder, src/utils/constants.py @168714e (2024-12-04)',
      evidence: 'single',
    },
  ],
  payOut: [
    {
      percent: 3,
      asOf: '2026-09-01',
      source: 'a study of markets measured on 2026-09-01',
      evidence: 'single',
    },
  ],
  access: {
    about: 'A payout needs an identity check.',
    asOf: '2026-10-02',
    source: "a client's list of sources, checked on 2026-10-02",
    evidence: 'single',
  },
};
