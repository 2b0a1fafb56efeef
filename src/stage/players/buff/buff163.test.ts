import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../../test/support/runner/shared-folder.ts';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { missingFrom } from '../../../../test/support/stage/shape.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import type { Game } from '../../../schema/index.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import type { CatalogueItem } from '../../market/world.ts';
import { buff163 } from './buff163.ts';

type Row = Readonly<Record<string, unknown>>;

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(buff163, world, now);
const market = 'https://buff.163.com/api/market';
const headers = { cookie: 'lang=en; session=1-0123456789abcdef' };
const redline = liquidNames.CS2;
const doppler = '★ Karambit | Doppler (Factory New)';

const itemOf = (name: string, game: Game = 'CS2'): CatalogueItem => {
  const item = world.itemNamed(game, name);
  if (item === null) throw new Error(`"${name}" is missing`);
  return item;
};

/** Rounding to whole fen changes a price by half a fen at most. */
const yuan = (usd: number): string => String(Math.round(usd * world.rates.CNY * 100) / 100);

const goodsOf = (game: string): readonly Row[] =>
  jsonOf(ask(`${market}/goods?game=${game}&page_num=1&page_size=80`, { headers })).data.items;
const idOf = (name: string, game = 'csgo'): unknown =>
  goodsOf(game).find((row) => row['market_hash_name'] === name)?.['id'];

const about = (call: string, name: string, query = '', game = 'csgo') =>
  ask(`${market}/goods/${call}?game=${game}&goods_id=${idOf(name, game)}${query}`, { headers });
const rowsOf = (...args: Parameters<typeof about>): readonly Row[] => jsonOf(about(...args)).data.items;

/** All pages in sequence. */
const walked = (call: string, name: string, query = ''): readonly Row[] => {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total_page } = jsonOf(about(call, name, `${query}&page_num=${page}`)).data;
    rows.push(...items);
    if (page >= total_page) return rows;
  }
};

