import type { EvidenceFile } from '../../contract/suite/evidence.ts';

const yuan = (amount: number) => ({ amount, currency: 'CNY' as const });

export const evidence: readonly EvidenceFile[] = [
  {
    file: 'GetHashNameAndPriceList-shape-synthetic-1.json',
    kind: 'synthetic',
    source: 'prices',
    game: 'CS2',
    rows: 2,
    records: { quote: 2 },
    facts: [
      { kind: 'quote', phase: null, lowest: yuan(205_500), offerCount: 321, marketplaceItemId: '1001' },
      { kind: 'quote', phase: 'Phase1', lowest: yuan(8_800_000), offerCount: 12 },
    ],
  },
  {
    file: 'SellGoodsList-shape-synthetic-1.json',
    kind: 'synthetic',
    source: 'goods',
    game: 'CS2',
    item: 'AK-47 | Redline (Field-Tested)',
    rows: 1,
    records: { offer: 1 },
    facts: [{ offerId: 'G0000001', price: yuan(205_500), float: 0.2034, paintIndex: 282, paintSeed: 123 }],
  },
  {
    file: 'error-shape-synthetic-1.json',
    kind: 'synthetic',
    source: 'prices',
    game: 'CS2',
    outcome: 'limited',
    rows: 0,
    records: {},
  },
];
