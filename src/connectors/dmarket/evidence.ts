import type { EvidenceFile } from '../../contract/suite/evidence.ts';

const withdrawn = 'the call it answered has been gone since 2026, and its rows with it';

export const evidence: readonly EvidenceFile[] = [
  { file: 'market-items-1.json', kind: 'recorded', unread: withdrawn },
  { file: 'market-items-csgo-derived-1.json', kind: 'derived', unread: withdrawn },
  { file: 'market-items-dota2-derived-1.json', kind: 'derived', unread: withdrawn },
  { file: 'market-items-rust-derived-1.json', kind: 'derived', unread: withdrawn },
  { file: 'market-items-tf2-derived-1.json', kind: 'derived', unread: withdrawn },
  { file: 'market-items-extreme-derived-1.json', kind: 'derived', unread: withdrawn },
  {
    file: 'last-sales-synthetic-1.json',
    kind: 'synthetic',
    source: 'sales',
    game: 'CS2',
    item: 'AK-47 | Redline (Field-Tested)',
    receivedAt: 1_784_133_449_000,
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
    records: {}, // its only target requires a float range
  },
  {
    file: 'offers-links-derived-1.json',
    kind: 'derived',
    unread: 'titles, prices and links in the columns of another project',
  },
  {
    file: 'v2-offers-synthetic-1.json',
    kind: 'synthetic',
    source: 'newest',
    game: 'CS2',
    rows: 1,
    records: { offer: 1 },
    facts: [{ price: { amount: 15_990, currency: 'USD' }, float: 0.2356, paintIndex: 282, tradableAt: 0 }],
  },
  {
    file: 'aggregated-prices-docs-shape-1.json',
    kind: 'docs',
    unread: 'the shape of question and answer, with the names of types in place of values',
  },
  {
    file: 'avg-sales-graph-shape-1.json',
    kind: 'synthetic',
    unread: 'averages by day, which are neither sales nor medians',
  },
];
