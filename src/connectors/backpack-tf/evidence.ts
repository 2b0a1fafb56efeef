import type { EvidenceFile } from '../../contract/suite/evidence.ts';

const asMessages = { why: 'one frame, put into a list of them', to: (text: string) => `[${text}]` };

/** Three frames about buy orders: for one effect, for an order that ends, and for an item without a name. */
export const evidence: readonly EvidenceFile[] = [
  {
    file: 'ws-listing-update-1.json',
    kind: 'recorded',
    source: 'events',
    game: 'TF2',
    unwrap: asMessages,
    rows: 1,
    records: {},
  },
  {
    file: 'ws-listing-delete-1.json',
    kind: 'recorded',
    source: 'events',
    game: 'TF2',
    unwrap: asMessages,
    rows: 1,
    records: { cancellation: 1 },
    facts: [{ kind: 'cancellation', orderId: '76561199103740298 The Chicken Kiev' }],
  },
  {
    file: 'ws-listing-update-2-trimmed.json',
    kind: 'recorded',
    source: 'events',
    game: 'TF2',
    unwrap: asMessages,
    rows: 1,
    records: {},
  },
  {
    file: 'igetprices-v4-1.json',
    kind: 'recorded',
    unread: 'prices suggested by the community, in keys and metal: no offers and no sales',
  },
  {
    file: 'igetpricehistory-v1-docs.json',
    kind: 'docs',
    unread: 'what the community suggested over time, in keys and metal',
  },
];
