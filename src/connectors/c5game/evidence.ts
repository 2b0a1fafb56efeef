import type { EvidenceFile } from '../../contract/suite/evidence.ts';

const yuan = (amount: number) => ({ amount, currency: 'CNY' as const });

export const evidence: readonly EvidenceFile[] = [
  {
    file: 'web_sell_list-1.json',
    kind: 'recorded',
    source: 'web-offers',
    game: 'CS2',
    item: 'M4A4 | Asiimov (Field-Tested)',
    marketplaceItemId: '22720',
    rows: 10,
    records: { offer: 10 },
    facts: [
      {
        kind: 'offer',
        name: 'M4A4 | Asiimov (Field-Tested)',
        offerId: '819787995743256576',
        price: yuan(687_500),
        float: 0.3064954280853271,
        paintIndex: 255,
        paintSeed: 273,
        phase: null,
        stickers: [],
        inspectLink:
          'steam://rungame/730/76561202255233023/+csgo_econ_action_preview%20S76561198214836005A20222190332D9388494789416181898',
        ownerId: '693559471165669376',
      },
      // Unknown because one sticker lacks its English name and wear
      { kind: 'offer', offerId: '819787995760033792', stickers: null },
      { kind: 'offer', offerId: '802740518', price: yuan(700_000) },
    ],
  },
  {
    file: 'price_batch-docs-1.json',
    kind: 'docs',
    source: 'prices',
    game: 'CS2',
    rows: 1,
    records: { quote: 1 },
    facts: [
      {
        kind: 'quote',
        name: 'M4A4 | Temukau (Minimal Wear)',
        lowest: yuan(391_000),
        offerCount: 104,
        marketplaceItemId: '1098192327056363520',
        purchaseLink: 'https://www.c5game.com/csgo/1098192327056363520/item/sell',
      },
    ],
  },
  { file: 'item_stat_hash_name-docs-1.json', kind: 'docs', source: 'stats', game: 'CS2', rows: 1, records: {} },
  {
    file: 'error_not_login-docs-1.json',
    kind: 'docs',
    source: 'prices',
    game: 'CS2',
    outcome: 'refused',
    rows: 0,
    records: {},
  },
];
