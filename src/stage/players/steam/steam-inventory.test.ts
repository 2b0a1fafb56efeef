import { describe, expect, it } from 'vitest';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { readMessage, unmasked } from '../../../../test/support/stage/protobuf.ts';
import { sampleOf } from '../../catalogue/catalogue.ts';
import { createWorld } from '../../market/create-world.ts';
import { steamMarketIn } from './steam-market.ts';
import { strangersCurrency } from './steam-price.ts';

const world = createWorld({ seed: 1, startedAt: 0, items: sampleOf(8) });
const site = 'https://steamcommunity.com';
const thousand = '76561198000001000';

type Asset = { readonly assetid: string; readonly classid: string; readonly instanceid: string };
type Line = { readonly name: string; readonly value: string };
type Tag = { readonly category: string; readonly internal_name: string };
type Property = { readonly propertyid: number; readonly int_value?: string; readonly string_value?: string };
type Description = Asset & {
  readonly market_hash_name: string;
  readonly type: string;
  readonly marketable: number;
  readonly descriptions: readonly Line[];
  readonly tags: readonly Tag[];
};
type Accessory = { readonly standalone_properties?: readonly Property[] };
type Properties = {
  readonly assetid: string;
  readonly asset_properties: readonly Property[];
  readonly asset_accessories?: readonly Accessory[];
};
type Page = {
  readonly assets: readonly Asset[];
  readonly descriptions: readonly Description[];
  readonly asset_properties?: readonly Properties[];
  readonly more_items?: number;
  readonly last_assetid?: string;
  readonly total_inventory_count: number;
};

/** A visitor with a budget of its own. */
const visitor = () => {
  const player = steamMarketIn(strangersCurrency);
  return (path: string, now = 0) => requesterOf(player, world, now)(`${site}${path}`);
};
const ask = visitor();

const pageOf = (steamId: string, query = '', appid = 730, context = 2): Page =>
  jsonOf(ask(`/inventory/${steamId}/${appid}/${context}?l=english${query}`));

