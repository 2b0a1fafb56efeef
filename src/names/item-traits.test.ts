import { describe, expect, it } from 'vitest';
import { type ItemFilter, noAttributes } from '../schema/index.ts';
import { itemFilterTest, itemTraits } from './item-traits.ts';

const redline = itemTraits('CS2', 'StatTrak™ AK-47 | Redline (Field-Tested)', {
  ...noAttributes,
  rarity: 'Classified',
  kind: 'knife',
  collections: ['The Phoenix Collection'],
  minFloat: 0.1,
  maxFloat: 0.7,
});

describe('the traits of an item', () => {
  it('are what its name says before what is told, and what is told where the name says nothing', () => {
    expect(redline).toMatchObject({ kind: 'rifle', weapon: 'AK-47', rarity: 'Classified', statTrak: true });
    const carty = { ...noAttributes, kind: 'courier' };
    expect(itemTraits('Dota2', 'Carty', carty).kind).toBe('courier');
    expect(itemTraits('Dota2', 'Carty', noAttributes).kind).toBe('wearable');
  });

  it('of a skin of Rust follow from what it is told to be for', () => {
    const facemask = { ...noAttributes, itemType: 'Metal Facemask' };
    expect(itemTraits('Rust', 'Big Grin', facemask)).toMatchObject({ kind: 'armor', itemType: 'Metal Facemask' });
    expect(itemTraits('Rust', 'Big Grin', noAttributes)).toMatchObject({ kind: 'skin', itemType: null });
    expect(itemTraits('Rust', 'Tempered AK47', noAttributes).itemType).toBe('Assault Rifle');
  });
});

describe('a filter of items', () => {
  it.each<[ItemFilter, boolean]>([
    [{}, true],
    [{ kind: ['rifle'] }, true],
    [{ kind: ['knife', 'Rifle'] }, true],
    [{ kind: ['knife'] }, false],
    [{ rarity: ['classified'], weapon: ['ak-47'] }, true],
    [{ rarity: ['classified'], weapon: ['AWP'] }, false],
    [{ collection: ['the phoenix collection'] }, true],
    [{ collection: ['The Dust Collection'] }, false],
    [{ exterior: ['Field-Tested'], finish: ['Redline'] }, true],
    [{ hero: ['Axe'] }, false],
    [{ statTrak: true, souvenir: false }, true],
    [{ statTrak: false }, false],
    [{ fromFloat: 0.7 }, true],
    [{ fromFloat: 0.71 }, false],
    [{ toFloat: 0.1 }, true],
    [{ toFloat: 0.09 }, false],
  ])('%j', (filter, fits) => {
    expect(itemFilterTest(filter)(redline)).toBe(fits);
  });
});
