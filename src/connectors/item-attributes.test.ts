import { describe, expect, it } from 'vitest';
import type { About } from '../contract/connector.ts';
import { itemAttributes } from '../contract/item-attributes.ts';
import { attributesOfTags } from '../contract/steam-tags.ts';
import { receivedAt } from '../contract/suite/fixtures.ts';
import { readText } from '../contract/suite/read-text.ts';
import { itemAttributesOf } from '../normalise/item-attributes.ts';
import { type Game, noAttributes } from '../schema/index.ts';
import { connectors } from './index.ts';

const name = 'Inscribed Exalted Arms';

/** What an answer tells of its item, in one spelling for all marketplaces. */
function toldBy(slug: string, sourceName: string, payload: object, game: Game = 'Dota2') {
  const source = connectors.find((one) => one.slug === slug)?.sources.find((one) => one.name === sourceName);
  if (source === undefined) throw new Error(`${slug} has no source ${sourceName}`);
  const about: About = { game, item: null, marketplaceItemId: null, at: receivedAt };
  const { rejected, records } = readText(source, JSON.stringify(payload), about);
  expect({ rejected, count: records.length }).toEqual({ rejected: [], count: 1 });
  const [record] = records;
  const stated = record !== undefined && 'itemAttributes' in record ? record.itemAttributes : undefined;
  return itemAttributesOf(game, stated ?? noAttributes);
}

