import type { EvidenceFile } from '../../contract/suite/evidence.ts';

export const evidence: readonly EvidenceFile[] = [
  {
    file: 'csgo-grouped-1.json',
    kind: 'recorded',
    source: 'prices',
    game: 'CS2',
    rows: 1,
    records: { quote: 1 },
    facts: [
      {
        name: 'Sticker | Titan (Holo) | Katowice 2014',
        lowest: { amount: 74_445_640, currency: 'USD' },
        offerCount: 1,
        purchaseLink: 'https://app.lis-skins.com/market/csgo/sticker-titan-holo-katowice-2014/',
      },
    ],
  },
  {
    file: 'csgo-grouped-bulk-derived-1.json.gz',
    kind: 'derived',
    source: 'prices',
    game: 'CS2',
    rows: 18_521,
    records: { quote: 18_521 },
    facts: [
      { name: "'Blueberries' Buckshot | NSWC SEAL", lowest: { amount: 13_030, currency: 'USD' }, offerCount: 95 },
    ],
  },
  {
    file: 'api-csgo-full-1.json',
    kind: 'recorded',
    source: 'lots',
    game: 'CS2',
    rows: 1,
    records: { offer: 1 },
    facts: [
      {
        kind: 'offer',
        offerId: '136809667',
        name: 'AK-47 | Phantom Disruptor (Field-Tested)',
        price: { amount: 4260, currency: 'USD' },
        float: 0.216031059622765,
        paintIndex: 941,
        paintSeed: 870,
        stickers: [],
        tradableAt: 0,
      },
    ],
  },
  {
    file: 'market-search-docs-1.json',
    kind: 'docs',
    source: 'offers',
    game: 'CS2',
    item: 'AWP | Phobos (Minimal Wear)',
    rows: 1,
    records: { offer: 1 },
    facts: [{ offerId: '125346', price: { amount: 830, currency: 'USD' }, stickers: null, tradableAt: null }],
  },
  {
    file: 'ws-obtained-skin-deleted-docs-1.json',
    kind: 'docs',
    source: 'obtained',
    game: 'CS2',
    unwrap: {
      why: 'the data of one push, put into a message and a list of messages',
      to: (text) => `[{"channel":"public:obtained-skins","data":${text}}]`,
    },
    rows: 1,
    records: { withdrawal: 1 },
    facts: [{ kind: 'withdrawal', offerId: '1', reason: 'unknown' }],
  },
  {
    file: 'check-availability-empty-1.json',
    kind: 'synthetic',
    unread: 'no source asks whether single lots are still there',
  },
  { file: 'errors-shape-1.json', kind: 'synthetic', unread: 'error bodies with their status, several in one file' },
];
