import type { EvidenceFile } from '../../contract/suite/evidence.ts';

export const evidence: readonly EvidenceFile[] = [
  {
    file: 'items-prices-shape-1.json',
    kind: 'synthetic',
    source: 'prices',
    game: 'CS2',
    rows: 1,
    records: { quote: 1 },
    facts: [{ name: 'P250 | X-Ray (Field-Tested)', lowest: { amount: 290, currency: 'USD' }, offerCount: 12 }],
  },
  {
    file: 'web-get-items-shape-1.json',
    kind: 'synthetic',
    source: 'offers',
    game: 'CS2',
    item: 'P250 | X-Ray (Field-Tested)',
    unwrap: { why: 'the site calls its rows items', to: (text) => text.replace('"items"', '"data"') },
    rows: 1,
    records: { offer: 1 },
    facts: [
      {
        offerId: '1222837651',
        price: { amount: 290, currency: 'USD' },
        float: 0.21,
        paintIndex: 125,
        paintSeed: 77,
        tradableAt: 0,
        purchaseLink: 'https://shadowpay.com/item/1222837651',
      },
    ],
  },
  { file: 'v1-inventory-docs-1.json', kind: 'docs', unread: 'what an account has of its own, from an older interface' },
  { file: 'errors-1.json', kind: 'synthetic', unread: 'an error body inside a list' },
  {
    file: 'ws-offers-derived-1.json',
    kind: 'derived',
    source: 'listed',
    game: 'CS2',
    unwrap: {
      why: 'one frame, taken out of its framing',
      to: (text) => {
        const { result } = JSON.parse(text) as { result: { channel: string; data: { data: unknown } } };
        return JSON.stringify([{ channel: result.channel, data: result.data.data }]);
      },
    },
    goesByName: true,
    rows: 1400,
    records: { offer: 1386 }, // 14 names are in no catalogue
    facts: [
      { kind: 'offer', game: 'Rust' },
      { kind: 'offer', game: 'Dota2' },
      {
        kind: 'offer',
        offerId: '1222837639',
        name: 'P250 | X-Ray (Field-Tested)',
        price: { amount: 290, currency: 'USD' },
        stickers: [],
        purchaseLink: 'https://shadowpay.com/item/1222837639',
      },
    ],
  },
];
