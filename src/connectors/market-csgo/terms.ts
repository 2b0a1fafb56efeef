import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payout: {
    kind: 'money',
    note: 'a balance that can be withdrawn at any time',
    asOf: '2026-10',
    source:
      "market.csgo.com/en/content-pages/information (undated); clients of 2026-09-02; a bot's settings of 2026-10",
    evidence: 'agreed',
  },
  moneyHolds: [
    {
      days: 7,
      games: ['CS2'],
      asOf: '2025-07-16',
      source: 'its post on Reddit of 2025-07-16',
      evidence: 'documented',
    },
  ],
  cancellations: [
    {
      by: ['buyer', 'seller'],
      about:
        'For 7 days. A buyer who does loses 30 %, of which the seller gets 20; a seller who does gives everything back; both are barred for 30 days.',
      games: ['CS2'],
      asOf: '2025-07-24',
      source: 'its rules of 2025-07-24',
      evidence: 'documented',
    },
  ],
};
