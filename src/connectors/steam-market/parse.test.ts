import { describe, expect, it } from 'vitest';
import type { About } from '../../contract/connector.ts';
import { readText } from '../../contract/suite/read-text.ts';
import type { Game, MarketRecord } from '../../schema/index.ts';
import { steamMarket } from './index.ts';
import { decodePage } from './page.ts';
import { itemPage } from './parse.ts';

const name = 'Nova | Ocular "Prime" \\ ☆ (Well-Worn)';
const about: About = { game: 'CS2', item: name, marketplaceItemId: null, at: 0 };

const source = (wanted: string) => {
  const found = steamMarket.sources.find((candidate) => candidate.name === wanted);
  if (found === undefined) throw new Error(`no source ${wanted}`);
  return found;
};

const pageWith = (queries: readonly object[], head = ''): string => {
  const context = JSON.stringify({ queryData: JSON.stringify({ queries }) });
  return `<html><script>${head}window.SSR.renderContext=JSON.parse(${JSON.stringify(context)});f("x");</script></html>`;
};

const query = (queryKey: unknown[], data: unknown) => ({ queryKey, state: { data } });

const listing = (changes: object = {}, asset: object = {}) => ({
  listingid: '9007199254740993001',
  unPrice: 2,
  unFee: 2,
  eCurrency: 1,
  description: { appid: 730, market_hash_name: name, market_actions: [{ link: 'steam://run/730//+x%20%propid:6%' }] },
  asset: { assetid: '5', asset_properties: [], asset_accessories: [], ...asset },
  ...changes,
});

const read = (listings: readonly object[]) =>
  readText(source('listing-page'), pageWith([query(['market_item_search', {}], { pages: [{ listings }] })]), about);

const offers = (listings: readonly object[]) =>
  read(listings).records.filter((record): record is MarketRecord & { kind: 'offer' } => record.kind === 'offer');

describe('the listing page of Steam', () => {
  it('is JSON in JSON in a literal, whatever quotes and slashes the names contain', () => {
    expect(offers([listing()])[0]?.name).toBe(name);
  });

  it('reveals neither token nor wallet', () => {
    const wallet = query(['CurrentUserWalletDetails'], { balance: 4711 });
    const page = pageWith(
      [wallet, query(['market', 'orderbook', 730, name], null)],
      'window.SSR.loaderData=["secret"];',
    );

    expect(decodePage(page)).toEqual({ queries: [] });
  });

  it('is distinguished from the older page, which has no state', () => {
    const older = readText(source('listing-page'), '<html><script>var g_rgListingInfo = [];</script></html>', about);

    expect(older.outcome).toBe('changed');
    expect(older.detail).toMatch(/no market state/);
  });

  it('has changed where it has neither listings nor an order book nor a history', () => {
    const { outcome, detail } = readText(source('listing-page'), pageWith([query(['market', 'book'], {})]), about);

    expect(outcome).toBe('changed');
    expect(detail).toMatch(/neither listings nor an order book nor a history/);
  });

  it.each([
    ['listings', ['market_item_search', {}], { pages: [{ results: [listing()] }] }],
    ['pages', ['market_item_search', {}], { results: [] }],
    ['past prices', ['market', 'pricehistory', 730, name], { ecurrency: 1, points: [] }],
  ])('is rejected where its list of %s has another name', (_, key, data) => {
    const { rejected, records } = readText(source('listing-page'), pageWith([query([...key], data)]), about);

    expect(rejected).toHaveLength(1);
    expect(records).toEqual([]);
  });

  it('has no listings where its list is empty', () => {
    expect(read([])).toMatchObject({ outcome: 'read', rejected: [], records: [] });
  });

  it('is rejected when it is cut off anywhere', () => {
    const page = pageWith([query(['market_item_search', {}], { pages: [{ listings: [listing()] }] })]);
    for (let end = 0; end < page.length - 20; end += 7)
      expect(readText(source('listing-page'), page.slice(0, end), about).records).toEqual([]);
  });
});

