import type { EvidenceFile } from '../../contract/suite/evidence.ts';

export const evidence: readonly EvidenceFile[] = [
  {
    file: 'prices-shape-synthetic-1.json',
    kind: 'synthetic',
    source: 'prices',
    game: 'CS2',
    rows: 2,
    records: { quote: 2 },
    facts: [
      { name: '★ Karambit | Doppler (Factory New)', phase: 'Phase 2', lowest: { amount: 1_250_000, currency: 'EUR' } },
    ],
  },
  {
    file: 'feed-shape-synthetic-1.json',
    kind: 'synthetic',
    source: 'newest',
    game: 'CS2',
    rows: 1,
    records: { offer: 1 },
    facts: [
      {
        offerId: '27100536',
        price: { amount: 28_450, currency: 'EUR' },
        stickers: [{ name: 'Sticker | Fnatic | Cologne 2014', slot: 2, wear: 0 }],
        tradableAt: 0,
      },
    ],
  },
  {
    file: 'platform_sales-shape-synthetic-1.json',
    kind: 'synthetic',
    source: 'sales',
    game: 'CS2',
    rows: 1,
    records: { sale: 1 },
    facts: [{ price: { amount: 28_450, currency: 'EUR' }, soldAt: Date.UTC(2025, 4, 9, 20, 58, 25), float: 0.2034 }],
  },
  {
    file: 'client_output-derived-1.json',
    kind: 'derived',
    unread: 'what a poller made of a page: names, dollars at its own rate, links; not rows of any answer',
  },
];
