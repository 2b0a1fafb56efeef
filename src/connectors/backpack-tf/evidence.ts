import type { EvidenceFile } from '../../contract/suite/evidence.ts';

const asMessages = { why: 'one frame, put into a list of them', to: (text: string) => `[${text}]` };

/** Three frames of the buying side: of one effect, of an order that ends, and of an item without a name. */
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
    unread: 'prices the community suggests, in keys and metal: nothing that anyone asks or has paid',
  },
  {
    file: 'igetpricehistory-v1-docs.json',
    kind: 'docs',
    unread: 'what the community suggested over time, in keys and metal',
  },
];
