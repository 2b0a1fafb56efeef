import type { EvidenceFile } from '../../contract/suite/evidence.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' as const });

export const evidence: readonly EvidenceFile[] = [
  {
    file: 'sell_order-shape-synthetic-1.json',
    kind: 'synthetic',
    source: 'sell-orders',
    game: 'CS2',
    item: 'AK-47 | Redline (Field-Tested)',
    marketplaceItemId: '22',
    rows: 1,
    records: { offer: 1 },
    facts: [{ kind: 'offer', offerId: '123456789', price: usd(18_990), float: 0.2034, tradableAt: 0, stickers: [] }],
  },
  {
    file: 'client_output-derived-1.json',
    kind: 'derived',
    unread: 'a table of names, prices and pages that a client made of its answers; counts and the shape are lost',
  },
];
