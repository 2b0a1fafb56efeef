import type { Weapon } from './cs2-finish.ts';

export const heavyWeapons: readonly Weapon[] = [
  {
    name: 'Nova',
    defIndex: 35,
    type: 'Shotgun',
    finishes: `
      Hyper Beast, 537, 5, 0-60, s
      Antique, 286, 5, 0-30, s
      Bloomstick, 62, 4, 6-80, s
      Koi, 356, 4, 0-30, s
      Graphite, 214, 4, 0-12, s
      Rising Skull, 263, 4, 0-50, s
      Wild Six, 699, 4, 0-80, s
      Toy Soldier, 716, 4, 0-100, s
      Clear Polymer, 987, 4, 0-100, s
      Tempest, 191, 3, 6-22, s
      Ghost Camo, 225, 3, 0-40, s
      Ranger, 484, 3, 0-100, s
      Exo, 590, 3, 0-50, s
      Gila, 634, 3, 0-30, s
      Plume, 890, 3, 0-80, s
      Windblown, 1051, 3, 0-90, s
      Dark Sigil, 1162, 3, 0-100, s
      Green Apple, 294, 2, 0-30, v
      Candy Apple, 3, 2, 0-30, v
      Blaze Orange, 166, 3, 6-80
      Modern Hunter, 164, 3, 6-80
      Polar Mesh, 107, 1, 6-80, v
      Predator, 170, 1, 6-80, v
      Walnut, 158, 1, 6-80, v
      Sand Dune, 99, 1, 6-80, v
    `,
  },
  {
    name: 'XM1014',
    defIndex: 25,
    type: 'Shotgun',
    finishes: `
      Tranquility, 393, 5, 0-50, s
      Incinegator, 850, 5, 14-65, s
      Entombed, 970, 5, 0-50, s
      XOXO, 1046, 5, 0-100, s
      Seasons, 654, 4, 0-50, s
      Teclu Burner, 521, 4, 0-65, s
      Heaven Guard, 314, 4, 3-50, s
      Ziggy, 689, 4, 0-72, s
      Black Tie, 557, 3, 0-75, s
      Quicksilver, 407, 3, 0-50, s
      Scumbria, 505, 3, 0-100, s
      Slipstream, 616, 3, 0-50, s
      Oxide Blaze, 706, 3, 0-70, s
      Red Python, 320, 3, 8-50, s
      Zombie Offensive, 1135, 4, 0-100, s
      Red Leather, 348, 3, 0-56
      Bone Machine, 370, 3, 0-60, v
      VariCamo Blue, 238, 3, 0-50, v
      Fallout Warning, 169, 2, 6-80, v
      CaliCamo, 240, 2, 0-60, v
      Jungle, 205, 1, 6-80
      Blue Steel, 42, 2, 0-100, v
      Blue Spruce, 96, 1, 6-80, v
      Urban Perforated, 135, 1, 6-80, v
    `,
  },
  {
    name: 'MAG-7',
    defIndex: 27,
    type: 'Shotgun',
    finishes: `
      Justice, 948, 6, 0-100, s
      Cinquedea, 737, 6, 0-100, , 600
      Bulldozer, 39, 4, 6-80, v
      Heat, 431, 4, 0-100, s
      Petroglyph, 608, 4, 0-44, s
      SWAG-7, 703, 4, 0-92, s
      Monster Call, 961, 4, 0-100, s
      Praetorian, 535, 4, 0-45, s
      Cobalt Core, 499, 3, 0-50, s
      Firestarter, 385, 3, 6-49, s
      Hard Water, 666, 3, 0-45, s
      Sonar, 633, 3, 0-45, s
      Heaven Guard, 291, 3, 0-40, s
      Popdog, 909, 3, 0-80, s
      Foresight, 1132, 3, 0-100, s
      BI83 Spectrum, 1089, 4, 0-100, s
      Memento, 177, 3, 2-18, s
      Hazard, 198, 3, 6-80
      Counter Terrace, 462, 3, 0-65
      Metallic DDPAT, 34, 2, 0-8, v
      Silver, 32, 2, 0-8, v
      Storm, 100, 1, 6-80, v
      Sand Dune, 99, 1, 6-80, v
      Seabird, 473, 1, 0-100
    `,
  },
  {
    name: 'Sawed-Off',
    defIndex: 29,
    type: 'Shotgun',
    finishes: `
      The Kraken, 256, 6, 0-40, s
      Wasteland Princess, 638, 6, 0-70, s
      Devourer, 720, 5, 0-80, s
      Apocalypto, 953, 5, 0-100, s
      Kiss♥Love, 1155, 5, 0-100, s
      Limelight, 596, 4, 0-100, s
      Serenity, 405, 4, 0-50, s
      Highwayman, 390, 4, 0-100, s
      Orange DDPAT, 83, 4, 6-80, s
      Origami, 434, 3, 0-55, s
      Yorick, 517, 3, 0-100, s
      Fubar, 552, 3, 40-100, s
      Zander, 655, 3, 5-100, s
      Morris, 673, 3, 0-100, s
      Black Sand, 814, 3, 0-90, s
      Analog Input, 1160, 3, 0-100, s
      Full Stop, 250, 3, 0-60
      First Class, 345, 3, 0-50
      Copper, 41, 3, 0-100
      Rust Coat, 323, 3, 0-80, v
      Amber Fade, 246, 3, 0-40, v
      Mosaico, 204, 2, 6-80
      Irradiated Alert, 171, 1, 6-80, v
      Snake Camo, 30, 2, 6-80, v
      Forest DDPAT, 5, 1, 6-80
      Sage Spray, 119, 1, 6-80, v
    `,
  },
  {
    name: 'M249',
    defIndex: 14,
    type: 'Machinegun',
    finishes: `
      Nebula Crusader, 496, 4, 0-100, s
      Emerald Poison Dart, 648, 4, 0-45, s
      System Lock, 401, 4, 0-80, s
      Magma, 266, 3, 0-70, s
      Spectre, 547, 3, 0-50, s
      Aztec, 902, 4, 0-75, s
      Warbird, 900, 3, 5-65, s
      O.S.I.P.R., 1042, 3, 0-100, s
      Deep Relief, 983, 4, 0-100, s
      Downtown, 1148, 3, 0-100, s
      Gator Mesh, 243, 2, 0-60, v
      Impact Drill, 472, 2, 0-100
      Contrast Spray, 22, 1, 6-80, v
      Jungle DDPAT, 202, 1, 6-80
      Blizzard Marbleized, 75, 2, 6-80
      Shipping Forecast, 452, 2, 0-50
    `,
  },
  {
    name: 'Negev',
    defIndex: 28,
    type: 'Machinegun',
    finishes: `
      Power Loader, 514, 5, 0-100, s
      Mjölnir, 763, 6, 0-60, , 700
      Loudmouth, 483, 4, 14-65, s
      Lionfish, 698, 4, 0-55, s
      Prototype, 950, 4, 0-70, s
      Drop Me, 1152, 3, 0-100, s
      Dazzle, 610, 3, 10-65, s
      Man-o'-war, 432, 3, 10-20, s
      Desert-Strike, 355, 3, 0-50, s
      Bratatat, 317, 4, 0-100, s
      Terrain, 285, 4, 0-45, s
      Ultralight, 958, 3, 0-79, s
      Anodized Navy, 28, 3, 0-8
      CaliCamo, 240, 2, 0-60, v
      Nuclear Waste, 369, 2, 0-40, v
      Palm, 201, 2, 6-80
      Army Sheen, 298, 1, 0-30
    `,
  },
];
