import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { stnTf } from './index.ts';
import { parseItem, parseKey, rowAt } from './parse.ts';
import { KeyPrices } from './wire.ts';

const item = (level: number, limit: number, sell = { keys: 1, metal: 2.11 }) => ({
  full_name: "Taunt: Battin' a Thousand",
  pricing: { buy: { keys: 1, metal: 0.05 }, sell },
  stock: { level, limit },
});
const kindsOf = (records: readonly { readonly kind: string }[]) => records.map(({ kind }) => kind);

describe('an item of STN.tf', () => {
  it('has one lowest price for all its stock, and one order for what the stock lacks', () => {
    expect(parseItem(item(2, 5))).toMatchObject([
      { kind: 'quote', lowest: { amount: 1_000_038, currency: 'TF2' }, offerCount: 2 },
      { kind: 'buyOrder', price: { amount: 1_000_001, currency: 'TF2' }, quantity: 3 },
    ]);
  });

  it('has no price when it is sold out, and no order when there is enough', () => {
    expect(parseItem(item(0, 5))[0]).toMatchObject({ lowest: null, offerCount: 0 });
    expect(kindsOf(parseItem(item(5, 5)))).toEqual(['quote']);
    expect(parseItem(item(3, 5, { keys: 0, metal: 0 }))[0]).toMatchObject({ lowest: null, offerCount: 0 });
  });

  it('has its own page, whose URL encodes spaces as "+"', () => {
    expect(parseItem(item(1, 1))[0]).toMatchObject({
      purchaseLink: "https://stntrading.eu/item/tf2/Taunt%3A+Battin'+a+Thousand",
    });
  });
});

describe('a key of STN.tf', () => {
  it('is priced in scrap', () => {
    expect(parseKey({ buyPrice: 570, sellPrice: 606 })).toMatchObject([
      { lowest: { amount: 1212, currency: 'TF2' }, offerCount: null },
      { price: { amount: 1140, currency: 'TF2' }, quantity: null },
    ]);
    expect(parseKey({ buyPrice: 0, sellPrice: 0 })).toEqual([]);
  });

  it('has its own call, and an item with an effect has none', () => {
    const sourcesFor = (name: string) =>
      stnTf.sources.filter(
        (source) => source.kind === 'lookup' && source.request({ game: 'TF2', item: name, marketplaceItemId: null }),
      );
    expect(sourcesFor('Mann Co. Supply Crate Key').map(({ name }) => name)).toEqual(['keys']);
    expect(sourcesFor('Name Tag').map(({ name }) => name)).toEqual(['items']);
    expect(sourcesFor('Unusual Polar Pullover')).toEqual([]);
  });
});

describe('an answer of STN.tf', () => {
  it('is one row, which is rejected where its place holds no object', () => {
    const row = rowAt('result', 'pricing');
    expect(row({ result: { pricing: { a: 1 } } })).toEqual([{ a: 1 }]);
    for (const strange of [null, [], { result: [] }, { result: { pricing: [] } }])
      expect(row(strange).filter((one) => Check(KeyPrices, one))).toEqual([]);
    expect(row({ result: {} })).toHaveLength(1);
  });
});
