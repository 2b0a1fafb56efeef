import type { EvidenceFile } from '../../contract/suite/evidence.ts';

export const evidence: readonly EvidenceFile[] = [
  {
    file: 'prices-1.json',
    kind: 'recorded',
    source: 'prices',
    game: 'CS2',
    rows: 1,
    records: { quote: 1 },
    facts: [
      {
        name: 'Sealed Graffiti | Recoil AUG (Jungle Green)',
        lowest: { amount: 2100, currency: 'USD' },
        offerCount: 6,
        phase: null,
      },
    ],
  },
  {
    file: 'prices-dopplers-docs-1.json',
    kind: 'docs',
    source: 'dopplers',
    game: 'CS2',
    rows: 1,
    records: { offer: 1 },
    facts: [
      {
        kind: 'offer',
        offerId: '27253164358',
        phase: 'Phase 3',
        price: { amount: 1_380_000, currency: 'USD' },
        float: 0.0460052728652954,
        paintIndex: 420,
      },
    ],
  },
  {
    file: 'mass-info-docs-1.json',
    kind: 'docs',
    source: 'offers',
    game: 'CS2',
    rows: 2,
    records: { offer: 2 },
    facts: [
      {
        kind: 'offer',
        offerId: '27165625733',
        name: 'AK-47 | Redline (Field-Tested)',
        phase: null,
        price: { amount: 12_100, currency: 'USD' },
        ownerId: null,
      },
      { kind: 'offer', offerId: '27165625734', phase: 'Phase 4', price: { amount: 2_050_000, currency: 'USD' } },
    ],
  },
  {
    file: 'buy-orders-docs-1.json',
    kind: 'docs',
    unread: 'all orders of one name, with a key: the list of the best orders, which is complete, would end them',
  },
  {
    file: 'errors-1.json',
    kind: 'docs',
    source: 'offers',
    game: 'CS2',
    item: '(name)',
    unwrap: { why: 'the body of the first of two errors, kept with its status', to: (text) => bodyOf(text, 0) },
    outcome: 'refused',
    rows: 0,
    records: {},
  },
  {
    file: 'errors-1.json',
    kind: 'docs',
    source: 'prices',
    game: 'CS2',
    unwrap: { why: 'the body of the second of two errors, kept with its status', to: (text) => bodyOf(text, 1) },
    outcome: 'retry',
    rows: 0,
    records: {},
  },
  {
    file: 'ws-new-shape-1.json',
    kind: 'synthetic',
    source: 'items',
    game: 'CS2',
    unwrap: { why: 'one event, put into a list of messages as the framing makes them', to: asMessages },
    rows: 1,
    records: { offer: 1 },
    facts: [
      {
        kind: 'offer',
        offerId: '28855085927',
        name: 'Sealed Graffiti | Choke (Frog Green)',
        price: { amount: 310, currency: 'USD' },
        stickers: [],
      },
    ],
  },
  {
    file: 'new-items-derived-1.json',
    kind: 'derived',
    unread: 'ids, addresses and prices of listings whose names have lost their bars: not rows of any answer',
  },
  {
    file: 'get-items-list-docs-1.json',
    kind: 'docs',
    unread: 'no source browses: the feed has the same items, /mass-info those of a name',
  },
  {
    file: 'search-items-by-name-docs-1.json',
    kind: 'docs',
    unread: 'the cheapest of several names: less than /mass-info returns for the same share of the limit',
  },
  {
    file: 'web-data-index-1.json',
    kind: 'recorded',
    unread: "the site's own call, which is not for others; the feed has the same items",
  },
];

const bodyOf = (text: string, at: number): string =>
  JSON.stringify((JSON.parse(text) as readonly { readonly body: unknown }[])[at]?.body);

function asMessages(text: string): string {
  const { event, data } = JSON.parse(text) as { readonly event: unknown; readonly data: unknown };
  return JSON.stringify([[event, data]]);
}
