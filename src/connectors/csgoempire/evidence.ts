import type { EvidenceFile } from '../../contract/suite/evidence.ts';

/** The messages in a list of text frames: those of the namespace, without header; pings and acknowledgements are skipped. */
const messagesOf = (frames: readonly string[]): string =>
  `[${frames
    .filter((frame) => frame.startsWith('42/trade,'))
    .map((frame) => frame.slice(9))
    .join(',')}]`;

type Kept = { readonly payload: string };

const fromList = {
  why: 'text frames with their times, in one list',
  to: (text: string) => messagesOf((JSON.parse(text) as Kept[]).map(({ payload }) => payload)),
};

const fromLines = {
  why: 'text frames with their times, one for each line',
  to: (text: string) =>
    messagesOf(
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => (JSON.parse(line) as Kept).payload),
    ),
};

const asMessages = { why: 'one message, put into a list of them', to: (text: string) => `[${text}]` };

export const evidence: readonly EvidenceFile[] = [
  {
    file: 'ws-trade-capture-1.jsonl.gz',
    kind: 'recorded',
    source: 'trade',
    game: 'CS2',
    unwrap: fromLines,
    rows: 2686,
    records: { offer: 869, withdrawal: 1607 },
    facts: [
      { kind: 'withdrawal', offerId: '336617076', reason: 'unknown' },
      { kind: 'offer', offerId: '336617076' },
    ],
  },
  {
    file: 'ws-trade-frames-1.json',
    kind: 'recorded',
    source: 'trade',
    game: 'CS2',
    unwrap: fromList,
    rows: 329,
    records: { offer: 39, withdrawal: 273 },
  },
  {
    file: 'ws-new_item-decoded-1.json',
    kind: 'recorded',
    source: 'trade',
    game: 'CS2',
    unwrap: { why: 'items alone, put into one message', to: (text) => `[["new_item",${text}]]` },
    rows: 97,
    records: { offer: 77 },
    facts: [
      {
        kind: 'offer',
        offerId: '336617537',
        name: '★ Shadow Daggers | Doppler (Factory New) - Phase 1',
        price: { amount: 220_152, currency: 'USD' },
        float: null,
        stickers: null,
      },
    ],
  },
  {
    file: 'ws-new_item-docs-1.json',
    kind: 'docs',
    source: 'trade',
    game: 'CS2',
    unwrap: asMessages,
    rows: 3,
    records: {},
  },
  {
    file: 'ws-new_item-docs-2025-1.json',
    kind: 'docs',
    source: 'trade',
    game: 'CS2',
    unwrap: asMessages,
    rows: 1,
    records: {},
  },
  {
    file: 'ws-updated_item-docs-1.json',
    kind: 'docs',
    source: 'trade',
    game: 'CS2',
    unwrap: asMessages,
    rows: 1,
    records: {},
  },
  {
    file: 'ws-deleted_item-docs-1.json',
    kind: 'docs',
    source: 'trade',
    game: 'CS2',
    unwrap: asMessages,
    rows: 7,
    records: { withdrawal: 7 },
    facts: [{ kind: 'withdrawal', offerId: '91997374', reason: 'unknown' }],
  },
  {
    file: 'ws-auction_update-docs-1.json',
    kind: 'docs',
    source: 'trade',
    game: 'CS2',
    unwrap: {
      why: 'the argument of an event alone, put into its message',
      to: (text) => `[["auction_update",${text}]]`,
    },
    rows: 0,
    records: {},
  },
  {
    file: 'trading-items-docs-1.json',
    kind: 'docs',
    source: 'items',
    game: 'CS2',
    rows: 1,
    records: {},
  },
  { file: 'depositor-stats-docs-1.json', kind: 'docs', unread: 'figures of one seller, of whom nothing is kept' },
];
