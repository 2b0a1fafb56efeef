import type { EvidenceFile } from '../../contract/suite/evidence.ts';

/** The open interface is CS2DT's. */
export const folder = 'haloskins-cs2dt';

const usd = (amount: number) => ({ amount, currency: 'USD' as const });
const name = 'AK-47 | Redline (Field-Tested)';

export const evidence: readonly EvidenceFile[] = [
  {
    file: 'product_search-shape-synthetic-1.json',
    kind: 'synthetic',
    source: 'search',
    game: 'CS2',
    rows: 1,
    records: { quote: 1 },
    facts: [{ kind: 'quote', name, lowest: usd(28_500), offerCount: 420, marketplaceItemId: '22779' }],
  },
  {
    file: 'sell_list-shape-synthetic-1.json',
    kind: 'synthetic',
    source: 'offers',
    game: 'CS2',
    item: name,
    marketplaceItemId: '22779',
    rows: 1,
    records: { offer: 1 },
    facts: [
      {
        kind: 'offer',
        name,
        offerId: '900000000000000001',
        price: usd(28_500),
        float: 0.2034,
        stickers: [{ name: 'Sticker | Fnatic | Cologne 2014', slot: 2, wear: 0 }],
      },
    ],
  },
  {
    file: 'error_ip-shape-synthetic-1.json',
    kind: 'synthetic',
    source: 'search',
    game: 'CS2',
    outcome: 'blocked',
    rows: 0,
    records: {},
  },
  {
    file: 'price_info-shape-synthetic-1.json',
    kind: 'synthetic',
    unread: 'prices by name, without the item id that requests for offers need',
  },
  {
    file: 'ws-messages-shape-synthetic-1.json',
    kind: 'synthetic',
    unread: 'pushed messages; a call gives their address, and their ids lose digits as numbers',
  },
];
