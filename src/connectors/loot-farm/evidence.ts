import type { EvidenceFile } from '../../contract/suite/evidence.ts';

export const evidence: readonly EvidenceFile[] = [
  {
    file: 'botsInventory_730-1.json',
    kind: 'recorded',
    source: 'inventory',
    game: 'CS2',
    rows: 1,
    records: { offer: 14 },
    facts: [
      {
        name: 'AUG | Sweeper (Factory New)',
        offerId: '25709717542',
        price: { amount: 50, currency: 'USD' },
        float: 0.05642,
        paintSeed: 100,
        ownerId: '8',
        // 140 hours after noon of the day on which it counts as received
        tradableAt: Date.UTC(2026, 0, 21, 8),
      },
      { offerId: '25651032409', float: 0.03373, paintSeed: 348, ownerId: '12', tradableAt: 0 },
    ],
  },
];
