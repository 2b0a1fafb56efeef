import type { EvidenceFile } from '../../contract/suite/evidence.ts';

/** The market and the bots of CS.MONEY are kept together. */
export const folder = 'csmoney';

const inList = {
  why: 'one row, put into the list it came in',
  to: (text: string) => `{"items":[${text}]}`,
};

const ofTheMarket = 'an answer of the market, which csmoney reads';

export const evidence: readonly EvidenceFile[] = [
  {
    file: 'bot_inventory_item-1.json',
    kind: 'recorded',
    source: 'inventory',
    game: 'CS2',
    unwrap: inList,
    rows: 1,
    records: { offer: 1 },
    facts: [
      {
        kind: 'offer',
        offerId: '24898849555',
        name: '★ Butterfly Knife | Doppler Sapphire (Factory New)',
        price: { amount: 24_768_930, currency: 'USD' },
        tradableAt: Date.UTC(2022, 1, 21, 8),
      },
    ],
  },
  {
    file: 'bot_inventory_item-nofullname-1.json',
    kind: 'recorded',
    source: 'inventory',
    game: 'CS2',
    unwrap: inList,
    rows: 1,
    records: {},
  },
  {
    file: 'bot_inventory_item-stack-1.json',
    kind: 'recorded',
    source: 'inventory',
    game: 'CS2',
    unwrap: inList,
    rows: 1,
    records: { offer: 2 },
    facts: [{ kind: 'offer', offerId: '24571330159', price: { amount: 35_718_700, currency: 'USD' }, tradableAt: 0 }],
  },
  {
    file: 'client_output-derived-1.json',
    kind: 'derived',
    unread: 'names, prices and stickers as a client printed them: nothing is left of the rows they came from',
  },
  { file: 'item-page-params-shape-synthetic-1.json', kind: 'synthetic', unread: ofTheMarket },
  { file: 'price_trader_log-shape-synthetic-1.json', kind: 'synthetic', unread: ofTheMarket },
  { file: 'sell-orders-end-shape-synthetic-1.json', kind: 'synthetic', unread: ofTheMarket },
  { file: 'sell-orders-shape-synthetic-1.json', kind: 'synthetic', unread: ofTheMarket },
];
