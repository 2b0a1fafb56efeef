import { type Condition, conditions, type ItemKind } from '../../schema/index.ts';
import { kindIn, type NameFacts, noFacts, unmarkedKind } from './name-facts.ts';
import { tf2Weapons } from './tf2-weapons.ts';

const weapons = new Set(tf2Weapons);

/** Before the name of an item. Things that begin with such a word and are no quality of another are excluded. */
const qualities =
  /^(Strange|Unusual|Vintage|Genuine|Haunted|Collector's|Self-Made|Community|Valve|Decorated Weapon|Normal) (?!(?:Cosmetic )?(?:Part|Filter): |Bacon Grease$|Count Transfer Tool$|Spirits?$)(?=.)/;
const killstreak = /^(?:Specialized |Professional )?Killstreak /;
const ornament = /^(?:The |Festivized |Festive |Australium |(?:Silver|Gold|Rust|Blood|Carbonado|Diamond) Botkiller )/;
// Steam writes the last one in two ways
const wears = new Map<string, Condition>([
  ...conditions.map((condition) => [condition, condition] as const),
  ['Battle Scarred', 'Battle-Scarred'],
]);
const wear = /^(.*) \(([A-Za-z -]+)\)$/;

const kindOfPattern: readonly (readonly [RegExp, ItemKind])[] = [
  [/^(?:Unusual )?Taunt: .*\bUnusualifier$|\bUnusualifier$/, 'unusualifier'],
  [/^Taunt: |\bTaunt$/, 'taunt'],
  [/\bWar Paint$/, 'warPaint'],
  [/^Strange (?:Cosmetic )?Part: |^Strange Filter: /, 'strangePart'],
  [/\bStrangifier(?: Chemistry Set)?(?: Series #?\d+)?$|^Strange Bacon Grease$/, 'strangifier'],
  [/\bKillstreak\b.*\bKit(?: Fabricator)?$|^Killstreakifier\b|^Kit\b/, 'killstreakKit'],
  [/\bKey(?: 20\d\d)?$/, 'key'],
  [
    /\b(?:Crate|Summer(?: \d+)? Cooler|Munition|Strongbox|Reel|(?:Cosmetic|Weapons|War Paint|Collection|Keyless) Case)(?: 20\d\d)?$|\bCase Series #?\d+$| #\d+$/,
    'container',
  ],
  [/^(?:Scrap|Reclaimed|Refined) Metal$/, 'metal'],
  [/^Tour of Duty Ticket$|\bPass$/, 'ticket'],
  [
    /^Noise Maker\b|\bCanteens?\b|\bPackage$|^(?:Pile of|What's in)\b|\bDueling Mini-Game$|^Secret Saxton$|^Pallet of|\b(?:Mini-Game|Diary|Spellbook Magazine|Painting Set|Bread Box|Starter Kit|Adventure Pack|Claim Check|Gift)$/,
    'action',
  ],
  [
    /\b(?:Token(?: - .+)?|Tag|Tool|Expander|Transmogrifier|Giftapult|Gift Wrap|Chemistry Set|Festivizer|Transfer Tool|Quicklime|Page|Upgrade to Premium Gift|Fabricator)$|^(?:Enchantment|Halloween Spell|Class Token|Slot Token): ?|^(?:Battle-Worn|Reinforced|Pristine) Robot\b|^Voodoo-Cursed\b|^Random Craft Hat$/,
    'tool',
  ],
];

const paints = new Set([
  ...['A Color Similar to Slate', 'A Deep Commitment to Purple', 'A Distinctive Lack of Hue', "A Mann's Mint"],
  ...['After Eight', 'Aged Moustache Grey', 'An Air of Debonair', 'An Extraordinary Abundance of Tinge'],
  ...['Australium Gold', 'Balaclavas Are Forever', 'Color No. 216-190-216', 'Cream Spirit', 'Dark Salmon Injustice'],
  ...['Drably Olive', 'Indubitably Green', 'Mann Co. Orange', 'Muskelmannbraun', "Noble Hatter's Violet"],
  ...["Operator's Overalls", 'Peculiarly Drab Tincture', 'Pink as Hell', 'Radigan Conagher Brown', 'Team Spirit'],
  ...['The Bitter Taste of Defeat and Lime', "The Color of a Gentlemann's Business Pants", 'The Value of Teamwork'],
  ...['Waterlogged Lab Coat', 'Ye Olde Rustic Colour', "Zepheniah's Greed"],
]);

/** The weapon with which a name ends, and what stands before it, which is its finish. */
function weaponIn(name: string): { readonly weapon: string; readonly finish: string | null } | null {
  for (let from = 0; from >= 0; from = name.indexOf(' ', from) + 1 || -1) {
    const weapon = name.slice(from).replace(/ Mk\.I+$/, '');
    if (weapons.has(weapon)) return { weapon, finish: name.slice(0, from).trim() || null };
  }
  return null;
}

/** A weapon bare or with an ornament; with a finish only where there is a wear, since hats are named after weapons too. */
function weaponFacts(name: string, exterior: Condition | null) {
  let bare = name.replace(killstreak, '');
  while (ornament.test(bare) && !weapons.has(bare)) bare = bare.replace(ornament, '');
  if (weapons.has(bare)) return { weapon: bare, finish: null };
  return exterior === null ? null : weaponIn(bare);
}

/** A quality and what it stands before. */
function split(name: string): readonly [quality: string | null, rest: string] {
  const quality = qualities.exec(name)?.[1] ?? null;
  return quality === null ? [null, name] : [quality, name.slice(quality.length + 1)];
}

/** What a name of TF2 tells: "Strange Specialized Killstreak Warbird Rocket Launcher (Field-Tested)". */
export function tf2Facts(name: string): NameFacts {
  const [, withoutWear, words] = wear.exec(name) ?? [];
  const exterior = wears.get(words ?? '') ?? null;
  // "Strange Unusual …" is an unusual item that counts
  const [counts, whole] = split(exterior === null || withoutWear === undefined ? name : withoutWear);
  const [second, rest] = split(whole);
  const marked = paints.has(rest) ? 'paint' : kindIn(kindOfPattern, rest);
  const weapon = marked === null ? weaponFacts(rest, exterior) : null;
  return {
    ...noFacts,
    kind: marked ?? (weapon === null ? unmarkedKind.TF2 : 'weapon'),
    weapon: weapon?.weapon ?? null,
    finish: marked === 'warPaint' ? rest.replace(/ War Paint$/, '') : (weapon?.finish ?? null),
    exterior,
    quality: second ?? counts ?? 'Unique',
  };
}
