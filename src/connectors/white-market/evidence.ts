import type { EvidenceFile } from '../../contract/suite/evidence.ts';

/** The push in a frame, as the list of messages that the protocol passes on. */
const asMessages = {
  why: 'one frame, taken out of its framing',
  to: (text: string) => {
    const { push } = JSON.parse(text) as { push: { channel: string; pub: { data: unknown } } };
    return JSON.stringify([{ channel: push.channel, data: push.pub.data }]);
  },
};

export const evidence: readonly EvidenceFile[] = [
  {
    file: 'prices-730-1.json',
    kind: 'derived',
    source: 'prices',
    game: 'CS2',
    rows: 2,
    records: { quote: 2 },
    facts: [
      { name: 'AK-47 | Redline (Field-Tested)', lowest: { amount: 30_690, currency: 'USD' }, offerCount: 1522 },
      { name: 'AWP | Asiimov (Field-Tested)', lowest: { amount: 65_500, currency: 'USD' }, offerCount: 65 },
    ],
  },
  {
    file: 'prices-730-full-shape-1.json',
    kind: 'synthetic',
    source: 'prices',
    game: 'CS2',
    rows: 1,
    records: { quote: 1 },
  },
  {
    file: 'order-list-docs-1.json',
    kind: 'docs',
    source: 'buy-orders',
    game: 'CS2',
    item: '(name)',
    // It requires a float range
    rows: 1,
    records: {},
  },
  {
    file: 'order-list-docs-1.json',
    kind: 'docs',
    source: 'buy-orders',
    game: 'CS2',
    item: '(name)',
    unwrap: {
      why: 'the same order without the float range it requires',
      to: (text) => text.replace(/"params": \[[\s\S]*?\]\s*\}\s*\]/, '"params": []'),
    },
    rows: 1,
    records: { buyOrder: 1 },
    facts: [
      {
        orderId: '1ee4bd8c-e669-695e-9ba4-0242ac1d0008',
        price: { amount: 42_420, currency: 'USD' },
        quantity: 10,
        phase: null,
      },
    ],
  },
  {
    file: 'market-stats-product-shape-1.json',
    kind: 'synthetic',
    source: 'history',
    game: 'CS2',
    item: 'AK-47 | Redline (Field-Tested)',
    rows: 1,
    records: { pastPrice: 1 },
    facts: [{ median: { amount: 30_710, currency: 'USD' }, saleCount: 18, at: Date.UTC(2025, 11, 1) }],
  },
  {
    file: 'graphql-errors-1.json',
    kind: 'docs',
    source: 'offers',
    game: 'CS2',
    item: '(name)',
    unwrap: {
      why: 'the body of the first of two errors, which is kept with its status',
      to: (text) => JSON.stringify((JSON.parse(text) as { body: unknown }[])[0]?.body),
    },
    outcome: 'gone',
    rows: 0,
    records: {},
  },
  {
    file: 'listing-slugs-derived-1.json',
    kind: 'derived',
    unread: 'addresses and prices of listings whose names have lost their bars: not rows of any answer',
  },
  {
    file: 'ws-product-added-docs-1.json',
    kind: 'docs',
    source: 'products',
    game: 'CS2',
    unwrap: asMessages,
    rows: 1,
    records: { offer: 1 },
    facts: [
      {
        kind: 'offer',
        name: 'G3SG1 | Green Apple (Minimal Wear)',
        offerId: '1ef6c2b5-7f94-67c0-8e23-0242ac15000b',
        price: { amount: 20, currency: 'USD' },
        float: 0.45945319533348083,
        paintIndex: 232,
        paintSeed: 153,
      },
    ],
  },
  {
    file: 'ws-product-edited-docs-1.json',
    kind: 'docs',
    source: 'products',
    game: 'CS2',
    unwrap: asMessages,
    rows: 1,
    records: { offer: 1 },
    facts: [{ kind: 'offer', price: { amount: 20, currency: 'USD' }, inspectLink: null, paintSeed: 153 }],
  },
  {
    file: 'ws-product-removed-docs-1.json',
    kind: 'docs',
    source: 'products',
    game: 'CS2',
    unwrap: asMessages,
    rows: 1,
    records: { withdrawal: 1 },
    facts: [{ kind: 'withdrawal', offerId: '1ef6c2b5-7f94-67c0-8e23-0242ac15000b', reason: 'unknown' }],
  },
];