describe('what a marketplace tells of an item', () => {
  const both = { ...noAttributes, rarity: 'Mythical', hero: 'Axe' };

  it('is read from DMarket', () => {
    const offer = (dota2: object | null) => ({
      items: [{ offerId: '1', priceCents: '120', attributes: { gameId: '9a92', title: name, dota2 } }],
      cursor: '',
    });
    expect(toldBy('dmarket', 'newest', offer({ hero: 'Axe', rarity: 'mythical' }))).toEqual(both);
    expect(toldBy('dmarket', 'newest', offer({ hero: '', rarity: null }))).toBeNull();
    expect(toldBy('dmarket', 'newest', offer(null))).toBeNull();
  });

  it("is read from C5Game, by Steam's tags and not by their Chinese names", () => {
    const offer = (itemInfo: object) => ({
      success: true,
      data: {
        list: [{ id: '1', appId: 570, itemId: '7', marketHashName: name, price: 3, itemInfo }],
        total: 1,
        pages: 1,
      },
    });
    const tags = { rarity: 'Rarity_Mythical', rarityName: '神话', hero: 'npc_dota_hero_axe', heroName: '斧王' };
    expect(toldBy('c5game', 'offers', offer(tags))).toEqual(both);
    expect(toldBy('c5game', 'offers', offer({ rarityName: '神话', heroName: '斧王' }))).toBeNull();
  });

  it('is read from CS.Deals', () => {
    const listing = (app_id: number, told: object) => ({
      listings: [{ id: 5, app_id, market_hash_name: name, price: 90, trade_locked_until: null, ...told }],
      next_cursor: null,
    });
    const hero = { dota_hero: 'Axe', rust_type: null };
    expect(toldBy('cs-deals', 'listings', listing(570, hero))).toEqual({ ...noAttributes, hero: 'Axe' });
    const type = { dota_hero: null, rust_type: 'Metal Facemask' };
    expect(toldBy('cs-deals', 'listings', listing(252_490, type), 'Rust')).toEqual({
      ...noAttributes,
      itemType: 'Metal Facemask',
    });
  });

  it('is read from the details of Mannco.store, which have no price', () => {
    const details = (told: object, game = 570) => ({
      err: false,
      success: true,
      content: { informations: { id: 7, name: `${name} ;`, game, deal: 120, ...told } },
    });
    expect(toldBy('mannco-store', 'details', details({ rarity: 'Mythical ;', hero: 'Axe' }))).toEqual(both);
    expect(toldBy('mannco-store', 'details', details({ rarity: 'Mythical' }))).toEqual({ ...both, hero: null });
    // Words of another game
    expect(toldBy('mannco-store', 'details', details({ rarity: 'Covert', hero: 'Scout' }))).toBeNull();
  });

  it('is read from the types of the Steam market', () => {
    const result = (appid: number, type: string | null) => ({
      total_count: 1,
      results: [
        {
          hash_name: name,
          sell_listings: 3,
          sell_price: 120,
          sell_price_text: '$1.20',
          asset_description: { appid, icon_url: null, type },
        },
      ],
    });
    expect(toldBy('steam-market', 'search', result(570, 'Inscribed Mythical Arms'))?.rarity).toBe('Mythical');
    expect(toldBy('steam-market', 'search', result(570, null))).toBeNull();
    expect(toldBy('steam-market', 'search', result(252_490, 'Workshop Item'), 'Rust')).toBeNull();
  });

  it('is read from the tags of BUFF163', () => {
    const tags = { rarity: { internal_name: 'mythical' }, hero: { internal_name: 'npc_dota_hero_axe' } };
    const goods = (info: object | null) => ({
      code: 'OK',
      data: {
        items: [
          {
            ...{ id: 9, appid: 570, market_hash_name: name, sell_min_price: '8', sell_num: 2 },
            goods_info: { icon_url: null, info },
          },
        ],
        total_page: 1,
      },
    });
    expect(toldBy('buff163', 'goods', goods({ tags }))).toEqual(both);
    expect(toldBy('buff163', 'goods', goods({ tags: { rarity: null } }))).toBeNull();
    expect(toldBy('buff163', 'goods', goods(null))).toBeNull();
  });

  it('is read of items of CS2, TF2 and Rust', () => {
    const about = { market_hash_name: 'AK-47 | Redline (Field-Tested)' };
    const steam = (appid: number, type: string) => ({
      total_count: 1,
      results: [
        {
          ...{ hash_name: 'x', sell_listings: 3, sell_price: 120, sell_price_text: '$1.20' },
          asset_description: { appid, icon_url: null, type },
        },
      ],
    });
    expect(toldBy('steam-market', 'search', steam(730, 'StatTrak™ Classified Rifle'), 'CS2')).toEqual({
      ...noAttributes,
      rarity: 'Classified',
      kind: 'rifle',
    });
    expect(toldBy('steam-market', 'search', steam(440, 'Limited Level 64 Hat'), 'TF2')).toEqual({
      ...noAttributes,
      itemType: 'Hat',
      kind: 'cosmetic',
    });
    const item = { ...about, rarity_name: 'Classified', collection: 'The Phoenix Collection' };
    const floatListing = { data: [{ id: '1', type: 'buy_now', state: 'listed', price: 100, item }] };
    expect(toldBy('csfloat', 'newest', floatListing, 'CS2')).toEqual({
      ...noAttributes,
      rarity: 'Classified',
      collections: ['The Phoenix Collection'],
    });
    const cs2 = { quality: 'covert', collection: 'The Dust Collection' };
    const dmarket = {
      items: [{ offerId: '1', priceCents: '120', attributes: { gameId: 'a8db', title: 'x', cs2 } }],
      cursor: '',
    };
    expect(toldBy('dmarket', 'newest', dmarket, 'CS2')).toEqual({
      ...noAttributes,
      rarity: 'Covert',
      collections: ['The Dust Collection'],
    });
  });

  it("is read from Steam's tags wherever they are, by their machine names", () => {
    const tag = (category: string, internal_name: string, localized_tag_name: string) => ({
      ...{ category, internal_name, localized_tag_name },
    });
    const told = (game: Game, ...tags: object[]) =>
      itemAttributesOf(game, itemAttributes(attributesOfTags(tags)).itemAttributes ?? noAttributes);
    expect(
      told(
        'CS2',
        tag('Rarity', 'Rarity_Ancient_Weapon', 'Covert'),
        tag('Type', 'CSGO_Type_Rifle', 'Rifle'),
        tag('ItemSet', 'set_community_2', 'The Phoenix Collection'),
        tag('Quality', 'strange', 'StatTrak™'),
      ),
    ).toEqual({ ...noAttributes, rarity: 'Covert', kind: 'rifle', collections: ['The Phoenix Collection'] });
    const classes = [tag('Class', 'Pyro', 'Pyro'), tag('Class', 'Heavy', 'Heavy')];
    expect(told('TF2', ...classes)?.classes).toEqual(['Heavy', 'Pyro']);
    const heroes = [tag('Hero', 'npc_dota_hero_axe', 'Axe'), tag('Hero', 'npc_dota_hero_lina', 'Lina')];
    expect(told('Dota2', heroes[0] as object, tag('Slot', 'neck', 'Neck'))).toMatchObject({ hero: 'Axe', slot: 'Neck' });
    expect(told('Dota2', ...heroes)).toBeNull();
    expect(told('Rust', tag('itemclass', 'tshirt.long', 'Long TShirt'))?.itemType).toBe('Long TShirt');
  });
});
