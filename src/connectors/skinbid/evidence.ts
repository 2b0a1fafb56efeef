import type { EvidenceFile } from '../../contract/suite/evidence.ts';

export const evidence: readonly EvidenceFile[] = [
  {
    file: 'search_auctions-shape-synthetic-1.json',
    kind: 'synthetic',
    source: 'newest',
    game: 'CS2',
    // The second is an auction
    rows: 2,
    records: { offer: 1 },
    facts: [
      {
        offerId: '78033720-661b-43cb-940c-000000000001',
        price: { amount: 30_500, currency: 'EUR' },
        float: 0.2034,
        stickers: [{ name: 'Sticker | Fnatic | Cologne 2014', slot: 2, wear: 0 }],
        tradableAt: 0,
        ownerId: null,
      },
    ],
  },
  {
    file: 'public_price-shape-synthetic-1.json',
    kind: 'synthetic',
    unread: 'prices by day of one name; what the call is asked with is not known',
  },
  {
    file: 'client_output-derived-1.json',
    kind: 'derived',
    unread: 'what a poller made of a page: names, prices, links, stickers; not rows of any answer',
  },
];
