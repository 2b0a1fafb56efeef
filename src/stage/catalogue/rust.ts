import type { CatalogueItem } from '../market/world.ts';
import { type Draft, toItems } from './item.ts';
import { listOf } from './table-text.ts';
import { taste } from './worth.ts';

type Theme = { readonly name: string; readonly price: number; readonly things: string };

/** Skins come in sets: a theme, and what it was drawn on. */
const themes: readonly Theme[] = [
  {
    name: 'Tempered',
    price: 14,
    things: `
      AK47; BAR; Bandana; Boots; Bow; Chest Plate; Crossbow; DBS; Garage Door; Helmet; Hoodie; Jacket; Large Box; M249; M39
      Mask; Mp5; Pants; Poncho; Python; Roadsign Gloves; Roadsign Pants; Roadsign Vest; SAR; SMG; Sheet Metal Door; Sword; Thompson
    `,
  },
  {
    name: 'No Mercy',
    price: 5,
    things: `
      AK47; Armored Door; Bolt Rifle; Boots; Bow; Chestplate; Crossbow; DBS; Facemask; Garage Door; Gloves; Helmet; Hoodie; Jacket
      Kilt; L96; LR300; MP5; Pants; Python; Revolver; SAP; SAR; SMG; Sheet Metal Door; Shotgun; Sleeping Bag; Thompson; Vest
    `,
  },
  {
    name: 'Blackout',
    price: 9,
    things: `
      AR; BAR; Boots; Bow; Chestplate; Crossbow; DBS; Facemask; Gloves; Helmet; Hoodie; Jacket; Kilt; L96; LR; MP5; Pants; Poncho
      Python; Roadsign Gloves; SAR; SMG; Thompson; Vest
    `,
  },
  {
    name: 'Desert Raiders',
    price: 6,
    things:
      'AR; Boots; Chest Plate; Facemask; Gloves; Helmet; Hoodie; Pants; Roadsign Pants; Roadsign Vest; SAR; Thompson',
  },
  {
    name: 'Forest Raiders',
    price: 6,
    things: 'Boots; Facemask; Helmet; Hoodie; Metal Chest Plate; Pants; Roadsign Gloves; Roadsign Pants; Roadsign Vest',
  },
  {
    name: 'Military',
    price: 3,
    things: `
      AR; Armored Door; Barricade; Chestplate; Crate; Crossbow; DBS; Double Door; Facemask; Furnace; Hatchet; Helmet; Hoodie; Kilt
      Large Box; Pants; Pick Axe; Python; Roadsign Gloves; SAR; Satchel Charge; Vehicle Door; Vest
    `,
  },
  {
    name: 'Dragon Rage',
    price: 4,
    things: 'AR; Bandana; Boots; Bow; Chestplate; Crossbow; Facemask; Gloves; Helmet; Hoodie; Kilt; LR; Pants; Vest',
  },
  {
    name: 'Rainbow Pony',
    price: 3,
    things: `
      AR; Bandana; Boots; Chest Plate; Crossbow; Garage Door; Hatchet; Helmet; Hoodie; Hunting Bow; L96; M249; Mask; Metal Door
      Pants; Pick Axe; Roadsign Gloves; Roadsign Pants; Rocket Launcher; SAR; SMG; Satchel; Vest
    `,
  },
  {
    name: 'Pixel',
    price: 3,
    things: `
      AR; Armored Door; Bandana; Boots; Chestplate; Crossbow; Eoka; Facemask; Furnace; Garage Door; Hoodie; Locker; Metal Door
      Pants; Rock; Rocket Launcher; SAR; Satchel Charge; Sleeping Bag; Stone Hatchet; Stone Pickaxe; Sword; Wooden Door
    `,
  },
  {
    name: 'Phantom',
    price: 4,
    things: `
      AK; Boots; Bow; Chestplate; Crossbow; Facemask; Helmet; Hoodie; Kilt; Knife; LR-300; MP5; Pants; Revolver; Roadsign Gloves
      SMG; Vest
    `,
  },
  {
    name: 'Azul',
    price: 3,
    things: `
      AK47; Bolt Rifle; Boots; Helmet; Hoodie; Jackhammer; L96; LR300; Metal Chest Plate; Metal Facemask; Pants; Python
      Roadsign Gloves; Roadsign Pants; Roadsign Vest; Thompson
    `,
  },
  {
    name: 'Doodle',
    price: 2,
    things: `
      AK47; Boots; Garage Door; Gloves; Hatchet; Helmet; Hoodie; Jackhammer; Kilt; LR; Metal Chestplate; Metal Facemask; Pants
      Pickaxe; Roadsign Gloves; SAR; Sleeping Bag; Thompson; Vest
    `,
  },
  {
    name: 'Pirate',
    price: 2,
    things: `
      AR; Bandana; Boonie Hat; Chestplate; Facemask; Helmet; Hoodie; Pants; Pipe; Poncho; Python; Roadsign Gloves; Roadsign Kilt
      Roadsign Vest; Sheet Metal Door; Shirt; Thompson; Wooden Door
    `,
  },
  {
    name: 'Training',
    price: 2,
    things: `
      AR; Boots; Chest Plate; Facemask; Gloves; Helmet; Hoodie; Kilt; L96; Pants; Python; Roadsign Gloves; SAR; Vest
    `,
  },
  {
    name: 'Caution',
    price: 2,
    things:
      'AK47; Bolt Rifle; Crate; Crossbow; DBS; Door; Garage Door; Helmet; Hoodie; LR; Pants; Python; Revolver; SAR; Vest',
  },
  {
    name: 'Neon',
    price: 3,
    things: `
      Ammo Storage; Armor Storage; Boom Storage; Charcoal Storage; Clothes Storage; Comps Storage; Elec Storage; Food Storage
      Frags Storage; Gun Storage; Meds Storage; Ore Storage; Scrap Storage; Stone Storage; Sulfur Storage; Tools Storage; Wood Storage
    `,
  },
  {
    name: 'Glory',
    price: 25,
    things: 'AK47; BAR; Boots; Kilt; Knife; Mask; Rocket Launcher; SAR; Thompson',
  },
];

