import { describe, expect, it } from 'vitest';
import type { About } from '../../contract/connector.ts';
import { csfloat } from './index.ts';
import { keyedOrders, parseBuyOrder, parseListing, parsePriceListRow } from './parse.ts';
import type { Listing } from './wire.ts';

const about: About = { game: 'CS2', item: '★ Gut Knife | Doppler (Factory New)', marketplaceItemId: null, at: 0 };

const listing = (item: Partial<Listing['item']> = {}, row: Partial<Listing> = {}): Listing => ({
  id: '912345678901234567',
  type: 'buy_now',
  state: 'listed',
  price: 355,
  seller: { steam_id: '76561190000000001' },
  item: { market_hash_name: 'P250 | Sand Dune (Field-Tested)', paint_index: 99, ...item },
  ...row,
});

const source = (name: string) => {
  const found = csfloat.sources.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no source ${name}`);
  return found;
};

describe('a listing on CSFloat', () => {
  it('is no offer while it is an auction, or once it is sold or taken down', () => {
    expect(parseListing(listing(), about)?.price).toEqual({ amount: 3550, currency: 'USD' });
    expect(parseListing(listing({}, { type: 'auction' }), about)).toBeNull();
    expect(parseListing(listing({}, { state: 'sold' }), about)).toBeNull();
    expect(parseListing(listing({}, { state: 'delisted' }), about)).toBeNull();
  });

  it('has a good link of the two that rows carry', () => {
    const link = 'steam://run/730//+csgo_econ_action_preview%20001807A862';
    const linkOf = (item: Partial<Listing['item']>) => parseListing(listing(item), about)?.inspectLink;

    expect(linkOf({ serialized_inspect: '', inspect_link: link })).toBe(link);
    expect(linkOf({ serialized_inspect: link, inspect_link: 'steam://old' })).toBe(link);
  });

  it('has no owner when the seller is private', () => {
    const { seller: _, ...row } = listing();
    expect(parseListing(listing({}, { seller: {} }), about)?.ownerId).toBeNull();
    expect(parseListing(row, about)?.ownerId).toBeNull();
    expect(parseListing(listing(), about)?.ownerId).toBe('76561190000000001');
  });

  it('has no stickers when a skin lacks the key, and unknown ones when it cannot carry any', () => {
    expect(parseListing(listing(), about)?.stickers).toEqual([]);
    const { paint_index: _, ...bare } = listing().item;
    expect(parseListing({ ...listing(), item: bare }, about)?.stickers).toBeNull();
  });

  it('reads a sticker without wear as never scraped, and charms with their pattern', () => {
    const stickers = [{ name: 'Sticker | Crown (Foil)', slot: 1 }];
    const keychains = [{ name: 'Charm | Big Kev', pattern: 4_711 }];
    expect(parseListing(listing({ stickers, keychains }), about)).toMatchObject({
      stickers: [{ name: 'Sticker | Crown (Foil)', slot: 1, wear: 0 }],
      charms: [{ name: 'Charm | Big Kev', pattern: 4_711 }],
    });
    expect(parseListing(listing({ keychains: [{ pattern: 4_711 }] }), about)).not.toHaveProperty('charms');
  });

  it('prefers the newer inspect link, and gives none that is not valid', () => {
    const [old, lasting] = ['steam://rungame/730/1/+csgo_econ_action_preview%20S1A2D3', 'steam://run/730//+x%2000'];
    expect(parseListing(listing({ inspect_link: old }), about)?.inspectLink).toBe(old);
    expect(parseListing(listing({ inspect_link: old, serialized_inspect: lasting }), about)?.inspectLink).toBe(lasting);
    expect(parseListing(listing({ serialized_inspect: '00180720' }), about)?.inspectLink).toBeNull();
  });
});

describe('a price list row of CSFloat', () => {
  it('counts under either of its names', () => {
    const row = { market_hash_name: 'Kilowatt Case', min_price: 31 };
    expect(parsePriceListRow({ ...row, quantity: 7 }, about).offerCount).toBe(7);
    expect(parsePriceListRow({ ...row, qty: 7 }, about).offerCount).toBe(7);
  });
});

describe('a buy order on CSFloat', () => {
  const read = (order: object) =>
    keyedOrders({ data: [order] }).map((row) => parseBuyOrder(row as Parameters<typeof parseBuyOrder>[0], about))[0];
  const withExpression = (expression: string) => read({ expression, qty: 1, price: 100 });

  it('with an expression is for one variant when that requires nothing else', () => {
    expect(withExpression('(DefIndex == 506 and PaintIndex == 417 and StatTrak == false)')?.phase).toBe('417');
    expect(withExpression('(DefIndex == 506 and StatTrak == false and Souvenir == false)')?.phase).toBeNull();
  });

  it('that requires more, a choice or another item is no plain bid', () => {
    for (const expression of [
      '(DefIndex == 506 and PaintIndex == 417 and FloatValue < 0.01)',
      '(DefIndex == 506 and (PaintIndex == 417 or PaintIndex == 418))',
      '(DefIndex == 506 and PaintIndex == 417 and StatTrak == true)',
      '(DefIndex == 506 and PaintIndex >= 415)',
      '(DefIndex == 506 and not PaintIndex == 417)',
      'HasSticker(55)',
    ])
      expect(withExpression(expression), expression).toBeNull();
  });

  it('with conditions in addition to its name is no plain bid', () => {
    const order = { market_hash_name: 'Kilowatt Case', qty: 1, price: 30 };
    expect(read({ ...order, hybrid_properties: { max_float: 0.1 } })).toBeNull();
    expect(read({ ...order, hybrid_properties: [] })).not.toBeNull();
    expect(read(order)).not.toBeNull();
  });

  it('keeps its key when its quantity changes, and two alike have two keys', () => {
    const order = { market_hash_name: 'Kilowatt Case', qty: 1, price: 30 };
    const keys = (orders: object[]) => keyedOrders({ data: orders }).map((row) => (row as { key: string }).key);
    expect(keys([order, order])).toEqual(['Kilowatt Case:30', 'Kilowatt Case:30|2']);
    expect(keys([{ ...order, qty: 5 }])).toEqual(['Kilowatt Case:30']);
  });
});

describe('a request to CSFloat without a key', () => {
  it('is exactly what it answers: a cursor or another sort order is refused', () => {
    const queries = ['newest', 'best-deals'].map((name) => {
      const found = source(name);
      return found.kind === 'walk' ? [found.request({ game: 'CS2', cursor: null }).query, found.pages] : null;
    });
    expect(queries).toEqual([
      [{ limit: 5, min_ref_qty: 20, type: 'buy_now', min_price: 500, sort_by: 'most_recent' }, 1],
      [{ limit: 40, min_ref_qty: 20 }, 1],
    ]);
  });

  it('can be refused with a success status', () => {
    const { refusal } = source('sales');
    expect(refusal?.({ code: 20, message: 'too many requests' })).toBe('limited');
    expect(refusal?.({ code: 200, message: 'commodity' })).toBe('gone');
    expect(refusal?.([])).toBeNull();
  });
});