describe('a public inventory as played', () => {
  it('has a thousand items over pages, each with the description that it shares with its like', () => {
    const ids = new Set<string>();
    let query = '&count=300';
    for (let pages = 1; ; pages += 1) {
      const page = pageOf(thousand, query);
      const known = new Set(page.descriptions.map(({ classid, instanceid }) => `${classid}/${instanceid}`));
      for (const { assetid, classid, instanceid } of page.assets) {
        ids.add(assetid);
        expect(known).toContain(`${classid}/${instanceid}`);
      }
      expect(page.total_inventory_count).toBe(1000);
      expect(page.descriptions.length).toBeLessThan(page.assets.length);
      if (page.more_items !== 1) {
        expect(pages).toBe(4);
        break;
      }
      query = `&count=300&start_assetid=${page.last_assetid}`;
    }

    expect(ids.size).toBe(1000);
  });

  it('tells floats, seeds, name tags and certificates only when asked, and what is applied to whom', () => {
    const raw = pageOf(thousand, '&raw_asset_properties=1').asset_properties ?? [];
    const of = (id: number) =>
      raw.flatMap(({ asset_properties }) => asset_properties.filter(({ propertyid }) => propertyid === id));

    expect(pageOf(thousand)).not.toHaveProperty('asset_properties');
    expect(of(6).length).toBe(1000);
    expect(of(7).length).toBeGreaterThan(300);
    expect(of(2)[0]).toEqual({ propertyid: 2, float_value: expect.stringMatching(/^0\.\d{18}$/), name: 'Wear Rating' });
    expect(of(5).length).toBeGreaterThan(5);
    const patterns = raw.flatMap(({ asset_accessories = [] }) =>
      asset_accessories.flatMap(({ standalone_properties = [] }) => standalone_properties),
    );
    expect(patterns.some(({ propertyid, int_value }) => propertyid === 3 && Number(int_value) > 1000)).toBe(true);
  });

  it('describes counts, charms, patches, name tags and collections in lines with names', () => {
    const { descriptions } = pageOf(thousand);
    const valuesOf = (wanted: string) =>
      descriptions.flatMap((one) => one.descriptions.filter(({ name }) => name === wanted)).map(({ value }) => value);

    expect(valuesOf('stattrak_score')[0]).toMatch(/^StatTrak™ Confirmed Kills: [\d,]+$/);
    expect(valuesOf('keychain_info').some((value) => value.includes('title="Charm: '))).toBe(true);
    expect(valuesOf('sticker_info').some((value) => value.includes('title="Sticker: '))).toBe(true);
    expect(valuesOf('nametag').every((value) => /^Name Tag: ''.+''$/.test(value))).toBe(true);
    expect(valuesOf('itemset_name')[0]).toMatch(/^The .+ Collection$/);
  });

  it('carries count, name tag and charm in the certificate', () => {
    const raw = pageOf(thousand, '&raw_asset_properties=1').asset_properties ?? [];
    const fields = raw.flatMap(({ asset_properties }) => {
      const certificate = asset_properties.find(({ propertyid }) => propertyid === 6)?.string_value ?? '';
      return readMessage(unmasked(certificate).message).map(([field]) => field);
    });

    expect(new Set(fields)).toEqual(new Set([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 20]));
  });

  it.each([
    [570, 'Hero', /^npc_dota_hero_/],
    [570, 'Slot', /^[a-z_]+$/],
    [440, 'Class', /^[A-Z][a-z]+$/],
    [252_490, 'steamcat', /^steamcat\./],
    [730, 'Rarity', /^Rarity_/],
  ])('tags what %i has with a %s', (appid, category, pattern) => {
    const tags = pageOf(thousand, '', appid).descriptions.flatMap((one) => one.tags);
    const found = tags.filter((tag) => tag.category === category);

    expect(found.length).toBeGreaterThan(3);
    expect(found.every((tag) => pattern.test(tag.internal_name))).toBe(true);
  });

  it('has what cannot be sold, and storage units whose contents nobody sees', () => {
    const page = pageOf('76561198000000009');

    expect(page.descriptions.map(({ market_hash_name }) => market_hash_name)).toContain('Storage Unit');
    expect(page.descriptions.every(({ marketable }) => marketable === 0)).toBe(true);
  });

  it('is empty without lists, and so is what only its owner sees', () => {
    const empty = { total_inventory_count: 0, success: 1, rwgrsn: -2 };

    expect(pageOf('76561198000000204')).toEqual(empty);
    expect(pageOf(thousand, '', 730, 16)).toEqual(empty);
  });

  it.each([
    ['76561198000000403/730/2', 403, 'null'],
    ['76561198000000500/730/2', 500, expect.objectContaining({ success: false })],
    [`${thousand}/730/2?count=2001`, 400, 'null'],
    ['12345/730/2', 400, 'null'],
  ])('refuses %s', (path, status, body) => {
    expect(ask(`/inventory/${path}`)).toMatchObject({ status, body });
  });

  it('refuses more than sixty requests a minute', () => {
    const visit = visitor();
    const path = `/inventory/${thousand}/730/2?count=1`;
    for (let count = 0; count < 60; count += 1) expect(visit(path)?.status ?? 200).toBe(200);

    expect(visit(path, 59_999)).toMatchObject({ status: 429, body: 'null' });
    expect(visit(path, 60_000)?.status ?? 200).toBe(200);
  });
});

describe('a profile as played', () => {
  it.each([
    ['/id/thousand/?xml=1', thousand],
    ['/id/private?xml=1', '76561198000000403'],
    [`/profiles/${thousand}/?xml=1`, thousand],
  ])('tells its number at %s', (path, steamId) => {
    expect(String(ask(path)?.body)).toContain(`<steamID64>${steamId}</steamID64>`);
  });

  it('has an error for a name that nobody chose', () => {
    expect(String(ask('/id/nobody/?xml=1')?.body)).toContain('could not be found');
  });
});