/** Name, kind, price in dollars. */
const singles: readonly (readonly [string, string, number])[] = [
  ['Alien Red', 'Weapon', 190],
  ['AK Royale', 'Weapon', 12],
  ['8-BIT AR', 'Weapon', 4],
  ['Big Grin', 'Mask', 820],
  ['Punishment Mask', 'Mask', 560],
  ['Alien Relic SMG', 'Weapon', 40],
  ['Whens Whip?', 'Shirt', 3],
  ['Plate Carrier - Black', 'Jacket', 24],
  ['Horror Bag', 'Misc', 15],
  ['Skull & Bones TShirt', 'Shirt', 2],
  ['Blood & Fire', 'Deployable', 5],
  ["60's Army Jacket", 'Jacket', 6],
];

const kinds: readonly (readonly [string, RegExp])[] = [
  ['Deployable', /Door|Box|Crate|Furnace|Sleeping Bag|Storage|Barricade|Locker/],
  ['Gloves', /Gloves/],
  ['Footwear', /Boots/],
  ['Pants', /Pants|Kilt/],
  ['Mask', /Facemask|Helmet|Mask|Bandana/],
  ['Hat', /Hat$/],
  ['Jacket', /Hoodie|Jacket|Vest|Chest ?[Pp]late|Poncho/],
  ['Shirt', /Shirt/],
];

const kindOf = (thing: string): string => kinds.find(([, pattern]) => pattern.test(thing))?.[0] ?? 'Weapon';

const themed = ({ name, price, things }: Theme): readonly Draft[] =>
  listOf(things).map((thing) => ({
    name: `${name} ${thing}`,
    type: kindOf(thing),
    basePrice: price * taste(`${name}${thing}`) ** 1.4,
  }));

export const rustItems = (): readonly CatalogueItem[] =>
  toItems('Rust', [
    ...themes.flatMap(themed),
    ...singles.map(([name, type, basePrice]) => ({ name, type, basePrice })),
  ]);
