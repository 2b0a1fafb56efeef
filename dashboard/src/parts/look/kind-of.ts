import type { Drawing } from './drawings.ts';

/** CS2 names its weapons before the bar; each is drawn as its kind. */
const weapons: Readonly<Record<string, Drawing>> = {
  ...of('rifle', 'AK-47', 'M4A4', 'M4A1-S', 'FAMAS', 'Galil AR', 'AUG', 'SG 553'),
  ...of('sniper', 'AWP', 'SSG 08', 'SCAR-20', 'G3SG1'),
  ...of('pistol', 'Desert Eagle', 'Glock-18', 'USP-S', 'P250', 'Five-SeveN', 'Tec-9', 'P2000', 'Dual Berettas'),
  ...of('pistol', 'CZ75-Auto', 'R8 Revolver', 'Zeus x27'),
  ...of('smg', 'MP9', 'MAC-10', 'MP7', 'MP5-SD', 'UMP-45', 'P90', 'PP-Bizon'),
  ...of('shotgun', 'Nova', 'XM1014', 'MAG-7', 'Sawed-Off'),
  ...of('machinegun', 'M249', 'Negev'),
  ...of('karambit', 'Karambit', 'Talon Knife'),
  ...of('butterfly', 'Butterfly Knife'),
};

function of(drawing: Drawing, ...names: readonly string[]): Readonly<Record<string, Drawing>> {
  return Object.fromEntries(names.map((name) => [name, drawing]));
}

type Rule = readonly [RegExp, Drawing];

const ofCs2: readonly Rule[] = [
  [/\b(?:Gloves|Wraps)\b/, 'gloves'],
  [/^★/, 'knife'],
  [/^Sticker /, 'sticker'],
  [/Graffiti/, 'graffiti'],
  [/^Patch /, 'patch'],
  [/^Charm /, 'charm'],
  [/Music Kit/, 'music'],
  [/\bKey$/, 'key'],
  [/\bPin$/, 'pin'],
  [/\b(?:Pass|Token)\b/, 'pass'],
  [/\b(?:Case|Capsule|Package|Box|Container|Terminal)\b/, 'case'],
  [
    / \| (?:.*(?:SWAT|FBI|SEAL|KSK|SAS|NZSAS|Guerrilla|Sabre|Professionals|Phoenix|Elite Crew|Gendarmerie|USAF|TACP|Brazilian|Division))/,
    'agent',
  ],
];

const others: Readonly<Record<string, readonly Rule[]>> = {
  CS2: ofCs2,
  Dota2: [
    [/\b(?:Treasure|Cache|Chest)\b/, 'case'],
    [/\bKey$/, 'key'],
    [/\bMusic\b/, 'music'],
    [/./, 'sword'],
  ],
  Rust: [
    [/Door/, 'gate'],
    [/\b(?:AK|LR-300|Rifle|SAR|L96|M39)\b|AR\b/, 'rifle'],
    [/\b(?:SMG|MP5|Thompson|Custom)\b/, 'smg'],
    [/\b(?:Pistol|Revolver|Python|SAP)\b/, 'pistol'],
    [/Shotgun/, 'shotgun'],
    [/Gloves/, 'gloves'],
    [/\b(?:Hoodie|Shirt|Pants|Jacket|Vest|Chestplate|Poncho|Kilt|Boots|T-Shirt)\b/, 'garment'],
    [/\b(?:Hat|Helmet|Mask|Facemask|Cap|Bandana|Balaclava)\b/, 'hat'],
    [/\b(?:Box|Crate|Bag|Barrel|Locker)\b/, 'case'],
  ],
  TF2: [
    [/\bKey$/, 'key'],
    [/\b(?:Crate|Case)\b/, 'case'],
    [/Scattergun|Shotgun/, 'shotgun'],
    [/Minigun/, 'machinegun'],
    [/Sniper Rifle/, 'sniper'],
    [/Pistol|Revolver/, 'pistol'],
    [/Knife|Sapper/, 'knife'],
    [/./, 'hat'],
  ],
};

// They say nothing of the kind
const prefixes = /^(?:★ )?(?:StatTrak™ |Souvenir |Strange |Unusual )*/u;

/** The silhouette for an item, by its name. */
export function drawingOf(game: string, name: string): Drawing {
  const plain = name.replace(prefixes, '');
  const model = plain.split(' | ')[0]?.replace(/ \([^)]*\)$/, '') ?? plain;
  const weapon = game === 'CS2' ? weapons[model] : undefined;
  if (weapon !== undefined) return weapon;
  return (others[game] ?? []).find(([pattern]) => pattern.test(name))?.[1] ?? 'item';
}
