import type { EvidenceFile } from '../../contract/suite/evidence.ts';

export const evidence: readonly EvidenceFile[] = [
  {
    file: 'items-1.json',
    kind: 'recorded',
    source: 'items',
    game: 'CS2',
    rows: 8,
    records: { quote: 8 },
    facts: [
      {
        name: 'AWP | Dragon Lore (Field-Tested)',
        lowest: { amount: 7_364_790, currency: 'USD' },
        offerCount: 2,
        phase: null,
      },
      { name: 'Souvenir AWP | Dragon Lore (Minimal Wear)', lowest: null, offerCount: 0 },
      { name: 'Sticker | Dragon Lore (Foil)', lowest: { amount: 8990, currency: 'USD' }, offerCount: 27 },
    ],
  },
  {
    file: 'items-docs-1.json',
    kind: 'docs',
    source: 'items',
    game: 'CS2',
    rows: 2,
    records: { quote: 2 },
    facts: [{ name: '★ M9 Bayonet | Fade (Factory New)', lowest: null, offerCount: 0 }],
  },
  {
    file: 'items-bulk-derived-1.json.gz',
    kind: 'derived',
    source: 'items',
    game: 'CS2',
    rows: 25_230,
    records: { quote: 25_230 },
    facts: [
      { name: "'Blueberries' Buckshot | NSWC SEAL", lowest: { amount: 10_090, currency: 'EUR' }, offerCount: 112 },
    ],
  },
  {
    file: 'sales-history-bulk-derived-1.json.gz',
    kind: 'derived',
    source: 'sales-history',
    game: 'CS2',
    rows: 24_993,
    records: { pastPrice: 5821 },
  },
  {
    file: 'sales-history-derived-1.json',
    kind: 'derived',
    source: 'sales-history',
    game: 'CS2',
    rows: 170,
    records: { pastPrice: 75 },
    facts: [
      { name: 'AK-47 | Safari Mesh (Minimal Wear)', median: { amount: 140, currency: 'EUR' }, saleCount: 2, at: null },
    ],
  },
  {
    file: 'sales-history-docs-old-1.json',
    kind: 'docs',
    unread: 'the form of 2019 to 2022 with single sales, which is answered no more',
  },
  {
    file: 'sales-out-of-stock-docs-1.json',
    kind: 'docs',
    unread: 'no source asks /sales/out-of-stock: nothing is on sale there',
  },
  { file: 'salefeed-listed-docs-1.json', kind: 'docs', unread: 'a message of the socket feed, which no source reads' },
  {
    file: 'item-identity-2026-02-05.json.gz',
    kind: 'recorded',
    unread: 'four columns of an /items answer without prices: a list of names and pages, not an answer',
  },
];