describe('a listing on Steam', () => {
  it('costs the seller’s share plus the fees', () => {
    expect(offers([listing({ unPrice: 812, unFee: 121 })])[0]?.price).toEqual({ amount: 9330, currency: 'USD' });
  });

  it('that was just sold has no price and is no offer', () => {
    expect(read([listing({ unPrice: 0, unFee: 2 })])).toMatchObject({ records: [], rejected: [] });
  });

  it('in a currency that cannot be converted is rejected, so that it is noticed', () => {
    expect(read([listing({ eCurrency: 30 })]).rejected).toHaveLength(1);
  });

  it('keeps its 64-bit id as a string, and a rounded number is rejected', () => {
    expect(offers([listing()])[0]?.offerId).toBe('9007199254740993001');
    expect(read([listing({ listingid: 9007199254740992 })]).rejected).toHaveLength(1);
  });

  it('has its own link although Steam has one page per name', () => {
    const links = offers([listing(), listing({ listingid: '9007199254740993002' })]).map((offer) => offer.purchaseLink);

    expect(new Set(links).size).toBe(2);
  });

  it('has no inspect link whose placeholders are not all filled', () => {
    expect(offers([listing()])[0]?.inspectLink).toBeNull();
    const certificate = { propertyid: 6, string_value: '00180D11223344' };
    expect(offers([listing({}, { asset_properties: [certificate] })])[0]?.inspectLink).toBe(
      'steam://run/730//+x%2000180D11223344',
    );
  });

  it('has unknown stickers without a certificate, and none with one that names none', () => {
    expect(offers([listing()])[0]?.stickers).toBeNull();
    const certificate = { propertyid: 6, string_value: '00180D11223344' };
    expect(offers([listing({}, { asset_properties: [certificate] })])[0]?.stickers).toEqual([]);
  });
});

describe('an order book of Steam', () => {
  const book = { eCurrency: 3, cSellOrders: 0, rgCompactBuyOrders: [18, 279, 17], rgCompactSellOrders: [] };
  const kinds = (payload: unknown) =>
    readText(source('orderbook'), JSON.stringify(payload), about).records.map(({ kind }) => kind);

  it('is found bare and in either nesting', () => {
    const bare = kinds(book);
    expect(bare).toEqual(['quote', 'buyOrder']);
    expect(kinds({ success: true, data: book })).toEqual(bare);
    expect(kinds({ data: { success: 1, data: book } })).toEqual(bare);
  });

  it('is refused with a success status', () => {
    const outcome = (payload: unknown) => readText(source('orderbook'), JSON.stringify(payload), about).outcome;
    expect(outcome({ success: 15, message: 'Access Denied' })).toBe('blocked');
    expect(outcome({ data: { success: 16 } })).toBe('retry');
    expect(outcome({ data: { success: false } })).toBe('gone');
  });

  it('in a currency without rates names the currency in which Steam answers', () => {
    const inCurrency = (eCurrency: number) =>
      readText(source('orderbook'), JSON.stringify({ data: { success: true, data: { ...book, eCurrency } } }), about);

    expect(inCurrency(30).rejected[0]).toContain('Steam answers in TWD');
    expect(inCurrency(99).rejected[0]).toContain('its currency 99');
    expect(inCurrency(23).rejected).toEqual([]);
  });

  it('is in a page requested without compression, since a compressed one has no data', () => {
    const { request } = source('listing-page') as { request: (about: object) => { headers?: object } };

    expect(request({ game: 'CS2', item: name, marketplaceItemId: null }).headers).toMatchObject({
      'accept-encoding': 'identity',
    });
  });

  it('of a game other than requested gives nothing', () => {
    const page = pageWith([query(['market', 'orderbook', 440, name], book)]);

    expect(readText(source('listing-page'), page, about)).toMatchObject({ records: [], rejected: [] });
  });
});

