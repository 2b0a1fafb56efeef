import type { EvidenceFile } from '../../contract/suite/evidence.ts';

const asPage = { why: 'one listing, put into the page of a search', to: (text: string) => `{"data":[${text}]}` };

const redline = 'AK-47 | Redline (Field-Tested)';

export const evidence: readonly EvidenceFile[] = [
  {
    file: 'listing-1.json',
    kind: 'recorded',
    source: 'offers',
    game: 'CS2',
    item: 'Glock-18 | Wasteland Rebel (Minimal Wear)',
    unwrap: asPage,
    rows: 1,
    records: { offer: 1 },
    facts: [
      {
        kind: 'offer',
        offerId: '679718648830624407',
        price: { amount: 3550, currency: 'USD' },
        float: 0.13217909634113312,
        paintIndex: 586,
        paintSeed: 922,
        stickers: [],
        ownerId: '76561198312080885',
      },
    ],
  },
  {
    file: 'listings-docs-1.json',
    kind: 'docs',
    source: 'newest',
    game: 'CS2',
    unwrap: { why: 'the documentation still prints the older bare list', to: (text) => `{"data":${text}}` },
    rows: 1,
    records: { offer: 1 },
    facts: [
      {
        kind: 'offer',
        name: 'M4A4 | Poseidon (Factory New)',
        price: { amount: 2_600_000, currency: 'USD' },
        stickers: [{ name: 'Sticker | Team EnVyUs (Holo) | MLG Columbus 2016', slot: 3, wear: 0 }],
      },
    ],
  },
  {
    file: 'listing-created-docs-1.json',
    kind: 'docs',
    source: 'offers',
    game: 'CS2',
    item: 'M4A1-S | Boreal Forest (Field-Tested)',
    unwrap: asPage,
    rows: 1,
    records: { offer: 1 },
    facts: [{ kind: 'offer', offerId: '292312870132253796', ownerId: null, inspectLink: null }],
  },
  {
    file: 'listings-cursor-docs-shape-1.json',
    kind: 'synthetic',
    source: 'offers',
    game: 'CS2',
    item: 'M4A4 | Poseidon (Factory New)',
    rows: 1,
    records: { offer: 1 },
  },
  {
    file: 'price-list-shape-1.json',
    kind: 'synthetic',
    source: 'price-list',
    game: 'CS2',
    rows: 1,
    records: { quote: 1 },
    facts: [{ kind: 'quote', name: redline, lowest: { amount: 30_690, currency: 'USD' }, offerCount: 612 }],
  },
  {
    file: 'price-list-shape-2.json',
    kind: 'synthetic',
    source: 'price-list',
    game: 'CS2',
    rows: 1,
    records: { quote: 1 },
    facts: [{ kind: 'quote', name: redline, offerCount: 612 }],
  },
  {
    file: 'buy-orders-shape-1.json',
    kind: 'synthetic',
    source: 'buy-orders',
    game: 'CS2',
    item: 'AK-47 | Safari Mesh (Factory New)',
    unwrap: {
      why: 'the file holds two answers side by side; their rows are put into one',
      to: (text) => {
        const { listing_buy_orders, similar_orders } = JSON.parse(text);
        return JSON.stringify({ data: [...listing_buy_orders, ...similar_orders.data] });
      },
    },
    rows: 3,
    records: { buyOrder: 3 },
    facts: [{ kind: 'buyOrder', name: 'AK-47 | Safari Mesh (Factory New)', phase: '72', quantity: 1 }],
  },
  {
    file: 'history-graph-shape-1.json',
    kind: 'synthetic',
    source: 'graph',
    game: 'CS2',
    item: redline,
    receivedAt: Date.UTC(2026, 2, 7),
    rows: 2,
    records: { pastPrice: 2 },
    facts: [
      { kind: 'pastPrice', at: Date.UTC(2026, 2, 6), median: { amount: 30_112, currency: 'USD' }, saleCount: 14 },
    ],
  },
  {
    file: 'listings-names-derived-1.json',
    kind: 'derived',
    unread: 'only id, name and price of listings; a row without type and state can be an auction',
  },
  { file: 'errors-1.json', kind: 'recorded', unread: 'bodies of answers whose status already decides the outcome' },
];
