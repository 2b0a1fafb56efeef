import type { CatalogueItem } from '../market/world.ts';
import { type Draft, toItems } from './item.ts';
import { listOf } from './table-text.ts';
import { hats, weapons } from './tf2-tables.ts';
import { taste } from './worth.ts';

type Quality = { readonly prefix: string; readonly rarity: string; readonly worth: number };

/** Letters of the tables: the qualities in which an item is sold. */
const qualities: Readonly<Record<string, Quality>> = {
  u: { prefix: '', rarity: 'Unique', worth: 1 },
  s: { prefix: 'Strange ', rarity: 'Strange', worth: 2 },
  v: { prefix: 'Vintage ', rarity: 'Vintage', worth: 1.6 },
  g: { prefix: 'Genuine ', rarity: 'Genuine', worth: 1.8 },
  h: { prefix: 'Haunted ', rarity: 'Haunted', worth: 2.5 },
  c: { prefix: "Collector's ", rarity: "Collector's", worth: 30 },
  f: { prefix: 'Festive ', rarity: 'Unique', worth: 4 },
  F: { prefix: 'Strange Festive ', rarity: 'Strange', worth: 14 },
  a: { prefix: 'Strange Australium ', rarity: 'Strange', worth: 90 },
  U: { prefix: 'Unusual ', rarity: 'Unusual', worth: 70 },
  k: { prefix: 'Professional Killstreak ', rarity: 'Unique', worth: 18 },
};

const botkillers = `
  Flame Thrower; Knife; Medi Gun; Minigun; Rocket Launcher; Scattergun; Sniper Rifle; Stickybomb Launcher; Wrench
`;

const tools: readonly (readonly [string, number])[] = [
  ['Mann Co. Supply Crate Key', 2.2],
  ['Tour of Duty Ticket', 0.95],
  ['Name Tag', 0.5],
  ['Description Tag', 0.2],
  ['Decal Tool', 1.1],
  ['Gift Wrap', 0.6],
  ['Giftapult', 0.8],
  ['Backpack Expander', 0.9],
  ['Duck Token', 0.1],
  ['Strange Bacon Grease', 1.2],
  ['Strange Count Transfer Tool', 0.7],
  ['Upgrade to Premium Gift', 2.9],
  ['End of the Line Key', 6],
  ['Robo Community Crate Key', 5],
  ["What's in the Companion Square Box?", 9],
  ["What's in the Portal 2 Soundtrack Box?", 7],
  ["What's in the Team Fortress 2 Soundtrack Box?", 7],
  ['Defragmenting Hard Hat 17%', 1.4],
  ['Strange Defragmenting Hard Hat 17%', 4],
];

const paints = `
  A Color Similar to Slate; A Deep Commitment to Purple; A Distinctive Lack of Hue; A Mann's Mint; After Eight; Aged Moustache Grey
  An Air of Debonair; An Extraordinary Abundance of Tinge; Australium Gold; Balaclavas Are Forever; Color No. 216-190-216; Cream Spirit
  Dark Salmon Injustice; Drably Olive; Indubitably Green; Mann Co. Orange; Muskelmannbraun; Noble Hatter's Violet; Operator's Overalls
  Peculiarly Drab Tincture; Pink as Hell; Radigan Conagher Brown; Team Spirit; The Bitter Taste of Defeat and Lime
  The Color of a Gentlemann's Business Pants; The Value of Teamwork; Waterlogged Lab Coat; Ye Olde Rustic Colour; Zepheniah's Greed
`;

const strangeParts = `
  Airborne Enemies Killed; Buildings Destroyed; Cloaked Spies Killed; Critical Kills; Damage Dealt; Domination Kills; Full Moon Kills
  Gib Kills; Halloween Kills; Headshot Kills; Heavies Killed; Kills While Explosive Jumping; Kills While Übercharged
  Killstreaks Ended; Long-Distance Kills; Low-Health Kills; Medics Killed; Player Hits; Point-Blank Kills; Posthumous Kills
  Pyros Killed; Revenge Kills; Robots Destroyed; Sappers Destroyed; Scouts Killed; Snipers Killed; Soldiers Killed; Spies Killed
  Tanks Destroyed; Teammates Extinguished; Underwater Kills; Unusual-Wearing Player Kills
`;

/** "Bill's Hat uv" in each of its qualities. */
const inQualities = (row: string, type: string, usual: number): readonly Draft[] => {
  const [, name = '', letters = ''] = /^(.*) ([a-zA-Z]+)$/.exec(row) ?? [];
  return [...letters].flatMap((letter) => {
    const quality = qualities[letter];
    if (quality === undefined) throw new Error(`the quality "${letter}" of "${name}" is not in the table of qualities`);
    const { prefix, rarity, worth } = quality;
    return { name: prefix + name, type, rarity, basePrice: usual * taste(name) * worth };
  });
};

const plain = (names: string, prefix: string, type: string, price: number): readonly Draft[] =>
  listOf(names).map((name) => ({ name: prefix + name, type, rarity: 'Unique', basePrice: price * taste(name) ** 1.3 }));

export const tf2Items = (): readonly CatalogueItem[] =>
  toItems('TF2', [
    ...tools.map(([name, basePrice]) => ({ name, type: 'Tool', rarity: 'Unique', basePrice })),
    ...plain(paints, '', 'Tool', 2.5),
    ...plain(strangeParts, 'Strange Part: ', 'Tool', 2),
    ...weapons.flatMap(({ type, rows }) => listOf(rows).flatMap((row) => inQualities(row, type, 0.35))),
    ...listOf(hats).flatMap((row) => inQualities(row, 'Cosmetic', 1.2)),
    ...['Silver', 'Gold', 'Rust', 'Blood', 'Carbonado', 'Diamond'].flatMap((metal) =>
      listOf(botkillers).map((weapon) => ({
        name: `Strange ${metal} Botkiller ${weapon} Mk.I`,
        type: 'Weapon',
        rarity: 'Strange',
        basePrice: 8 * taste(metal + weapon),
      })),
    ),
  ]);
