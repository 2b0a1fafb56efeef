import { describe, expect, it } from 'vitest';
import {
  type BuyOrder,
  lateNames,
  type NormalRepricing,
  noAttributes,
  type Offer,
  offerFields,
  type Quote,
  type Sale,
  type Sticker,
} from '../schema/index.ts';
import { ExchangeRates } from './exchange-rates.ts';
import { normalise } from './normalise.ts';

const at = Date.parse('2026-11-20T12:00:00Z');
const stamp = { marketplaceId: 3, source: 'items', at };
const rates = new ExchangeRates({ now: () => at });
rates.accept([{ currency: 'EUR', perUsd: 0.8, ratedAt: at, source: 'test' }]);

const quote: Quote = {
  kind: 'quote',
  game: 'CS2',
  name: '★ Karambit | Doppler (Factory New) - Phase 2',
  phase: null,
  lowest: { amount: 1_000_000, currency: 'EUR' },
  offerCount: 3,
  purchaseLink: null,
  marketplaceItemId: null,
  thumbnail: null,
};

const offer: Offer = {
  kind: 'offer',
  game: 'CS2',
  name: '★ Karambit | Doppler (Factory New)',
  phase: null,
  offerId: '1',
  price: { amount: 1_000_000, currency: 'USD' },
  purchaseLink: null,
  inspectLink: null,
  float: 0.01,
  paintIndex: 415,
  paintSeed: 1,
  stickers: [],
  tradableAt: null,
  ownerId: null,
};

