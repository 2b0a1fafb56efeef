import { describe, expect, it } from 'vitest';
import { noAttributes } from '../schema/index.ts';
import { itemAttributesOf } from './item-attributes.ts';

const rarityOf = (rarity: string) => itemAttributesOf('Dota2', { ...noAttributes, rarity })?.rarity ?? null;
const heroOf = (hero: string) => itemAttributesOf('Dota2', { ...noAttributes, hero })?.hero ?? null;
const typeOf = (itemType: string) => itemAttributesOf('Rust', { ...noAttributes, itemType })?.itemType ?? null;

describe('what marketplaces tell of an item', () => {
  it.each([
    ['Mythical', 'Mythical'],
    ['mythical', 'Mythical'],
    ['Rarity_Mythical', 'Mythical'],
    ['Inscribed Mythical Belt', 'Mythical'],
    ['Uncommon Wearable', 'Uncommon'],
    ['ARCANA ;', 'Arcana'],
    ['Key', null],
    ['', null],
    ['史诗', null],
    ['Common or Rare', null],
  ])('has one spelling for the rarity "%s"', (words, rarity) => {
    expect(rarityOf(words)).toBe(rarity);
  });

  it.each([
    ['Shadow Fiend', 'Shadow Fiend'],
    ['shadow fiend', 'Shadow Fiend'],
    ['npc_dota_hero_nevermore', 'Shadow Fiend'],
    ['npc_dota_hero_queenofpain', 'Queen of Pain'],
    ['npc_dota_hero_vengefulspirit', 'Vengeful Spirit'],
    ['Anti Mage', 'Anti-Mage'],
    ["Nature's Prophet ;", "Nature's Prophet"],
    ['Outworld Devourer', 'Outworld Destroyer'],
    ['All heroes', null],
    ['', null],
  ])('has one spelling for the hero "%s"', (words, hero) => {
    expect(heroOf(words)).toBe(hero);
  });

  it('takes the type of a skin of Rust as it is, but for what Steam calls every one of them', () => {
    expect(typeOf(' Metal Facemask ')).toBe('Metal Facemask');
    expect(typeOf('Workshop Item')).toBeNull();
  });

  it('is taken for the game in which it means something', () => {
    const all = { rarity: 'Rare', hero: 'Axe', itemType: 'Hoodie' };
    expect(itemAttributesOf('Dota2', all)).toEqual({ rarity: 'Rare', hero: 'Axe', itemType: null });
    expect(itemAttributesOf('Rust', all)).toEqual({ rarity: null, hero: null, itemType: 'Hoodie' });
    expect(itemAttributesOf('CS2', all)).toBeNull();
    expect(itemAttributesOf('Dota2', noAttributes)).toBeNull();
  });
});
