import { describe, expect, it } from 'vitest';
import type { About, Lookup } from '../../contract/connector.ts';
import { readText } from '../../contract/suite/read-text.ts';
import type { Asset, Bill, BuyOrderRow, SellOrder } from '../families/buff-rows.ts';
import { buff163 } from './index.ts';
import { parseBill, parseBuyOrder, parseGoods, parseSellOrder } from './parse.ts';

const at = Date.UTC(2026, 0, 15, 12, 20);
const about: About = { game: 'CS2', item: '★ Bowie Knife | Doppler (Factory New)', marketplaceItemId: '900009', at };

const asset = (changes: Partial<Asset> = {}): Asset => ({
  assetid: '9007199254740993',
  action_link: '',
  paintwear: '0.03',
  has_tradable_cooldown: false,
  info: { paintindex: 418, paintseed: 0, stickers: [] },
  ...changes,
});

const sellOrder = (changes: Partial<Asset> = {}): SellOrder => ({
  goods: { appid: 730, market_hash_name: '★ Bowie Knife | Doppler (Factory New)' },
  order: { id: '39-A-1', goods_id: 900009, state: 1, price: '1500.5', user_id: 'U1', asset_info: asset(changes) },
});

describe('a sell order on Buff', () => {
  it('has no float where the text is empty, and seed 0 is a seed', () => {
    expect(parseSellOrder(sellOrder(), about)).toMatchObject({ float: 0.03, paintSeed: 0 });
    expect(parseSellOrder(sellOrder({ paintwear: '' }), about)?.float).toBeNull();
  });

  it('is tradable now, at a stated time, or in a number of days and hours after the answer', () => {
    const lock = (changes: Partial<Asset>) =>
      parseSellOrder(sellOrder({ has_tradable_cooldown: true, ...changes }), about)?.tradableAt;
    expect(parseSellOrder(sellOrder(), about)?.tradableAt).toBe(0);
    expect(lock({ tradable_unfrozen_time: 1_768_953_600 })).toBe(1_768_953_600_000);
    expect(lock({ tradable_cooldown_text: '5天20小时' })).toBe(Date.UTC(2026, 0, 21, 9));
    expect(lock({ tradable_cooldown_text: '3天' })).toBe(Date.UTC(2026, 0, 18, 13));
    expect(lock({ tradable_cooldown_text: '7小时' })).toBe(Date.UTC(2026, 0, 15, 20));
    expect(lock({ tradable_cooldown_text: '立即可取回' })).toBeNull();
  });

  it('does not use a page of Buff’s own as inspect link', () => {
    expect(
      parseSellOrder(sellOrder({ action_link: '/api/market/cs2_inspect/?assetid=5' }), about)?.inspectLink,
    ).toBeNull();
  });

  it('names its stickers as every other marketplace does', () => {
    const stickers = [
      { name: 'Crown (Foil)', slot: 0, wear: 0 },
      { name: 'Sticker | Howl', slot: 1, wear: 0.5 },
      { name: 'Howl', slot: 2, wear: 0, category: 'patch' },
    ];
    const info = { paintindex: 418, stickers };
    expect(parseSellOrder(sellOrder({ info }), about)?.stickers?.map(({ name }) => name)).toEqual([
      'Sticker | Crown (Foil)',
      'Sticker | Howl',
      'Patch | Howl',
    ]);
  });

  it('of a game other than requested gives nothing', () => {
    expect(parseSellOrder(sellOrder(), { ...about, game: 'Dota2' })).toBeNull();
  });
});

