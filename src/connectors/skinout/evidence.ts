import type { EvidenceFile } from '../../contract/suite/evidence.ts';

export const evidence: readonly EvidenceFile[] = [
  {
    file: 'market-items-1.json',
    kind: 'recorded',
    source: 'items',
    game: 'CS2',
    rows: 1,
    records: { quote: 1 },
    facts: [
      {
        name: 'Fracture Case',
        lowest: { amount: 460, currency: 'USD' },
        offerCount: 944,
        marketplaceItemId: 'fracture-case',
      },
    ],
  },
  {
    file: 'market-items-1.json',
    kind: 'recorded',
    source: 'offers',
    game: 'CS2',
    item: 'Fracture Case',
    rows: 1,
    records: { offer: 1 },
    // Twelve hours, said in Russian, from noon
    facts: [{ kind: 'offer', offerId: '150762', float: null, stickers: [], tradableAt: Date.UTC(2026, 0, 16) }],
  },
  {
    file: 'pay-withdraw-buy-docs-1.json',
    kind: 'docs',
    unread: 'the answer to a purchase; no source buys',
  },
];
