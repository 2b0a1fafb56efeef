import type { EvidenceFile } from '../../contract/suite/evidence.ts';

const inList = {
  why: 'one row, put into the list it came in',
  to: (text: string) => `{"items":[${text}]}`,
};

const knife = '★ Butterfly Knife | Doppler Sapphire (Factory New)';

export const evidence: readonly EvidenceFile[] = [
  {
    file: 'bot_inventory_item-1.json',
    kind: 'recorded',
    source: 'bots',
    // The rows are of the game that is no longer requested there
    game: 'CS2',
    unwrap: inList,
    rows: 1,
    records: { offer: 1 },
    facts: [
      {
        kind: 'offer',
        offerId: 'bot-24898849555',
        name: knife,
        price: { amount: 24_768_930, currency: 'USD' },
        float: 0.008115612901747,
        paintSeed: 615,
        tradableAt: Date.UTC(2022, 1, 21, 8),
        ownerId: '76561198310252968',
        inspectLink:
          'steam://rungame/730/76561202255233023/+csgo_econ_action_preview%20S76561198310252968A24898849555D38538278967994973',
      },
    ],
  },
  {
    file: 'bot_inventory_item-nofullname-1.json',
    kind: 'recorded',
    source: 'bots',
    game: 'CS2',
    unwrap: inList,
    rows: 1,
    records: {},
  },
  {
    file: 'bot_inventory_item-stack-1.json',
    kind: 'recorded',
    source: 'bots',
    game: 'CS2',
    unwrap: inList,
    rows: 1,
    records: { offer: 2 },
    facts: [
      { kind: 'offer', offerId: 'bot-24491496626', float: 0.065496817231178, tradableAt: null },
      {
        kind: 'offer',
        offerId: 'bot-24571330159',
        price: { amount: 35_718_700, currency: 'USD' },
        float: 0.067453943192958,
        paintSeed: 130,
        tradableAt: 0,
        ownerId: '76561198795894040',
        inspectLink: null,
      },
    ],
  },
  {
    file: 'client_output-derived-1.json',
    kind: 'derived',
    unread: 'names, prices and stickers as a client printed them: nothing is left of the rows they came from',
  },
  {
    file: 'sell-orders-shape-synthetic-1.json',
    kind: 'synthetic',
    source: 'newest',
    game: 'CS2',
    rows: 2,
    records: { offer: 2 },
    facts: [
      {
        kind: 'offer',
        offerId: '70000001',
        price: { amount: 30_990, currency: 'USD' },
        stickers: [{ name: 'Sticker | Crown (Foil)', wear: 0, slot: 0 }],
        paintSeed: 123,
      },
      { kind: 'offer', name: knife, phase: null, stickers: null },
    ],
  },
  {
    file: 'sell-orders-end-shape-synthetic-1.json',
    kind: 'synthetic',
    source: 'newest',
    game: 'CS2',
    rows: 0,
    records: {},
  },
  {
    file: 'item-page-params-shape-synthetic-1.json',
    kind: 'synthetic',
    source: 'page',
    game: 'CS2',
    item: 'AK-47 | Redline (Field-Tested)',
    unwrap: {
      why: 'the parameters, put into the page they stand in',
      to: (text) => `<html><script id="__page-params" type="application/json">${text}</script></html>`,
    },
    rows: 1,
    records: { quote: 1 },
    facts: [{ kind: 'quote', lowest: { amount: 30_990, currency: 'USD' }, offerCount: 841 }],
  },
  {
    file: 'price_trader_log-shape-synthetic-1.json',
    kind: 'synthetic',
    source: 'history',
    game: 'CS2',
    item: 'AK-47 | Redline (Field-Tested)',
    marketplaceItemId: '5002',
    rows: 1,
    records: { pastPrice: 1 },
    facts: [
      { kind: 'pastPrice', at: Date.UTC(2025, 4, 1), median: { amount: 12_340, currency: 'USD' }, saleCount: null },
    ],
  },
];
