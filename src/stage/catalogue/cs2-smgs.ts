import type { Weapon } from './cs2-finish.ts';

export const smgs: readonly Weapon[] = [
  {
    name: 'MP9',
    defIndex: 34,
    type: 'SMG',
    finishes: `
      Starlight Protector, 1134, 6, 0-100, s
      Food Chain, 1037, 5, 0-100, s
      Airlock, 609, 5, 0-100, s
      Rose Iron, 262, 4, 0-30, s
      Ruby Poison Dart, 482, 4, 0-50, s
      Hydra, 910, 4, 0-100, s
      Hypnotic, 61, 4, 0-8, s
      Deadly Poison, 403, 3, 0-100, s
      Bioleak, 549, 3, 0-50, s
      Goo, 679, 3, 0-60, s
      Sand Scale, 630, 3, 0-45, s
      Capillary, 715, 3, 0-70, s
      Modest Threat, 804, 3, 0-75, s
      Black Sand, 697, 3, 0-100, s
      Dart, 386, 3, 0-46, s
      Setting Sun, 368, 3, 0-100
      Bulldozer, 39, 4, 6-80
      Hot Rod, 33, 3, 0-8, v
      Pandora's Box, 448, 4, 0-30
      Dark Age, 329, 3, 0-22, v
      Green Plaid, 366, 2, 0-58
      Storm, 100, 1, 6-80, v
      Sand Dashed, 148, 1, 6-80, v
      Dry Season, 199, 1, 6-80
      Orange Peel, 141, 2, 6-80, v
      Wild Lily, 734, 6, 0-70, , 900
    `,
  },
  {
    name: 'MAC-10',
    defIndex: 17,
    type: 'SMG',
    finishes: `
      Neon Rider, 433, 6, 0-45, s
      Stalker, 898, 6, 0-100, s
      Disco Tech, 947, 5, 0-100, s
      Heat, 284, 4, 0-100, s
      Tatter, 337, 4, 0-50, s
      Malachite, 402, 4, 0-50, s
      Curse, 310, 4, 0-50, s
      Graven, 188, 4, 6-80, s
      Last Dive, 651, 4, 0-52, s
      Rangeen, 498, 3, 0-50, s
      Lapis Gator, 534, 3, 0-50, s
      Carnivore, 589, 3, 0-100, s
      Aloha, 665, 3, 0-65, s
      Oceanic, 682, 3, 0-60, s
      Pipe Down, 812, 4, 0-90, s
      Whitefish, 840, 3, 0-100, s
      Ultraviolet, 98, 3, 6-80, s
      Ensnared, 1131, 3, 0-100, s
      Monkeyflage, 1150, 3, 0-100, s
      Allure, 965, 4, 0-100, s
      Button Masher, 1045, 3, 0-80, s
      Amber Fade, 246, 4, 0-40, v
      Nuclear Garden, 372, 4, 0-70, v
      Fade, 38, 4, 0-8
      Commuter, 343, 3, 0-100
      Candy Apple, 3, 2, 0-30, v
      Silver, 32, 2, 0-8
      Palm, 157, 2, 6-80, v
      Tornado, 101, 1, 6-80
      Urban DDPAT, 17, 1, 6-80, v
      Indigo, 333, 1, 6-80, v
    `,
  },
  {
    name: 'MP7',
    defIndex: 33,
    type: 'SMG',
    finishes: `
      Bloodsport, 696, 6, 0-65, s
      Nemesis, 481, 5, 0-32, s
      Impire, 536, 5, 0-40, s
      Fade, 752, 6, 0-25, v
      Ocean Foam, 213, 4, 0-8, s
      Special Delivery, 500, 4, 0-62, s
      Powercore, 719, 4, 0-80, s
      Neon Ply, 893, 4, 0-100, s
      Abyssal Apparition, 1133, 5, 0-100, s
      Skulls, 11, 3, 10-26, s
      Urban Hazard, 354, 3, 0-50, s
      Armor Core, 423, 3, 0-50, s
      Cirrus, 627, 3, 0-75, s
      Akoben, 649, 3, 0-70, s
      Mischief, 847, 3, 10-100, s
      Guerrilla, 1096, 3, 0-100, s
      Vault Heist, 1007, 3, 0-100
      Full Stop, 250, 4, 0-60
      Whiteout, 102, 4, 6-80
      Anodized Navy, 28, 3, 0-8, v
      Orange Peel, 141, 2, 6-80, v
      Gunsmoke, 15, 2, 6-80, v
      Army Recon, 245, 1, 6-80, v
      Forest DDPAT, 5, 1, 6-80
      Groundwater, 209, 1, 6-80
      Asterion, 442, 3, 0-55
      Teal Blossom, 728, 4, 0-50
    `,
  },
  {
    name: 'MP5-SD',
    defIndex: 23,
    type: 'SMG',
    finishes: `
      Phosphor, 810, 5, 0-80, s
      Agent, 915, 4, 0-100, s
      Gauss, 846, 3, 0-100, s
      Desert Strike, 949, 3, 0-100, s
      Condition Zero, 986, 4, 0-70, s
      Necro Jr., 1137, 3, 0-100, s
      Liquidation, 1231, 3, 0-100, s
      Acid Wash, 888, 3, 0-68, s
      Co-Processor, 781, 3, 0-50, v
      Dirt Drop, 753, 1, 6-80, v
      Bamboo Garden, 872, 2, 0-55
    `,
  },
  {
    name: 'UMP-45',
    defIndex: 24,
    type: 'SMG',
    finishes: `
      Primal Saber, 556, 5, 0-77, s
      Momentum, 802, 5, 0-50, s
      Wild Child, 1236, 6, 0-100, s
      Grand Prix, 436, 4, 25-35, s
      Exposure, 688, 4, 0-55, s
      Scaffold, 652, 4, 0-100, s
      Arctic Wolf, 704, 4, 0-80, s
      Plastique, 916, 4, 0-80, s
      Gold Bismuth, 990, 4, 0-60, s
      Riot, 488, 3, 0-70, s
      Labyrinth, 362, 3, 0-40, s
      Delusion, 392, 3, 6-35, s
      Bone Pile, 193, 3, 6-34, s
      Corporal, 281, 3, 5-75, s
      Briefing, 615, 3, 0-100, s
      Metal Flowers, 672, 3, 0-70, s
      Moonrise, 851, 3, 0-40, s
      Oscillator, 1049, 3, 0-100, s
      Roadblock, 1157, 3, 0-100, s
      Minotaur's Labyrinth, 441, 4, 0-39
      Blaze, 37, 3, 0-8, v
      Fallout Warning, 169, 3, 6-80, v
      Carbon Fiber, 70, 2, 0-12
      Gunsmoke, 15, 2, 6-80, v
      Indigo, 333, 2, 6-80, v
      Caramel, 93, 1, 6-80
      Urban DDPAT, 17, 1, 6-80, v
      Scorched, 175, 1, 6-80
    `,
  },
  {
    name: 'P90',
    defIndex: 19,
    type: 'SMG',
    finishes: `
      Asiimov, 359, 6, 0-92, s
      Death by Kitty, 156, 6, 8-32, s
      Emerald Dragon, 182, 5, 6-52, s
      Trigon, 283, 5, 8-75, s
      Shapewood, 516, 5, 0-100, s
      Nostalgia, 911, 5, 0-57, s
      Shallow Grave, 636, 5, 0-75, s
      Death Grip, 669, 4, 0-100, s
      Virus, 20, 4, 6-80
      Cold Blooded, 67, 5, 0-8
      Blind Spot, 228, 4, 0-50, s
      Chopper, 593, 4, 0-60, s
      Traction, 717, 4, 0-100, s
      Module, 335, 3, 0-35, s
      Elite Build, 486, 3, 0-100, s
      Grim, 611, 3, 0-80, s
      Off World, 849, 3, 0-75, s
      Freight, 969, 4, 0-100, s
      Cocoa Rampage, 977, 4, 0-100, s
      Vent Rush, 1154, 4, 0-100, s
      Teardown, 244, 3, 0-60, v
      Glacier Mesh, 111, 3, 6-80, v
      Scorched, 175, 1, 6-80, v
      Ash Wood, 234, 2, 0-45, v
      Fallout Warning, 169, 2, 6-80, v
      Storm, 100, 1, 6-80, v
      Sand Spray, 124, 1, 6-80, v
      Leather, 342, 2, 0-100
      Run and Hide, 1000, 6, 0-80, , 400
      Astral Jörmungandr, 759, 3, 0-50
    `,
  },
  {
    name: 'PP-Bizon',
    defIndex: 26,
    type: 'SMG',
    finishes: `
      Judgement of Anubis, 542, 6, 0-50, s
      High Roller, 676, 5, 0-100, s
      Osiris, 349, 4, 0-50, s
      Antique, 306, 4, 0-50, s
      Fuel Rod, 508, 4, 0-100, s
      Embargo, 884, 4, 0-100, s
      Blue Streak, 13, 4, 6-80, s
      Water Sigil, 224, 3, 0-50, s
      Cobalt Halftone, 267, 3, 5-45, s
      Photic Zone, 526, 3, 0-100, s
      Harvester, 594, 3, 0-100, s
      Jungle Slipstream, 641, 3, 0-50, s
      Night Riot, 692, 3, 0-80, s
      Runic, 973, 3, 0-100, s
      Space Cat, 1125, 4, 0-100, s
      Lumen, 1099, 3, 0-100, s
      Brass, 159, 4, 0-100, v
      Rust Coat, 203, 3, 0-100
      Chemical Green, 376, 3, 0-90, v
      Modern Hunter, 164, 4, 6-80
      Sand Dashed, 148, 1, 6-80, v
      Urban Dashed, 149, 1, 6-80, v
      Irradiated Alert, 171, 1, 6-80, v
      Forest Leaves, 25, 1, 6-80
      Facility Sketch, 775, 1, 0-50, v
    `,
  },
];
