import type { EvidenceFile } from '../../contract/suite/evidence.ts';

export const evidence: readonly EvidenceFile[] = [
  {
    file: 'client_output-derived-1.json',
    kind: 'derived',
    unread: 'names, prices and links as a client printed them: nothing is left of the rows they came from',
  },
  {
    file: 'inventory_data-empty-shape-synthetic-1.json',
    kind: 'synthetic',
    source: 'groups',
    game: 'CS2',
    rows: 0,
    records: {},
  },
  {
    file: 'inventory_data-shape-synthetic-1.json',
    kind: 'synthetic',
    source: 'groups',
    game: 'CS2',
    rows: 2,
    records: { quote: 2 },
    facts: [
      {
        kind: 'quote',
        name: 'AK-47 | Redline (Field-Tested)',
        lowest: { amount: 24_990, currency: 'USD' },
        offerCount: 12,
        marketplaceItemId: '35123',
      },
    ],
  },
  {
    file: 'inventory_data-shape-synthetic-1.json',
    kind: 'synthetic',
    source: 'newest',
    game: 'CS2',
    rows: 2,
    records: { offer: 1 },
    facts: [
      {
        kind: 'offer',
        name: '★ Karambit | Doppler (Factory New)',
        phase: 'Phase 1',
        paintIndex: 418,
        price: { amount: 1_099_000, currency: 'USD' },
        stickers: [],
        tradableAt: Date.UTC(2026, 0, 22),
        ownerId: '76561198000000002',
      },
    ],
  },
];
