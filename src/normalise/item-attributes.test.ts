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

  it.each([
    ['CS2', 'Covert', 'Covert'],
    ['CS2', '★ StatTrak™ Covert Knife', 'Covert'],
    ['CS2', 'StatTrak™ Mil-Spec Grade SMG', 'Mil-Spec Grade'],
    ['CS2', 'Mil-Spec', 'Mil-Spec Grade'],
    ['CS2', 'Rarity_Ancient_Weapon', 'Covert'],
    ['CS2', 'Rarity_Ancient', 'Extraordinary'],
    ['CS2', 'ancient_weapon', 'Covert'],
    ['CS2', '隐秘', 'Covert'],
    ['CS2', 'High Grade Sticker', 'High Grade'],
    ['CS2', 'Master Agent', 'Master'],
    ['CS2', 'Rifle', null],
    ['TF2', 'Rarity_Mythical', 'Commando Grade'],
    ['TF2', 'Elite Grade Flame Thrower (Minimal Wear)', 'Elite Grade'],
    ['TF2', 'Level 15 Bonesaw', null],
  ] as const)('has one spelling in %s for the rarity "%s"', (game, rarity, known) => {
    expect(itemAttributesOf(game, { ...noAttributes, rarity })?.rarity ?? null).toBe(known);
  });

  it.each([
    ['CS2', 'CSGO_Type_Rifle', 'rifle'],
    ['CS2', 'StatTrak™ Covert Sniper Rifle', 'sniperRifle'],
    ['CS2', 'High Grade Sticker', 'sticker'],
    ['CS2', '狙击步枪', 'sniperRifle'],
    ['Dota2', 'Inscribed Mythical Courier', 'courier'],
    ['Dota2', 'loading_screen', 'loadingScreen'],
    ['Rust', 'steamcat.clothing', null],
    ['TF2', 'Supply Crate', 'container'],
    ['TF2', 'Level 1-100 Hat', 'cosmetic'],
  ] as const)('has one word in %s for the kind "%s"', (game, kind, known) => {
    expect(itemAttributesOf(game, { ...noAttributes, kind })?.kind ?? null).toBe(known);
  });

  it('has slots, classes, item types and collections of Steam in its own words, and no machine names of collections', () => {
    const told = {
      ...noAttributes,
      slot: 'misc',
      classes: ['demo', 'Heavy', 'Heavy Weapons Guy'],
      itemType: 'Limited Level 64 Hat',
      collections: ['concealedkiller_collection', 'The Concealed Killer Collection'],
    };
    expect(itemAttributesOf('TF2', told)).toEqual({
      ...noAttributes,
      slot: 'Misc',
      classes: ['Demoman', 'Heavy'],
      itemType: 'Hat',
      collections: ['The Concealed Killer Collection'],
    });
    expect(itemAttributesOf('Dota2', { ...noAttributes, slot: 'offhand_weapon' })?.slot).toBe('Off-Hand');
    expect(itemAttributesOf('TF2', { ...noAttributes, itemType: 'Strange Bat - Kills: 9' })).toBeNull();
  });

  it('has a wear range without what number formats add', () => {
    const range = { ...noAttributes, minFloat: 0.05999999865889549, maxFloat: 0.800000011920929 };
    expect(itemAttributesOf('CS2', range)).toEqual({ ...noAttributes, minFloat: 0.06, maxFloat: 0.8 });
    expect(itemAttributesOf('Rust', range)).toBeNull();
  });

  it('is taken for the game in which it means something', () => {
    const all = { ...noAttributes, rarity: 'Rare', hero: 'Axe', itemType: 'Hoodie' };
    expect(itemAttributesOf('Dota2', all)).toEqual({ ...noAttributes, rarity: 'Rare', hero: 'Axe' });
    expect(itemAttributesOf('Rust', all)).toEqual({ ...noAttributes, itemType: 'Hoodie' });
    expect(itemAttributesOf('CS2', { ...all, rarity: 'Mythical Hero' })).toBeNull();
    expect(itemAttributesOf('Dota2', noAttributes)).toBeNull();
  });
});
