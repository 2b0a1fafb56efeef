import type { EvidenceFile } from '../../contract/suite/evidence.ts';

/** One entry of the page's state, put back into a page. */
const inPage = (text: string): string => {
  const queryData = JSON.stringify({ mutations: [], queries: [JSON.parse(text)] });
  return `<script>window.SSR.renderContext=JSON.parse(${JSON.stringify(JSON.stringify({ queryData }))});</script>`;
};
const unwrap = { why: 'one entry of the page, put back into the encoding of the page', to: inPage };

const galil = 'Galil AR | Acid Dart (Field-Tested)';

/** The listing page was saved on this day. */
const savedAt = Date.UTC(2026, 7, 18);

export const evidence: readonly EvidenceFile[] = [
  {
    file: 'listing_page_ssr-1.html',
    kind: 'derived',
    source: 'listing-page',
    game: 'CS2',
    item: galil,
    receivedAt: savedAt,
    rows: 251,
    records: { offer: 6, quote: 1, buyOrder: 16, pastPrice: 244 },
    facts: [
      { kind: 'offer', offerId: '240532261654112740', price: { amount: 40, currency: 'EUR' }, paintIndex: 1296 },
      {
        kind: 'quote',
        lowest: { amount: 190, currency: 'EUR' },
        offerCount: 1602,
        marketplaceItemId: 'G180D20900A3004',
      },
    ],
  },
  {
    file: 'ssr_listings-1.json',
    kind: 'recorded',
    source: 'listing-page',
    game: 'CS2',
    item: galil,
    unwrap,
    rows: 20,
    records: { offer: 20 },
    facts: [
      { kind: 'offer', name: galil, float: 0.34204238653182983, paintSeed: 500, paintIndex: 1296, stickers: [] },
      {
        kind: 'offer',
        offerId: '529888537740824515',
        name: 'Galil AR | Acid Dart (Well-Worn)',
        stickers: [{ name: 'Sticker | Aleksib | Paris 2023', slot: 2, wear: 1 }],
      },
    ],
  },
  {
    file: 'ssr_orderbook-1.json',
    kind: 'recorded',
    source: 'listing-page',
    game: 'CS2',
    item: galil,
    unwrap,
    rows: 1,
    records: { quote: 1, buyOrder: 16 },
    facts: [
      {
        kind: 'buyOrder',
        name: 'Galil AR | Acid Dart (Factory New)',
        orderId: '730:Galil AR | Acid Dart (Factory New):18',
        price: { amount: 180, currency: 'EUR' },
        quantity: 279,
      },
    ],
  },
  {
    file: 'ssr_orderbook-1.json',
    kind: 'recorded',
    source: 'orderbook',
    game: 'CS2',
    item: 'Galil AR | Acid Dart (Factory New)',
    unwrap: {
      why: 'what the page kept of this call, wrapped as its answers have been since August 2026',
      to: (text) => JSON.stringify({ data: { success: true, data: JSON.parse(text).state.data } }),
    },
    rows: 1,
    records: { quote: 1, buyOrder: 16 },
  },
  {
    file: 'ssr_pricehistory-1.json',
    kind: 'recorded',
    source: 'listing-page',
    game: 'CS2',
    item: galil,
    receivedAt: savedAt,
    unwrap,
    rows: 1000,
    records: { pastPrice: 1000 },
    facts: [{ kind: 'pastPrice', at: 1_743_465_600_000, median: { amount: 732, currency: 'EUR' }, saleCount: 8 }],
  },
  {
    file: 'ssr_pricehistory-2-sparse.json',
    kind: 'recorded',
    source: 'listing-page',
    game: 'CS2',
    item: galil,
    receivedAt: savedAt,
    unwrap,
    rows: 4,
    records: { pastPrice: 4 },
    facts: [{ kind: 'pastPrice', name: 'Souvenir Galil AR | Acid Dart (Factory New)', saleCount: 1 }],
  },
  {
    file: 'ssr_accessories-1.json',
    kind: 'recorded',
    unread: 'how often each sticker is found; nothing is priced by it',
  },
  { file: 'ssr_app_facets-1.json', kind: 'recorded', unread: 'counts by tag over the whole game' },
  {
    file: 'ssr_asset_property_schema-1.json',
    kind: 'recorded',
    unread: 'the meaning of the property ids; included in parse.ts',
  },
  { file: 'ssr_description-1.json', kind: 'recorded', unread: 'the text of an item, without price' },
  {
    file: 'listings_render_listinginfo-1-partial.json',
    kind: 'recorded',
    unread: 'the older interface; the listing page says the same and more for one request',
  },
  {
    file: 'itemordershistogram-1.json',
    kind: 'recorded',
    unread: 'needs an id per item and is refused after 10 to 25 calls',
  },
  { file: 'itemordershistogram-error-1.json', kind: 'docs', unread: 'an error of the same call' },
  { file: 'priceoverview-1.json', kind: 'recorded', unread: 'localised texts; search and listing page give numbers' },
  {
    file: 'legacy_line1_history-1.json',
    kind: 'recorded',
    unread: 'history of the older page; the page of 2026 holds its own',
  },
  {
    file: 'legacy_line1_history-2.json',
    kind: 'recorded',
    unread: 'history of the older page; the page of 2026 holds its own',
  },
  {
    file: 'legacy_page_nameid_snippet-1.txt',
    kind: 'recorded',
    unread: 'a piece of the older page, for an id that is not needed',
  },
  { file: 'legacy_page_missing_item_snippet-1.txt', kind: 'recorded', unread: 'a piece of the older page' },
];
