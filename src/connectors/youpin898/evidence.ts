import type { EvidenceFile } from '../../contract/suite/evidence.ts';

const yuan = (amount: number) => ({ amount, currency: 'CNY' as const });
const sister = 'an answer of the sister UUSkins, which this connector does not ask';

export const evidence: readonly EvidenceFile[] = [
  {
    file: 'querySaleTemplate-1-partial.json',
    kind: 'recorded',
    source: 'templates',
    game: 'CS2',
    rows: 1,
    records: { quote: 1 },
    facts: [
      {
        name: 'StatTrak™ MAG-7 | Resupply (Well-Worn)',
        lowest: yuan(590),
        offerCount: 55,
        marketplaceItemId: '110829',
      },
    ],
  },
  {
    file: 'open_batchGetOnSaleCommodityInfo-shape-synthetic-1.json',
    kind: 'synthetic',
    source: 'prices',
    game: 'CS2',
    rows: 1,
    records: { quote: 1 },
    facts: [{ lowest: yuan(590), offerCount: 55, marketplaceItemId: '110829' }],
  },
  {
    file: 'open_goodsQuery-shape-synthetic-1.json',
    kind: 'synthetic',
    source: 'goods',
    game: 'CS2',
    item: '★ Karambit | Doppler (Factory New)',
    rows: 1,
    records: { offer: 1 },
    facts: [
      {
        kind: 'offer',
        offerId: '800000001',
        price: yuan(8_800_000),
        float: 0.0312,
        paintIndex: 418,
        paintSeed: 123,
        phase: 'P1',
        stickers: [],
      },
    ],
  },
  {
    file: 'getTemplatePurchaseOrderListPC-shape-synthetic-1.json',
    kind: 'synthetic',
    source: 'purchase-orders',
    game: 'CS2',
    item: 'StatTrak™ MAG-7 | Resupply (Well-Worn)',
    marketplaceItemId: '110829',
    rows: 1,
    records: { buyOrder: 1 },
    facts: [{ price: yuan(550), quantity: 3 }],
  },
  {
    file: 'open_templateQuery-shape-synthetic-1.json',
    kind: 'synthetic',
    unread: 'the address of a list of names without prices',
  },
  { file: 'uuskins_market_list-shape-synthetic-1.json', kind: 'synthetic', unread: sister },
  { file: 'uuskins_sku_list-shape-synthetic-1.json', kind: 'synthetic', unread: sister },
];