describe('a buy order on Buff', () => {
  const row = (changes: Partial<BuyOrderRow> = {}): BuyOrderRow => ({
    id: '260101T1',
    appid: 730,
    state: 'progressing',
    price: '1200',
    num: 3,
    real_num: 0,
    specific: [],
    ...changes,
  });

  it('counts what is not bought yet', () => {
    expect(parseBuyOrder(row({ real_num: 1 }), about)?.quantity).toBe(2);
    expect(parseBuyOrder(row({ real_num: 3 }), about)).toBeNull();
    expect(parseBuyOrder(row({ state: 'closed' }), about)).toBeNull();
  });

  it('for one phase is a bid for that phase, and with any other condition no plain bid', () => {
    const phase = { type: 'phase', text: 'P1' };
    expect(parseBuyOrder(row({ specific: [phase] }), about)?.phase).toBe('P1');
    for (const specific of [
      [{ type: 'paintwear', text: '0.00-0.01' }],
      [phase, phase],
      [{ type: 'phase', text: 'P1 / P2' }],
      [{ type: 'phase' }],
      ['P1'],
      [null],
    ])
      expect(parseBuyOrder(row({ specific }), about), JSON.stringify(specific)).toBeNull();
  });
});

describe('a price on Buff', () => {
  it('of "0" means none', () => {
    const goods = { id: 1, appid: 730, market_hash_name: 'Kilowatt Case', sell_num: 0 };
    expect(parseGoods({ ...goods, sell_min_price: '0' }, about)?.lowest).toBeNull();
    expect(parseGoods({ ...goods, sell_min_price: '1.2' }, about)?.lowest).toEqual({ amount: 1200, currency: 'CNY' });
  });
});

describe('a bill on Buff', () => {
  const bill = (changes: Partial<Bill> = {}): Bill => ({
    appid: 730,
    goods_id: 900009,
    price: '1500',
    transact_time: 1_768_435_200,
    asset_info: asset(),
    ...changes,
  });

  it('is identified by item, asset, time and price, since its own id is its position', () => {
    const ids = [bill(), bill({ asset_info: asset({ assetid: '9007199254740995' }) }), bill({ price: '1501' })].map(
      (row) => parseBill(row, about)?.saleId,
    );
    expect(ids).toEqual([
      '900009:9007199254740993:1768435200:1500',
      '900009:9007199254740995:1768435200:1500',
      '900009:9007199254740993:1768435200:1501',
    ]);
  });

  it('without a time of purchase is no sale', () => {
    expect(parseBill(bill({ transact_time: null }), about)).toBeNull();
  });
});

describe('a request to Buff', () => {
  const lookups = buff163.sources.filter((source): source is Lookup<unknown> => source.kind === 'lookup');

  it('about one item needs Buff’s id of it', () => {
    for (const { request } of lookups) {
      expect(request({ game: 'CS2', item: 'Kilowatt Case', marketplaceItemId: null })).toBeNull();
      expect(request({ game: 'TF2', item: 'Key', marketplaceItemId: '7' })?.query).toMatchObject({
        game: 'tf2',
        goods_id: '7',
      });
    }
  });

  it('can be refused with status 200', () => {
    const outcome = (name: string, code: string) => {
      const source = buff163.sources.find((candidate) => candidate.name === name) ?? lookups[0];
      if (source === undefined) throw new Error('no source');
      return readText(source, JSON.stringify({ code, error: '', extra: null }), about).outcome;
    };
    expect(outcome('sell-orders', 'Login Required')).toBe('refused');
    expect(outcome('goods', 'Steam Binding Required')).toBe('refused');
    expect(outcome('buy-orders', 'Login Required')).toBe('blocked');
    expect(outcome('goods', 'Captcha Validate Required')).toBe('blocked');
    expect(outcome('bill-orders', 'Path Not Found')).toBe('gone');
    expect(outcome('goods-info', 'Invalid Argument')).toBe('gone');
    expect(outcome('goods', 'Server Busy')).toBe('retry');
  });

  it('is walked to the last page', () => {
    const goods = buff163.sources.find(({ name }) => name === 'goods');
    const next = goods?.kind === 'walk' && typeof goods.cursorAt === 'function' ? goods.cursorAt : () => undefined;
    expect(next({ data: { total_page: 2 } }, null)).toBe('2');
    expect(next({ data: { total_page: 2 } }, '2')).toBeNull();
    expect(next({ data: {} }, '2')).toBeNull();
  });
});
