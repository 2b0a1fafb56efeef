import type { EvidenceFile, ReadableEvidence } from '../../contract/suite/evidence.ts';

type Kept = { itemId: string; extra: Record<string, unknown> };

const standIn: ReadableEvidence['unwrap'] = {
  why: 'the recording kept no offerId, so that itemId stands in for it',
  to: (text) => {
    const { objects, ...rest }: { objects: Kept[] } = JSON.parse(text);
    const whole = objects.map((row) => ({ ...row, extra: { ...row.extra, offerId: row.itemId } }));
    return JSON.stringify({ objects: whole, ...rest });
  },
};

const derived = { kind: 'derived', source: 'newest', unwrap: standIn } as const;

export const evidence: readonly EvidenceFile[] = [
  {
    file: 'market-items-1.json',
    kind: 'recorded',
    source: 'newest',
    game: 'CS2',
    rows: 8,
    records: { offer: 8 },
    facts: [
      {
        name: 'EMS Katowice 2014 Challengers',
        offerId: '7cafc52d-ef19-4a53-a827-b251a8fdd59c',
        price: { amount: 37_500_000, currency: 'USD' },
      },
      { price: { amount: 205_750, currency: 'USD' }, tradableAt: 0, float: null },
    ],
  },
  {
    file: 'market-items-1.json',
    kind: 'recorded',
    source: 'offers',
    game: 'CS2',
    item: 'CS:GO Weapon Case',
    rows: 8,
    records: { offer: 3 },
  },
  {
    ...derived,
    file: 'market-items-csgo-derived-1.json',
    game: 'CS2',
    rows: 100,
    records: { offer: 100 },
    facts: [{ name: 'AWP | Hyper Beast (Field-Tested)', float: 0.2043987363576889, tradableAt: 0 }],
  },
  { ...derived, file: 'market-items-dota2-derived-1.json', game: 'Dota2', rows: 100, records: { offer: 100 } },
  {
    ...derived,
    file: 'market-items-rust-derived-1.json',
    game: 'Rust',
    rows: 100,
    records: { offer: 100 },
    facts: [{ name: 'Freshly Dug Grave', price: { amount: 490_000, currency: 'USD' }, tradableAt: 0 }],
  },
  { ...derived, file: 'market-items-tf2-derived-1.json', game: 'TF2', rows: 100, records: { offer: 100 } },
  {
    ...derived,
    file: 'market-items-extreme-derived-1.json',
    game: 'CS2',
    rows: 80,
    records: { offer: 40 }, // the other half is of Rust
    facts: [{ name: 'Nova | Wurst Hölle (Field-Tested)', price: { amount: 9_999_999_000, currency: 'USD' } }],
  },
  {
    file: 'last-sales-synthetic-1.json',
    kind: 'synthetic',
    source: 'sales',
    game: 'CS2',
    item: 'AK-47 | Redline (Field-Tested)',
    rows: 1,
    records: { sale: 1 },
    facts: [{ price: { amount: 15_990, currency: 'USD' }, paintSeed: 89, soldAt: 1_784_133_449_000 }],
  },
  {
    file: 'targets-by-title-synthetic-1.json',
    kind: 'synthetic',
    source: 'targets',
    game: 'CS2',
    item: '★ Karambit | Doppler (Factory New)',
    rows: 1,
    records: {}, // its one target asks for a float part
  },
  {
    file: 'offers-links-derived-1.json',
    kind: 'derived',
    unread: 'titles, prices and links in the columns of another project',
  },
  {
    file: 'v2-offers-synthetic-1.json',
    kind: 'synthetic',
    unread: 'no source asks the signed second form of the offers',
  },
  {
    file: 'aggregated-prices-docs-shape-1.json',
    kind: 'docs',
    unread: 'no source asks for the best prices: single offers are read',
  },
  {
    file: 'avg-sales-graph-shape-1.json',
    kind: 'synthetic',
    unread: 'averages by day, which are neither sales nor medians',
  },
];
