import type { EvidenceFile } from '../../contract/suite/evidence.ts';

const item = 'Desert Eagle | Cobalt Disruption (Factory New)';
const marketplaceItemId = '1';

export const evidence: readonly EvidenceFile[] = [
  {
    file: 'insell-synthetic-1.json',
    kind: 'synthetic',
    source: 'in-sell',
    game: 'CS2',
    rows: 1,
    records: { quote: 1 },
    facts: [{ name: 'Prisma Case', lowest: { amount: 400, currency: 'USD' }, offerCount: 84, marketplaceItemId: '1' }],
  },
  {
    file: 'market-search-synthetic-1.json',
    kind: 'synthetic',
    source: 'offers',
    game: 'CS2',
    item,
    marketplaceItemId,
    rows: 1,
    records: { offer: 1 },
    facts: [{ offerId: '4392208', price: { amount: 75_274, currency: 'USD' }, float: 0.021, tradableAt: 0 }],
  },
  {
    file: 'pricing-list-synthetic-1.json',
    kind: 'synthetic',
    source: 'sales',
    game: 'CS2',
    item,
    marketplaceItemId,
    rows: 1,
    records: { sale: 1 },
    facts: [{ price: { amount: 75_274, currency: 'USD' }, soldAt: Date.UTC(2024, 7, 11, 12), stickers: [] }],
  },
  {
    file: 'pricing-summary-synthetic-1.json',
    kind: 'synthetic',
    source: 'history',
    game: 'CS2',
    item: 'Prisma Case',
    marketplaceItemId,
    rows: 1,
    records: { pastPrice: 1 },
    facts: [{ median: { amount: 420, currency: 'USD' }, saleCount: 31, at: Date.UTC(2024, 7, 11) }],
  },
  {
    file: 'market-skin-synthetic-1.json',
    kind: 'synthetic',
    unread: 'names and their ids, which the list of items for sale also has',
  },
  { file: 'errors-1.json', kind: 'synthetic', unread: 'error bodies with their status, several in one file' },
  {
    file: 'ws-frames-synthetic-1.json',
    kind: 'synthetic',
    source: 'events',
    game: 'CS2',
    rows: 3,
    records: { offer: 1, repricing: 1, withdrawal: 1 },
    facts: [{ kind: 'offer', offerId: '4392208', price: { amount: 75_274, currency: 'USD' } }],
  },
  {
    file: 'ws-listed-derived-1.json',
    kind: 'derived',
    source: 'events',
    game: 'CS2',
    unwrap: {
      why: 'the frames kept only id, name and price, so the game is added again',
      to: (text) => text.replaceAll('"id":', '"app_id": 730, "id":'),
    },
    rows: 6,
    records: { offer: 6 },
    facts: [
      {
        kind: 'offer',
        offerId: '4416694',
        name: 'MP7 | Scorched (Field-Tested)',
        price: { amount: 5449, currency: 'USD' },
      },
    ],
  },
];
