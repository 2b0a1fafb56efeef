import { conditionOf, type ItemKind } from '../../schema/index.ts';
import { kindIn, type NameFacts, noFacts, unmarkedKind } from './name-facts.ts';

const weaponsByKind = {
  pistol: [
    ...['CZ75-Auto', 'Desert Eagle', 'Dual Berettas', 'Five-SeveN', 'Glock-18', 'P2000', 'P250', 'R8 Revolver'],
    ...['Tec-9', 'USP-S'],
  ],
  smg: ['MAC-10', 'MP5-SD', 'MP7', 'MP9', 'P90', 'PP-Bizon', 'UMP-45'],
  rifle: ['AK-47', 'AUG', 'FAMAS', 'Galil AR', 'M4A1-S', 'M4A4', 'SG 553'],
  sniperRifle: ['AWP', 'G3SG1', 'SCAR-20', 'SSG 08'],
  shotgun: ['MAG-7', 'Nova', 'Sawed-Off', 'XM1014'],
  machineGun: ['M249', 'Negev'],
  equipment: ['Zeus x27'],
} as const satisfies Partial<Record<ItemKind, readonly string[]>>;

const kindOfWeapon: ReadonlyMap<string, ItemKind> = new Map(
  Object.entries(weaponsByKind).flatMap(([kind, weapons]) =>
    weapons.map((weapon) => [weapon, kind as ItemKind] as const),
  ),
);

/** By what stands before the first bar. */
const kindOfHead: Readonly<Record<string, ItemKind>> = {
  Sticker: 'sticker',
  'Sticker Slab': 'slab',
  Patch: 'patch',
  Charm: 'charm',
  'Souvenir Charm': 'highlight',
  Graffiti: 'graffiti',
  'Sealed Graffiti': 'graffiti',
  'Music Kit': 'musicKit',
  'Autograph Capsule': 'container',
  'Patch Pack': 'container',
};

const kindOfTail: readonly (readonly [RegExp, ItemKind])[] = [
  [/\bKey$/, 'key'],
  [/\bPin$|\b(?:Coin|Medal|Trophy)$/, 'collectible'],
  [/\bPass(?: \+ \d+ Souvenir Tokens)?$|\bSouvenir Tokens?$/, 'pass'],
  [/\b(?:Swap Tool|Name Tag|Storage Unit|Charm Detachments?|Gift)$/, 'tool'],
  [/\b(?:Case|Capsule|Package|Box|Pack|Parcel|Presents|Terminal|Crate)(?: (?:Series )?\d+)?$/, 'container'],
  // Capsules of the first tournaments are named after whose stickers they hold
  [/\b(?:Legends|Challengers|Contenders)(?: \((?:Holo-)?Foil\))?$/, 'container'],
];

/** Whom an agent serves stands after the bar. */
const factions =
  /\| (?:SWAT|FBI(?: HRT| SWAT| Sniper)?|SAS|NZSAS|KSK|NSWC SEAL|SEAL Frogman|TACP Cavalry|USAF TACP|Gendarmerie Nationale|Brazilian 1st Battalion|Phoenix|Elite Crew|Sabre(?: Footsoldier)?|Guerrilla Warfare|The Professionals)$/;

const effectWord = /\((Holo|Foil|Gold|Glitter|Lenticular|Embroidered|Holo-Foil)[^)]*\)/;
const eventAtEnd = /\| ([^|]+ 20\d\d)(?: Highlight \|.*)?$/;
const eventAtStart = /^(.+? 20\d\d) .*(?:Package|Capsule|Legends|Challengers|Contenders|Pass|Pack|Tokens)/;
const eventOfHighlight = /^Souvenir Charm \| (.+? 20\d\d) Highlight/;

const eventOf = (name: string): string | null =>
  (eventOfHighlight.exec(name) ?? eventAtEnd.exec(name) ?? eventAtStart.exec(name))?.[1] ?? null;

const statTrakMark = 'StatTrak™ ';
const souvenirMark = 'Souvenir ';

function otherFacts(name: string, statTrak: boolean): NameFacts {
  const bar = name.indexOf(' |');
  const head = bar < 0 ? '' : name.slice(0, bar);
  const kind =
    kindOfHead[head] ?? kindIn(kindOfTail, name) ?? (factions.test(name) ? 'agent' : null) ?? unmarkedKind.CS2;
  return {
    ...noFacts,
    kind,
    statTrak,
    // A charm of a highlight is no souvenir form of another charm
    effect: effectWord.exec(name)?.[1] ?? null,
    event: eventOf(name),
  };
}

/** What a name of CS2 tells: "★ StatTrak™ Karambit | Doppler (Factory New)". */
export function cs2Facts(name: string): NameFacts {
  const exterior = conditionOf('CS2', name);
  const hasStar = name.startsWith('★ ');
  let rest = exterior === null ? name : name.slice(0, -(exterior.length + 3));
  if (hasStar) rest = rest.slice(2);
  const statTrak = rest.startsWith(statTrakMark);
  if (statTrak) rest = rest.slice(statTrakMark.length);
  const souvenir = exterior !== null && rest.startsWith(souvenirMark);
  if (souvenir) rest = rest.slice(souvenirMark.length);
  const bar = rest.indexOf(' | ');
  const weapon = bar < 0 ? rest : rest.slice(0, bar);
  const starKind = /(?:Gloves|Hand Wraps)$/.test(weapon) ? 'gloves' : 'knife';
  const kind = hasStar ? starKind : kindOfWeapon.get(weapon);
  if (kind === undefined) return otherFacts(rest, statTrak);
  return { ...noFacts, kind, weapon, finish: bar < 0 ? null : rest.slice(bar + 3), exterior, statTrak, souvenir };
}
