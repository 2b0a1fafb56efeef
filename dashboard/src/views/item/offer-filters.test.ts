import { describe, expect, it } from 'vitest';
import type { SingleOffer } from '../../table/offer-columns.tsx';
import { filtersFrom, offerFilterNames, wantedOf } from './offer-filters.ts';

const row = (id: string, data: Record<string, unknown>, marketplace = 'CSFloat') => ({
  id,
  price: Number(data['price'] ?? 10),
  offer: { marketplace, float: null, paintSeed: null, stickers: null, daysTradeLocked: null, ...data } as SingleOffer,
});

const rows = [
  row('worn', { float: 0.3, paintSeed: 661, daysTradeLocked: 7 }),
  row('new', { float: 0.001, paintSeed: 4, daysTradeLocked: 0, stickers: [{ name: 'Sticker | Crown (Foil)' }] }),
  row('bare', { price: 90 }, 'SkinPort'),
];

const found = (address: string) => wantedOf(rows, filtersFrom(new URLSearchParams(address))).map(({ id }) => id);

describe('offers that are asked for', () => {
  it.each([
    ['', ['worn', 'new', 'bare']],
    ['fmax=0.07', ['new']],
    ['fmin=0.07', ['worn']],
    ['seeds=661, 4', ['worn', 'new']],
    ['seeds=66', []],
    ['sticker=foil crown', ['new']],
    ['lock=0', ['new']],
    ['marketplace=SkinPort', ['bare']],
    ['upto=10', ['worn', 'new']],
    ['fmax=nonsense', ['worn', 'new', 'bare']],
  ])('by %j are %j', (address, ids) => {
    expect(found(address)).toEqual(ids);
  });

  it('are asked for by an address that has nothing else', () => {
    expect(Object.keys(filtersFrom(new URLSearchParams('seeds=1&name=x')))).toEqual([...offerFilterNames]);
  });
});