describe('Buff163 as played', () => {
  it.each([
    ['csgo', 'CS2'],
    ['dota2', 'Dota2'],
    ['tf2', 'TF2'],
  ] as const)('lists all goods of %s in yuan, page by page', (word, game) => {
    const rows: Row[] = [];
    for (let page = 1; ; page += 1) {
      const { data } = jsonOf(ask(`${market}/goods?game=${word}&page_num=${page}&page_size=7`, { headers }));
      rows.push(...data.items);
      if (page >= data.total_page) break;
    }
    const mine = rows.find((row) => row['market_hash_name'] === liquidNames[game]);
    const listings = world.listings('buff163', itemOf(liquidNames[game], game));
    const orders = world.buyOrders('buff163', itemOf(liquidNames[game], game));

    expect(rows.map((row) => row['market_hash_name'])).toEqual(world.items(game).map(({ name }) => name));
    expect(new Set(rows.map((row) => row['id'])).size).toBe(rows.length);
    expect(mine).toMatchObject({
      game: word,
      sell_min_price: yuan(listings[0]?.priceUsd ?? 0),
      sell_num: listings.length,
      buy_max_price: yuan(orders[0]?.priceUsd ?? 0),
    });
  });

  it('writes 0 for goods that nobody sells', () => {
    const quiet = world.items('CS2').filter((item) => world.listings('buff163', item).length === 0);
    const shown = goodsOf('csgo').filter((row) => row['sell_num'] === 0);

    expect(shown.map((row) => row['sell_min_price'])).toEqual(quiet.map(() => '0'));
  });

  it('summarises one goods without a session, with the tags of its variants', () => {
    const reply = ask(`${market}/goods/info?game=csgo&goods_id=${idOf(doppler)}`);
    const { data } = jsonOf(reply);
    const tags: readonly { readonly name: string; readonly id: number }[] = data.asset_tags[0].items;

    expect(data).toMatchObject({ market_hash_name: doppler, sell_num: expect.any(Number) });
    expect(tags.map(({ name }) => name)).toEqual(['Ruby', 'Sapphire', 'Black Pearl', 'P1', 'P2', 'P3', 'P4']);
    expect(new Set(tags.map(({ id }) => id)).size).toBe(7);
  });

  it('lists offers ten to a page from the cheapest, locked ones only on request', () => {
    const listings = world.listings('buff163', itemOf(redline));
    const open = listings.filter(({ tradableAt }) => tradableAt === null || tradableAt <= now);
    const prices = (rows: readonly Row[]) => rows.map((row) => row['price']);

    expect(rowsOf('sell_order', redline).length).toBeLessThanOrEqual(10);
    expect(prices(walked('sell_order', redline, '&sort_by=price.asc'))).toEqual(
      open.map(({ priceUsd }) => yuan(priceUsd)),
    );
    expect(prices(walked('sell_order', redline, '&allow_tradable_cooldown=1'))).toEqual(
      listings.map(({ priceUsd }) => yuan(priceUsd)),
    );
    expect(open.length).toBeLessThan(listings.length);
  });

  it('gives the end of a trade lock in seconds and in words', () => {
    const offers = walked('sell_order', redline, '&allow_tradable_cooldown=1').map(
      (row): Row => Object(row['asset_info']),
    );
    const listings = world.listings('buff163', itemOf(redline));

    for (const [index, { tradableAt }] of listings.entries()) {
      expect(offers[index]).toMatchObject(
        tradableAt === null
          ? { has_tradable_cooldown: false, tradable_unfrozen_time: null, tradable_cooldown_text: '' }
          : {
              has_tradable_cooldown: true,
              tradable_unfrozen_time: Math.floor(tradableAt / 1000),
              tradable_cooldown_text: expect.stringMatching(/^\d天\d+小时$/),
            },
      );
    }
  });

  it('writes floats as text, a missing one as empty text, and stickers without their prefix', () => {
    const [offer] = rowsOf('sell_order', redline, '&allow_tradable_cooldown=1');
    const [listing] = world.listings('buff163', itemOf(redline));
    const boxes = world.items('CS2').filter(({ type }) => type === 'Container');
    const [box] = boxes.flatMap(({ name }) => rowsOf('sell_order', name, '&allow_tradable_cooldown=1'));
    const names = world
      .items('CS2')
      .flatMap(({ name }) => rowsOf('sell_order', name))
      .flatMap((row) => Object(Object(row['asset_info']).info).stickers)
      .map(({ name }) => name);

    expect(offer?.['asset_info']).toMatchObject({
      paintwear: String(listing?.float),
      info: { paintindex: 282, paintseed: listing?.paintSeed },
    });
    expect(box?.['asset_info']).toMatchObject({ paintwear: '' });
    expect(Object(Object(box?.['asset_info']).info)).not.toHaveProperty('paintindex');
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => name.startsWith('Sticker'))).toEqual([]);
  });

  it('selects one Doppler variant by its tag', () => {
    const [any] = world.listings('buff163', itemOf(doppler));
    const word = any?.phase?.replace('Phase ', 'P');
    const { data } = jsonOf(about('info', doppler));
    const tag = data.asset_tags[0].items.find((one: { readonly name: string }) => one.name === word);
    const rows = walked('sell_order', doppler, `&allow_tradable_cooldown=1&tag_ids=${tag.id}`);

    expect(rows.length).toBe(
      world.listings('buff163', itemOf(doppler)).filter(({ phase }) => phase === any?.phase).length,
    );
    for (const row of rows) expect(Object(row['asset_info']).info.phase_data).toMatchObject({ name: word });
  });

  it('shows buy orders without a session, including their special wishes', () => {
    const rows = walked('buy_order', doppler);
    const plain = rows.filter((row) => Object(row['specific']).length === 0);
    const orders = world.buyOrders('buff163', itemOf(doppler));
    const wanted = orders.filter(({ phase }) => phase === null);

    expect(ask(`${market}/goods/buy_order?game=csgo&goods_id=${idOf(doppler)}`)?.body).toMatchObject({ code: 'OK' });
    expect(plain.map((row) => [row['price'], Number(row['num']) - Number(row['real_num'])])).toEqual(
      wanted.map(({ priceUsd, quantity }) => [yuan(priceUsd), quantity]),
    );
    expect(orders.length).toBeGreaterThan(wanted.length);
    expect(new Set(rows.map((row) => row['id'])).size).toBe(rows.length);
  });

  it('has orders for a range of floats above the plain ones', () => {
    const picky = world
      .items('CS2')
      .map(({ name }) => rowsOf('buy_order', name))
      .filter(([first]) => Object(first?.['specific'])[0]?.type === 'paintwear');

    expect(picky.length).toBeGreaterThan(0);
    for (const [first, second] of picky) expect(Number(first?.['price'])).toBeGreaterThan(Number(second?.['price']));
  });

  it('lists the last ten sales without a usable id', () => {
    const rows = rowsOf('bill_order', redline);
    const sales = world.sales('buff163', itemOf(redline)).slice(0, 10);

    expect(rows.map((row) => [row['price'], row['transact_time'], row['id']])).toEqual(
      sales.map(({ priceUsd, soldAt }) => [yuan(priceUsd), Math.floor(soldAt / 1000), 0]),
    );
    expect(rowsOf('bill_order', liquidNames.Dota2, '', 'dota2').map((row) => row['id'])).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
  });

  const anyId = () => idOf(redline);
  it.each([
    ['goods', {}, 'Login Required', () => 'goods?game=csgo'],
    ['goods', { cookie: 'session=' }, 'Login Required', () => 'goods?game=csgo'],
    ['offers', {}, 'Login Required', () => `goods/sell_order?game=csgo&goods_id=${anyId()}`],
    ['sales', {}, 'Login Required', () => `goods/bill_order?game=csgo&goods_id=${anyId()}`],
    [
      'offers',
      { cookie: 'session=unlinked-account' },
      'Steam Binding Required',
      () => `goods/sell_order?game=csgo&goods_id=${anyId()}`,
    ],
    ['a dead path', headers, 'Path Not Found', () => 'category?game=csgo'],
    ['Rust', headers, 'Invalid Argument', () => 'goods?game=rust'],
    ['large pages', headers, 'Invalid Argument', () => 'goods?game=csgo&page_size=81'],
    ['unknown goods', {}, 'Invalid Argument', () => 'goods/info?game=csgo&goods_id=1'],
  ])('refuses %s inside status 200 (%o): %s', (_case, sent, code, call) => {
    const reply = ask(`${market}/${call()}`, { headers: sent });

    expect(reply?.status ?? 200).toBe(200);
    expect(reply?.body).toEqual({ code, error: expect.any(String), extra: null });
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'buff163');

describe.runIf(existsSync(recordings))('recorded answers of Buff163', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(recordings, file), 'utf8'));
  const tags = (path: string) =>
    ['weapon', 'category', 'category_group', 'series', 'weaponcase'].map((tag) => `${path}.${tag}`);
  const merged = (call: string, game = 'csgo', query = '&allow_tradable_cooldown=1') =>
    goodsOf(game).map((row) => jsonOf(about(call, String(row['market_hash_name']), query, game)));

  it.each(['goods-1.json', 'goods-2.json'])('have no key or kind of value in %s that the played goods lack', (file) => {
    const played = jsonOf(ask(`${market}/goods?game=csgo&page_size=80`, { headers }));

    expect(missingFrom(played, read(file), tags('.data.items[].goods_info.info.tags'))).toEqual([]);
  });

  it('have no key or kind of value in the buy orders that the played ones lack', () => {
    expect(missingFrom(merged('buy_order'), [read('buy_order-1.json')])).toEqual([]);
  });

  it.each([
    ['sell_order-csgo-1.json', 'csgo'],
    ['sell_order-dota2-1-partial.json', 'dota2'],
  ])('have no key or kind of value in %s that the played offers lack', (file, game) => {
    const item = '[].data.items[]';
    // Excluded: pictures, the site's own choices for a page, and gems, which the world does not have
    const leftOut = [
      ...['background_image_url', 'img_src', 'can_bargain_chat', 'allow_bargain_chat', 'can_use_inspect_trn_url'].map(
        (key) => `${item}.${key}`,
      ),
      ...['mobile_size', 'mobile_url', 'preview_size', 'preview_url', 'size', 'state', 'url', 'start_at'].map(
        (key) => `${item}.asset_info.info.inspect_${key}`,
      ),
      `${item}.asset_info.info.inspected_at`,
      `${item}.asset_info.info.gems[]`,
      `${item}.asset_info.info.fraudwarnings`,
      ...['preview_screenshots', 'show_game_cms_icon', 'show_pay_method_icon', 'src_url_background'].map(
        (key) => `[].data.${key}`,
      ),
      '[].data.user_infos.*.active_level',
      '[].data.user_infos.*.v_types',
      '[].data.goods_infos.*.steam_price_custom',
      '[].data.goods_infos.*.item_id',
      ...tags('[].data.goods_infos.*.tags'),
    ];

    expect(missingFrom(merged('sell_order', game), [read(file)], leftOut)).toEqual([]);
  });

  it('have no key or kind of value in the sales that the played ones lack', () => {
    const item = '[].data.items[]';
    const leftOut = [
      ...['buyer_cancel_timeout', 'buyer_send_offer_timeout', 'can_replace_asset', 'coupon_info'],
      ...['deliver_expire_timeout', 'fail_confirm', 'has_sent_offer', 'is_seller_asked_to_send_offer'],
      ...['pay_expire_timeout', 'pay_method_text', 'receive_expire_timeout', 'recent_average_duration'],
      ...['recent_deliver_rate', 'seller_can_cancel', 'seller_cookie_invalid', 'trade_offer_trace_url'],
      ...['trade_offer_url', 'asset_info.info.gems[]', 'asset_info.info.unlock_style[]'],
    ].map((key) => `${item}.${key}`);

    expect(missingFrom(merged('bill_order', 'dota2'), [read('bill_order-dota2-1.json')], leftOut)).toEqual([]);
  });

  it('have no price, count or tag in the summary that the played one lacks', () => {
    // The other fields are choices and switches for the menus of the site
    const comparedKeys =
      /^(id|appid|game|name|\w*short_name|market_hash_name|steam_market_url|item_id|paintwear_range|asset_tags\w*|\w+_num|\w+_price)$/;
    const recorded = Object.entries(read('goods_info-1.json').data).filter(([key]) => comparedKeys.test(key));
    const played = merged('info').map((one) => one.data);

    expect(recorded.length).toBeGreaterThan(20);
    expect(missingFrom(played, [Object.fromEntries(recorded)])).toEqual([]);
  });

  it.each([
    ['error_login_required-1.json', 'goods', {}],
    ['error_path_not_found-1.json', 'category', {}],
  ])('have the same refusals as the played ones: %s', (file, call, sent) => {
    expect(ask(`${market}/${call}?game=csgo`, { headers: sent })?.body).toEqual(read(file));
  });

  it('refuse an account without Steam with the same text', () => {
    const reply = ask(`${market}/goods/bill_order?game=csgo&goods_id=${idOf(redline)}`, {
      headers: { cookie: 'session=unlinked-account' },
    });

    expect(reply?.body).toEqual(read('error_steam_binding-1.json'));
  });
});
