import { wearBands } from '../market/wear-band.ts';
import type { Draft } from './item.ts';
import { rowsOf } from './table-text.ts';
import { conditionWorth, taste } from './worth.ts';

/** All gloves share one float range. */
const floats = { minFloat: 0.06, maxFloat: 0.8 };

/** Model, definition index, usual price in dollars, finishes with their paint index. */
const models = `
  Bloodhound Gloves, 5027, 90, Charred 10006 / Snakebite 10007 / Bronzed 10008 / Guerrilla 10039
  Sport Gloves, 5030, 520, Superconductor 10018 / Arid 10019 / Pandora's Box 10037 / Hedge Maze 10038 / Amphibious 10045 / Bronze Morph 10046 / Omega 10047 / Vice 10048 / Slingshot 10073 / Big Game 10074 / Scarlet Shamagh 10075 / Nocts 10076
  Driver Gloves, 5031, 150, Lunar Weave 10013 / Convoy 10015 / Crimson Weave 10016 / Diamondback 10040 / King Snake 10041 / Imperial Plaid 10042 / Overtake 10043 / Racing Green 10044 / Rezan the Red 10069 / Snow Leopard 10070 / Queen Jaguar 10071 / Black Tie 10072
  Hand Wraps, 5032, 130, Leather 10009 / Spruce DDPAT 10010 / Slaughter 10021 / Badlands 10036 / Cobalt Skulls 10053 / Overprint 10054 / Duct Tape 10055 / Arboreal 10056 / Desert Shamagh 10081 / Giraffe 10082 / Constrictor 10083 / CAUTION! 10084
  Moto Gloves, 5033, 140, Eclipse 10024 / Spearmint 10026 / Boom! 10027 / Cool Mint 10028 / POW! 10049 / Turtle 10050 / Transport 10051 / Polygon 10052 / Finish Line 10077 / Smoke Out 10078 / Blood Pressure 10079 / 3rd Commando Company 10080
  Specialist Gloves, 5034, 220, Forest DDPAT 10030 / Crimson Kimono 10033 / Emerald Web 10034 / Foundation 10035 / Crimson Web 10061 / Buckshot 10062 / Fade 10063 / Mogul 10064 / Marble Fade 10065 / Lt. Commander 10066 / Tiger Strike 10067 / Field Agent 10068
  Hydra Gloves, 5035, 80, Emerald 10057 / Mangrove 10058 / Rattler 10059 / Case Hardened 10060
  Broken Fang Gloves, 4725, 75, Jade 10085 / Yellow-banded 10086 / Needle Point 10087 / Unhinged 10088
`;

/** Gloves never come as StatTrak or Souvenir. */
export function* gloveItems(): Generator<Draft> {
  for (const [model = '', defIndex, price, finishes = ''] of rowsOf(models)) {
    for (const row of finishes.split(' / ')) {
      const [, finish = '', paintIndex] = /^(.*) (\d+)$/.exec(row) ?? [];
      const fair = Number(price) * (0.4 + 0.6 * taste(`${model}${finish}`));
      for (const { condition } of wearBands(floats.minFloat, floats.maxFloat)) {
        yield {
          ...floats,
          name: `★ ${model} | ${finish} (${condition})`,
          type: 'Gloves',
          rarity: 'Extraordinary',
          defIndex: Number(defIndex),
          paintIndex: Number(paintIndex),
          basePrice: fair * conditionWorth[condition] ** 1.6,
        };
      }
    }
  }
}
