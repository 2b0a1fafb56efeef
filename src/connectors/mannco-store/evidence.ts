import type { EvidenceFile } from '../../contract/suite/evidence.ts';

const M4 = 'Souvenir M4A1-S | Imminent Danger (Field-Tested)';

export const evidence: readonly EvidenceFile[] = [
  {
    file: 'buyorderList-1-array.json',
    // From a client's tests, which do not say whether it was recorded
    kind: 'docs',
    source: 'buy-orders',
    game: 'TF2',
    item: 'Unusual Team Captain',
    rows: 2,
    records: { buyOrder: 2 },
    facts: [{ kind: 'buyOrder', price: { amount: 1_912_000, currency: 'USD' }, quantity: 1 }],
  },
  {
    file: 'buyorderList-2-object-more.json',
    kind: 'docs',
    source: 'buy-orders',
    game: 'TF2',
    item: 'Unusual Team Captain',
    rows: 5,
    records: { buyOrder: 5 },
    facts: [
      { kind: 'buyOrder', price: { amount: 41_530, currency: 'USD' }, quantity: 1 },
      { kind: 'buyOrder', price: { amount: 36_870, currency: 'USD' }, quantity: 1 },
    ],
  },
  {
    file: 'buyorderList-3-null.json',
    kind: 'docs',
    source: 'buy-orders',
    game: 'TF2',
    item: 'Unusual Team Captain',
    rows: 0,
    records: {},
  },
  {
    file: 'error-notfound-synthetic-1.json',
    kind: 'synthetic',
    source: 'offers',
    game: 'CS2',
    item: M4,
    outcome: 'gone',
    rows: 0,
    records: {},
  },
  {
    file: 'inventory-onSale-docs-1.json',
    kind: 'docs',
    unread: "the account's own items for sale: no source requests them",
  },
  {
    file: 'item-details-docs-1.json',
    kind: 'docs',
    source: 'details',
    // The only row that is printed is of another game than those that are asked about
    game: 'Dota2',
    item: M4,
    rows: 1,
    records: {},
  },
  {
    file: 'item-pricing-synthetic-1.json',
    kind: 'synthetic',
    source: 'last-sale',
    game: 'TF2',
    item: 'Mann Co. Supply Crate Key',
    marketplaceItemId: '440:440-mann-co-supply-crate-key',
    rows: 1,
    records: { sale: 1 },
    facts: [{ kind: 'sale', soldAt: Date.UTC(2024, 0, 1), price: { amount: 50_000, currency: 'USD' } }],
  },
  {
    file: 'item-salesGraph-synthetic-1.json',
    kind: 'synthetic',
    source: 'history',
    game: 'TF2',
    item: 'Mann Co. Supply Crate Key',
    rows: 2,
    records: { pastPrice: 2 },
    facts: [
      { kind: 'pastPrice', at: Date.UTC(2024, 0, 1), median: { amount: 5000, currency: 'USD' }, saleCount: 10 },
      { kind: 'pastPrice', at: Date.UTC(2024, 0, 2), median: { amount: 10_200, currency: 'USD' }, saleCount: 5 },
    ],
  },
];
