import { describe, expect, it } from 'vitest';
import type { About } from '../../contract/connector.ts';
import { csmoney } from './index.ts';
import { parseBotItem, parseSellOrder } from './parse.ts';

const at = Date.UTC(2026, 0, 15, 12);
const about: About = { game: 'CS2', item: null, marketplaceItemId: null, at };

const source = (name: string) => {
  const found = csmoney.sources.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no source ${name}`);
  return found;
};

const requestFor = (name: string, item: string, marketplaceItemId: string | null = null) => {
  const one = source(name);
  return one.kind === 'lookup' ? one.request({ game: 'CS2', item, marketplaceItemId }) : null;
};

describe('a search on CS.Money', () => {
  it('for a Doppler ends before the wear, since the variant is in between', () => {
    expect(requestFor('offers', '★ Flip Knife | Gamma Doppler (Factory New)')?.query).toMatchObject({
      name: '★ Flip Knife | Gamma Doppler',
    });
    expect(requestFor('offers', 'AWP | Mortis (Field-Tested)')?.query).toMatchObject({
      name: 'AWP | Mortis (Field-Tested)',
    });
  });

  it('advances by full pages, and ends with an empty one', () => {
    const newest = source('newest');
    const next = (rows: number, cursor: string | null) =>
      newest.kind === 'walk' && typeof newest.cursorAt === 'function'
        ? newest.cursorAt({ items: Array.from({ length: rows }) }, cursor)
        : undefined;

    expect([next(60, null), next(60, '60'), next(59, '60'), next(0, null)]).toEqual(['60', '120', '120', null]);
  });
});

describe('the page of an item on CS.Money', () => {
  it.each([
    ['★ Karambit | Tiger Tooth (Factory New)', 'karambit-tiger-tooth-factory-new'],
    ['★ StatTrak™ Karambit | Tiger Tooth (Factory New)', 'stattrak-karambit-tiger-tooth-factory-new'],
    ['StatTrak™ AWP | Mortis (Field-Tested)', 'stattrak-awp-mortis-field-tested'],
    ['Sticker | Crown (Foil)', 'sticker-crown-foil'],
  ])('of %s has an address without marks', (name, slug) => {
    expect(requestFor('page', name)?.url).toBe(`https://cs.money/en/csgo/${slug}/`);
  });

  it('without its parameters is not what it should be', () => {
    expect(() => source('page').decode?.('<html><body>Just a moment...</body></html>')).toThrow('__page-params');
  });
});

describe('the price log of CS.Money', () => {
  it('is requested by the id of a name, and not where variants have their own ids', () => {
    expect(requestFor('history', 'Kilowatt Case', '5004')?.body).toMatchObject({ variables: { name_ids: [5004] } });
    expect(requestFor('history', 'Kilowatt Case')).toBeNull();
    expect(requestFor('history', '★ Karambit | Doppler (Factory New)', '5005')).toBeNull();
  });
});

describe('an in-game view on CS.Money', () => {
  const row = {
    id: 7,
    appId: 730,
    asset: { id: 41, names: { full: 'AWP | Mortis (Field-Tested)' }, inspect: '99' },
    pricing: { computed: 4 },
    seller: { steamId64: '76561190000000051' },
  };

  it('is made of owner, asset and number, and null when one is missing', () => {
    expect(parseSellOrder(row, about)?.inspectLink).toBe(
      'steam://rungame/730/76561202255233023/+csgo_econ_action_preview%20S76561190000000051A41D99',
    );
    expect(parseSellOrder({ ...row, seller: null }, about)?.inspectLink).toBeNull();
    expect(parseSellOrder({ ...row, asset: { ...row.asset, inspect: '9 9' } }, about)?.inspectLink).toBeNull();
  });

  it('is known only for the first item of a stack', () => {
    const bot = { id: 41, assetId: 41, appId: 730, price: 4, fullName: 'Kilowatt Case', steamId: '76', inspect: '99' };

    expect(parseBotItem({ ...bot, stackItems: [{ id: 42, steamId: '77' }] }, about)).toMatchObject([
      { offerId: 'bot-41', inspectLink: expect.stringContaining('S76A41D99') },
      { offerId: 'bot-42', inspectLink: null, ownerId: '77' },
    ]);
  });
});

describe('what a bot of CS.Money sells', () => {
  it('has its own link, by which subscribers identify it', () => {
    const bot = { id: 41, assetId: 41, appId: 570, price: 4, fullName: 'Dragonclaw Hook', stackItems: [{ id: 42 }] };
    const links = parseBotItem(bot, { ...about, game: 'Dota2' }).map(({ purchaseLink }) => purchaseLink);

    expect(links).toEqual([
      'https://cs.money/market/buy/?search=Dragonclaw%20Hook#bot-41',
      'https://cs.money/market/buy/?search=Dragonclaw%20Hook#bot-42',
    ]);
  });
});