describe('the group of a name on Steam', () => {
  const group = 'G1807209A023004';
  const redline = 'AK-47 | Redline (Field-Tested)';
  const known: About = { game: 'CS2', item: redline, marketplaceItemId: group, at: 0 };
  const book = { eCurrency: 1, cSellOrders: 1, rgCompactBuyOrders: [], rgCompactSellOrders: [20, 1] };
  const idsIn = (from: string, payload: unknown, about: About = known) =>
    readText(source(from), typeof payload === 'string' ? payload : JSON.stringify(payload), about).records.flatMap(
      (record) => (record.kind === 'quote' ? [record.marketplaceItemId] : []),
    );
  const itemPageGroup = (strItemName: string, of = redline) =>
    pageWith([
      query(['market_item_search', { appid: 730, strItemName }], { pages: [] }),
      query(['market', 'orderbook', 730, of], book),
    ]);

  const asked = (game: Game, item: string, marketplaceItemId: string | null) => {
    const listings = source('listings');
    const request = listings.kind === 'lookup' ? listings.request({ game, item, marketplaceItemId }) : null;
    return request === null ? null : JSON.parse(String(request.query?.['qp']))[0];
  };

  it('is what listings of CS2 are requested by, and unknown until a search or a page has told it', () => {
    expect(asked('CS2', redline, null)).toBeNull();
    expect(asked('CS2', redline, group)).toMatchObject({ appid: 730, strItemName: group, start: 0 });
  });

  it('is the name itself in the other games', () => {
    expect(asked('TF2', 'Earbuds', null)).toMatchObject({ appid: 440, strItemName: 'Earbuds', filters: {} });
  });

  it.each([
    ['AK-47 | Redline (Field-Tested)', 'normal', 2],
    ['StatTrak™ AK-47 | Redline (Factory New)', 'strange', 0],
    ['Souvenir M4A1-S | Imminent Danger (Well-Worn)', 'tournament', 3],
    ['★ Karambit | Fade (Minimal Wear)', 'unusual', 1],
    ['★ StatTrak™ Karambit | Fade (Battle-Scarred)', 'unusual_strange', 4],
  ])('has the listings of all wears, of which those of %s are requested', (item, quality, wear) => {
    expect(asked('CS2', item, group).filters).toEqual({ Quality: [quality], Exterior: [`WearCategory${wear}`] });
  });

  it.each(['Fracture Case', '★ Karambit', 'Sticker | Crown (Foil)'])('is requested as a whole for %s', (item) => {
    expect(asked('CS2', item, group).filters).toEqual({});
  });

  it('is told by the listing page, for whatever name its order book is of', () => {
    const unknown = { ...known, marketplaceItemId: null };

    expect(idsIn('listing-page', itemPageGroup(group), unknown)).toEqual([group]);
    expect(idsIn('listing-page', itemPageGroup(group, 'AK-47 | Redline (Well-Worn)'), unknown)).toEqual([group]);
  });

  it('is not lost by an order book, which does not tell it', () => {
    expect(idsIn('orderbook', book)).toEqual([group]);
    expect(idsIn('listing-page', itemPageGroup(redline))).toEqual([group]);
    // The order book of another name, on a page that tells no group
    expect(idsIn('listing-page', itemPageGroup(redline, 'AK-47 | Redline (Well-Worn)'))).toEqual([null]);
  });
});

describe('the search of Steam', () => {
  const search = source('search');
  const next = (payload: unknown, cursor: string | null) =>
    search.kind === 'walk' && typeof search.cursorAt === 'function' ? search.cursorAt(payload, cursor) : undefined;

  it('goes on by what came, however much was asked for, and ends with the last', () => {
    const results = Array.from({ length: 10 }, () => ({}));
    expect(next({ results, total_count: 25 }, null)).toBe('10');
    expect(next({ results, total_count: 25 }, '10')).toBe('20');
    expect(next({ results: results.slice(5), total_count: 25 }, '20')).toBeNull();
  });

  it('treats an empty page as a failure and not as the end', () => {
    expect(search.refusal?.({ success: true, results: [], total_count: 0 })).toBe('retry');
  });
});

describe('the URL of a page on Steam', () => {
  it('encodes slashes, question marks and stars of the name', () => {
    expect(itemPage('TF2', 'A/B? ★ #1')).toBe(
      'https://steamcommunity.com/market/listings/440/A%2FB%3F%20%E2%98%85%20%231',
    );
  });
});

describe('an empty page of the search', () => {
  const refusal = (more: object) =>
    steamMarket.sources.find(({ name }) => name === 'search')?.refusal?.({ success: true, results: [], ...more });

  it('is requested again where there should be items, and is the end after the last of them', () => {
    expect(refusal({ start: 0, total_count: 0 })).toBe('retry');
    expect(refusal({ start: 40, total_count: 45 })).toBe('retry');
    expect(refusal({ total_count: 45 })).toBe('retry');
    // The last item was sold out after the previous page had listed it
    expect(refusal({ start: 40, total_count: 40 })).toBeNull();
  });
});
