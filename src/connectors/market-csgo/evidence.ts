import type { EvidenceFile } from '../../contract/suite/evidence.ts';

const firstBody = (text: string): string => JSON.stringify(JSON.parse(text)[0].body);

export const evidence: readonly EvidenceFile[] = [
  {
    file: 'prices-USD-1.json',
    kind: 'derived',
    source: 'prices',
    game: 'CS2',
    rows: 2,
    records: { quote: 2 },
    facts: [
      { name: 'AK-47 | Redline (Field-Tested)', lowest: { amount: 31_076, currency: 'USD' }, offerCount: 525 },
      { name: 'AWP | Asiimov (Field-Tested)', lowest: { amount: 65_100, currency: 'USD' }, offerCount: 65 },
    ],
  },
  {
    file: 'list-items-info-shape-1.json',
    kind: 'synthetic',
    source: 'sales',
    game: 'CS2',
    item: 'AK-47 | Redline (Minimal Wear)',
    rows: 1,
    records: { sale: 2 },
    facts: [{ soldAt: 1_733_011_200_000, price: { amount: 281_500, currency: 'USD' } }],
  },
  {
    file: 'list-items-info-empty-1.json',
    kind: 'synthetic',
    source: 'sales',
    game: 'CS2',
    item: 'AK-47 | Redline (Minimal Wear)',
    rows: 0,
    records: {},
  },
  {
    file: 'graphql-history-shape-1.json',
    kind: 'synthetic',
    source: 'site-history',
    game: 'CS2',
    item: 'AK-47 | Redline (Field-Tested)',
    rows: 1,
    records: {}, // twelve purchases in one row are not a sale
  },
  {
    file: 'errors-1.json',
    kind: 'synthetic',
    source: 'prices',
    game: 'CS2',
    unwrap: { why: 'the file is a list of statuses with bodies; the first body is read', to: firstBody },
    outcome: 'retry',
    rows: 0,
    records: {},
  },
  { file: 'full-export-index-docs-1.json', kind: 'docs', unread: 'no source reads the export of all lots' },
  { file: 'full-export-chunk-docs-1.json', kind: 'docs', unread: 'no source reads the export of all lots' },
  { file: 'ws-price-push-1.json', kind: 'docs', unread: 'a message of the socket feed, which no source reads' },
  {
    file: 'new-items-derived-1.json',
    kind: 'derived',
    unread: 'lots of the former socket in three columns with a converted price, the form of no call',
  },
];