describe('normalising', () => {
  it('gives a quote its bare name, its variant and four prices', () => {
    expect(normalise(quote, stamp, rates)).toMatchObject({
      name: '★ Karambit | Doppler (Factory New)',
      phase: 'Phase 2',
      lowest: { amount: 1_000_000, currency: 'EUR' },
      prices: { USD: 1_250_000, EUR: 1_000_000, CNY: null, RUB: null },
    });
  });

  it('leaves a quote of nothing on sale without prices', () => {
    expect(normalise({ ...quote, lowest: null }, stamp, rates)).toMatchObject({
      prices: { USD: null, EUR: null, CNY: null, RUB: null },
    });
  });

  it('knows the variant of an offer by its finish number', () => {
    expect(normalise(offer, stamp, rates)).toMatchObject({ phase: 'Ruby', prices: { USD: 1_000_000, EUR: 800_000 } });
  });

  it('passes on every field that few offers have as it is told', () => {
    const told = Object.fromEntries(lateNames(offerFields).map((name) => [name, `as told in ${name}`]));

    expect(told).toHaveProperty('tf2');
    expect(normalise({ ...offer, ...told } as Offer, stamp, rates)).toMatchObject(told);
  });

  it('knows the variant of a sale by its finish number', () => {
    const { name, phase, paintIndex, float, paintSeed, stickers } = offer;
    const sold = { game: 'CS2', name, phase, paintIndex, float, paintSeed, stickers } as const;
    const sale: Sale = { ...sold, kind: 'sale', price: { amount: 5, currency: 'USD' }, saleId: 's', soldAt: 9 };

    expect(normalise(sale, stamp, rates)).toHaveProperty('phase', 'Ruby');
  });

  it.each([
    ['Ground Rebel  | Elite Crew', 'Ground Rebel  | Elite Crew'],
    ['AK-47 | Redline (field-tested)', 'AK-47 | Redline (Field-Tested)'],
    ['★ Ursus Knife | Doppler (minimal wear) – Sapphire', '★ Ursus Knife | Doppler (Minimal Wear)'],
    [
      'Music Kit | TWERL, Ekko & Sidetrack, Under Bright Lights',
      'Music Kit | TWERL and Ekko & Sidetrack, Under Bright Lights',
    ],
  ])('takes "%s" for %s', (told, name) => {
    expect(normalise({ ...quote, name: told }, stamp, rates)).toHaveProperty('name', name);
  });

  it('tells patches and charms from the stickers among which they are told', () => {
    const [crown, patch, charm] = ['Sticker | Crown (Foil)', 'Patch | Crazy Banana', 'Charm | Diamond Dog'].map(
      (name, slot) => ({ name, slot, wear: 0 }),
    ) as [Sticker, Sticker, Sticker];
    const stickersOf = (stickers: Sticker[]) => {
      const record = normalise({ ...offer, stickers }, stamp, rates);
      return 'stickers' in record ? record.stickers : undefined;
    };

    expect(stickersOf([crown, patch, charm])).toEqual([crown]);
    expect(stickersOf([patch])).toEqual([]);
    const others = { patches: [patch], charms: [{ name: charm.name, pattern: null }] };
    expect(normalise({ ...offer, stickers: [crown, patch, charm] }, stamp, rates)).toMatchObject(others);
    const charms = [{ name: charm.name, pattern: 7 }];
    expect(normalise({ ...offer, stickers: [charm], charms }, stamp, rates)).toMatchObject({ charms });
    expect(normalise({ ...offer, stickers: [crown] }, stamp, rates)).not.toHaveProperty('charms');
  });

  it.each(['Dota2', 'Rust', 'TF2'] as const)('knows no stickers in %s, of offers or sales', (game) => {
    const bare = { game, name: 'Hat', phase: null, float: null, paintIndex: null, paintSeed: null, stickers: [] };
    const sale: Sale = { ...bare, kind: 'sale', price: { amount: 5, currency: 'USD' }, saleId: 's', soldAt: 9 };

    expect(normalise({ ...offer, ...bare }, stamp, rates)).toHaveProperty('stickers', null);
    expect(normalise(sale, stamp, rates)).toHaveProperty('stickers', null);
    expect(normalise(offer, stamp, rates)).toHaveProperty('stickers', []);
  });

  it('keeps every member of a record as it was, but for name and phase', () => {
    const priced = { game: 'CS2', name: 'P250', phase: null, price: { amount: 700, currency: 'USD' } } as const;
    const order: BuyOrder = { kind: 'buyOrder', ...priced, orderId: 'o', quantity: 2 };
    const traits = { float: 0.5, paintIndex: 3, paintSeed: 4, stickers: [{ name: 'Crown', wear: 0, slot: 1 }] };
    const sale: Sale = { kind: 'sale', ...priced, ...traits, saleId: 's', soldAt: 9 };
    const full: Offer = {
      ...offer,
      ...traits,
      inspectLink: 'steam://1',
      purchaseLink: 'https://a.test/',
      ownerId: 'w',
      foundAt: 7,
      localName: '名',
    };
    const named: Quote = { ...quote, localName: '名' };

    for (const record of [quote, named, full, order, sale]) {
      const { name: _, phase: __, ...others } = record;
      const normal = normalise(record, stamp, rates);

      expect(normal).toMatchObject(others);
      expect(Object.keys(normal).sort()).toEqual([...Object.keys(record), 'prices'].sort());
    }
  });

  it('dates a past price without a time of its own by its receipt', () => {
    const median = { amount: 500, currency: 'USD' as const };
    const past = { kind: 'pastPrice', game: 'Rust', name: 'Big Grin', phase: null, median, saleCount: 4 } as const;

    expect(normalise({ ...past, at: null }, stamp, rates)).toMatchObject({ at, prices: { USD: 500 } });
    expect(normalise({ ...past, at: 5 }, stamp, rates)).toMatchObject({ at: 5 });
  });

  it('gives the new price of an offer in four currencies and adds nothing else', () => {
    const price = { amount: 500, currency: 'USD' as const };
    const repricing = { kind: 'repricing', game: 'CS2', offerId: '1', price } as const;

    const { prices, ...others } = normalise(repricing, stamp, rates) as NormalRepricing;
    expect(others).toEqual(repricing);
    expect(prices).toEqual(rates.toPrices(price));
  });

  it('gives what is told of an item itself one spelling, and its name no variant', () => {
    const told = { ...noAttributes, rarity: 'Rarity_Immortal', hero: 'npc_dota_hero_axe', itemType: 'Belt' };
    const item = { kind: 'item', game: 'Dota2', name: 'Inscribed Exalted Arms', itemAttributes: told } as const;
    const known = { ...noAttributes, rarity: 'Immortal', hero: 'Axe' };
    expect(normalise(item, stamp, rates)).toEqual({ ...item, itemAttributes: known });
    const doppler = { ...item, game: 'CS2', name: '★ Karambit | Doppler (Factory New) Phase 2' } as const;
    expect(normalise(doppler, stamp, rates)).toEqual({
      ...doppler,
      name: '★ Karambit | Doppler (Factory New)',
      itemAttributes: noAttributes,
    });
  });

  it('passes a withdrawal through', () => {
    const withdrawal = { kind: 'withdrawal', game: 'CS2', offerId: '1', reason: 'sold' } as const;

    expect(normalise(withdrawal, stamp, rates)).toBe(withdrawal);
  });
});
