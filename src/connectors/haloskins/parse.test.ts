import { describe, expect, it } from 'vitest';
import { readText } from '../../contract/suite/read-text.ts';
import { haloskins } from './index.ts';
import { parseFound } from './parse.ts';

const about = { game: 'CS2', item: null, marketplaceItemId: null, at: Date.UTC(2026, 0, 15, 12) } as const;

const sourceNamed = (name: string) => {
  const source = haloskins.sources.find((one) => one.name === name);
  if (source === undefined) throw new Error(`there is no source ${name}`);
  return source;
};

describe('HaloSkins', () => {
  it('distinguishes offers whose ids differ in the last digit', () => {
    const row = (id: string) => `{"id":${id},"itemId":23110,"marketHashName":"Danger Zone Case","price":1}`;
    const rows = ['1400000000000004097', '1400000000000004098'].map(row).join(',');
    const { records } = readText(sourceNamed('offers'), `{"success":true,"data":{"list":[${rows}]}}`, about);

    expect(records).toMatchObject([
      { offerId: '1400000000000004097', purchaseLink: 'https://www.haloskins.com/market/23110?id=1400000000000004097' },
      { offerId: '1400000000000004098' },
    ]);
  });

  it('is searched to the last page', () => {
    const search = sourceNamed('search');
    const next = search.kind === 'walk' && typeof search.cursorAt === 'function' ? search.cursorAt : () => undefined;

    expect(next({ data: { pages: 3 } }, null)).toBe('2');
    expect(next({ data: { pages: 3 } }, '3')).toBeNull();
    expect(next({ data: null }, '1')).toBeNull();
  });

  it('requests offers by the id from the search, cheapest first', () => {
    const offers = sourceNamed('offers');
    const ask = (marketplaceItemId: string | null) =>
      offers.kind === 'lookup'
        ? offers.request({ game: 'CS2', item: 'Danger Zone Case', marketplaceItemId })
        : undefined;

    expect(ask(null)).toBeNull();
    expect(ask('1310000000000001281')?.query).toMatchObject({ itemId: '1310000000000001281', sort: 2 });
  });

  it('has no lowest price where nothing is for sale, and no count where none is given', () => {
    const row = { itemId: 23112, marketHashName: 'Danger Zone Case' };

    expect(parseFound({ ...row, priceInfo: { price: 2, quantity: 0 } }, about)).toMatchObject({
      lowest: null,
      offerCount: 0,
    });
    expect(parseFound({ ...row, priceInfo: null }, about)).toMatchObject({ lowest: null, offerCount: null });
  });
});
