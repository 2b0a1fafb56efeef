import type { ItemKind } from '../../schema/index.ts';
import { type NameFacts, noFacts, unmarkedKind } from './name-facts.ts';

/** How names of skins end, by the item of the game that the skin is for. The last words of a name decide. */
const endings: Readonly<Partial<Record<ItemKind, Readonly<Record<string, string>>>>> = {
  weapon: {
    'Assault Rifle': 'ar, ak47, ak-47, ak, assault rifle',
    'Semi-Automatic Rifle': 'sar, semi-automatic rifle, semi automatic rifle, semi rifle',
    'LR-300 Assault Rifle': 'lr300, lr-300, lr',
    'Bolt Action Rifle': 'bar, bolt action rifle, bolt rifle, bolt',
    'L96 Rifle': 'l96, l96 rifle',
    'M39 Rifle': 'm39, m39 rifle',
    M249: 'm249, lmg',
    MP5A4: 'mp5, mp5a4',
    Thompson: 'thompson, tommy gun',
    'Custom SMG': 'smg, custom smg',
    'Python Revolver': 'python, python revolver',
    Revolver: 'revolver',
    'Semi-Automatic Pistol': 'sap, p250, semi-automatic pistol, pistol',
    'Eoka Pistol': 'eoka, eoka pistol',
    'Double Barrel Shotgun': 'dbs, double barrel, double barrel shotgun',
    'Pump Shotgun': 'pump, pump shotgun',
    'Waterpipe Shotgun': 'waterpipe, waterpipe shotgun, pipe shotgun, pipe',
    Shotgun: 'shotgun, blunderbuss',
    Rifle: 'rifle',
    Crossbow: 'crossbow',
    'Hunting Bow': 'bow, hunting bow',
    'Rocket Launcher': 'rocket launcher, launcher, rl',
    'Salvaged Sword': 'sword, salvaged sword',
    Longsword: 'longsword',
    'Combat Knife': 'combat knife, knife',
    'Bone Club': 'club, bone club',
    'Satchel Charge': 'satchel, satchel charge, charge',
    'F1 Grenade': 'grenade, f1 grenade',
  },
  tool: {
    Hatchet: 'hatchet, hachet, axe, stone hatchet',
    Pickaxe: 'pickaxe, pick axe, stone pickaxe',
    Rock: 'rock',
    Hammer: 'hammer',
    'Salvaged Icepick': 'icepick, salvaged icepick, pick',
    Jackhammer: 'jackhammer, jack hammer',
    'Acoustic Guitar': 'guitar',
  },
  armor: {
    'Metal Facemask': 'facemask, face mask, metal facemask',
    'Metal Chest Plate': 'chestplate, chest plate, plate, metal chest plate, armor',
    'Coffee Can Helmet': 'helmet, coffee can helmet, coffee can',
    'Riot Helmet': 'riot helmet',
    'Bucket Helmet': 'bucket, bucket helmet',
    'Road Sign Kilt': 'kilt, roadsign kilt, road sign kilt',
    'Road Sign Jacket': 'vest, roadsign vest, roadsign jacket, road sign jacket',
    'Road Sign Gloves': 'roadsign gloves, road sign gloves',
  },
  clothing: {
    Hoodie: 'hoodie',
    Pants: 'pants, trousers, jeans, burlap trousers, workpants, leggings',
    Shorts: 'shorts',
    Boots: 'boots, shoes, sneakers, slippers',
    'T-Shirt': 'tshirt, t-shirt',
    'Longsleeve T-Shirt': 'long tshirt, longsleeve, longsleeve t-shirt, sweater, jumper',
    Shirt: 'shirt, tank top',
    Jacket: 'jacket, snow jacket, coat',
    'Leather Gloves': 'gloves, leather gloves',
    Mask: 'mask',
    'Bandana Mask': 'bandana, bandana mask',
    'Improvised Balaclava': 'balaclava',
    'Burlap Headwrap': 'headwrap',
    'Boonie Hat': 'boonie, boonie hat',
    'Beenie Hat': 'beenie, beenie hat, beanie',
    'Baseball Cap': 'cap, baseball cap',
    Hat: 'hat',
    'Hide Poncho': 'poncho, hide poncho',
    'Hide Skirt': 'skirt',
    'Hide Halterneck': 'halterneck, hide halterneck',
  },
  deployable: {
    'Sheet Metal Door': 'sheet metal door, metal door, sheet door',
    'Sheet Metal Double Door': 'double door, doors, sheet metal double door, metal double door',
    'Armored Door': 'armored door, armoured door, top tier door',
    'Armored Double Door': 'armored double door, armoured double door',
    'Wooden Door': 'wooden door, wood door',
    'Wood Double Door': 'wood double door, wooden double door',
    'Garage Door': 'garage door, garage',
    Door: 'door, gate',
    'Large Wood Box': 'large box, large wood box, lwb, storage, large storage, chest, trunk, crate',
    'Wood Storage Box': 'box, wooden box, wood box, small box, toolbox',
    Furnace: 'furnace',
    'Sleeping Bag': 'sleeping bag, bag, bedroll, bed',
    Locker: 'locker',
    Fridge: 'fridge',
    'Vending Machine': 'vending machine, machine, vending',
    Rug: 'rug, carpet, rug bear skin',
    Chair: 'chair, throne',
    Table: 'table',
    'Concrete Barricade': 'concrete barricade, barricade',
    'Sandbag Barricade': 'sandbag barricade, sandbags',
    'Water Purifier': 'purifier, water purifier',
    'Reactive Target': 'target, reactive target',
    'Storage Container': 'container',
  },
};

type RustItem = { readonly kind: ItemKind; readonly item: string };

const itemByEnding: ReadonlyMap<string, RustItem> = new Map(
  Object.entries(endings).flatMap(([kind, items]) =>
    Object.entries(items).flatMap(([item, words]) =>
      words.split(', ').map((word) => [word, { kind: kind as ItemKind, item }] as const),
    ),
  ),
);
const maxWords = 4;

/** What a skin is for, by the longest known ending of its name; null if none is known. */
function itemIn(name: string): RustItem | null {
  const words = name.toLowerCase().split(' ').slice(-maxWords);
  for (let at = 0; at < words.length; at += 1) {
    const item = itemByEnding.get(words.slice(at).join(' '));
    if (item !== undefined) return item;
  }
  return null;
}

/** What a name of Rust tells: "Tempered AK47". Many names tell nothing. */
export function rustFacts(name: string): NameFacts {
  const item = itemIn(name);
  return { ...noFacts, kind: item?.kind ?? unmarkedKind.Rust, weapon: item?.item ?? null };
}

/** The kind of what the game calls an item, where it is among the known ones. */
export const kindOfRustItem = (item: string): ItemKind | null => itemIn(item)?.kind ?? null;
