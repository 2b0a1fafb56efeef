import type { Weapon } from './cs2-finish.ts';

export const pistols: readonly Weapon[] = [
  {
    name: 'Desert Eagle',
    defIndex: 1,
    type: 'Pistol',
    finishes: `
      Blaze, 37, 4, 0-8, , 480
      Printstream, 962, 6, 0-80, s, 62
      Code Red, 711, 6, 0-100, s
      Golden Koi, 185, 6, 0-12, s
      Ocean Drive, 1090, 6, 0-100, s
      Kumicho Dragon, 527, 5, 0-76, s
      Conspiracy, 351, 5, 0-30, s
      Cobalt Disruption, 231, 5, 0-20, s
      Hypnotic, 61, 5, 0-8, s
      Mecha Industries, 805, 5, 0-60, s
      Light Rail, 841, 4, 0-90, s
      Trigger Discipline, 1050, 4, 0-100, s
      Directive, 603, 4, 6-100, s
      Naga, 397, 4, 0-100, s
      Crimson Web, 232, 4, 6-80, s
      Heirloom, 273, 4, 0-80, s
      Bronze Deco, 425, 3, 0-46, s
      Corinthian, 509, 3, 0-44, s
      Oxide Blaze, 645, 3, 0-50, s
      Blue Ply, 945, 3, 0-100, s
      Meteorite, 296, 3, 0-18
      Pilot, 347, 4, 0-100
      Hand Cannon, 328, 4, 1-70, v
      Sunset Storm 壱, 469, 4, 0-75
      Sunset Storm 弐, 470, 4, 0-75
      Midnight Storm, 468, 2, 0-75
      Urban Rubble, 237, 3, 0-50, v
      Night, 40, 3, 6-80
      Mudder, 90, 2, 6-80, v
      Urban DDPAT, 17, 2, 6-80, v
      Night Heist, 1006, 4, 0-80
      Fennec Fox, 764, 5, 0-100, v
    `,
  },
  {
    name: 'Glock-18',
    defIndex: 4,
    type: 'Pistol',
    finishes: `
      Fade, 38, 4, 0-8, , 1500
      Water Elemental, 353, 5, 0-70, s
      Wasteland Rebel, 586, 6, 0-54, s
      Bullet Queen, 957, 6, 0-100, s
      Neo-Noir, 988, 6, 0-100, s
      Vogue, 963, 5, 0-75, s
      Twilight Galaxy, 437, 5, 0-20
      Dragon Tattoo, 48, 4, 0-8, s
      Weasel, 607, 4, 0-100, s
      Moonrise, 694, 4, 0-65, s
      Grinder, 381, 4, 2-25, s
      Steel Disruption, 230, 4, 0-20, s
      Royal Legion, 532, 4, 0-100, s
      Nuclear Garden, 789, 4, 0-70, v
      Brass, 159, 5, 0-100
      Blue Fissure, 278, 3, 6-58, s
      Catacombs, 399, 3, 0-50, s
      Bunsen Burner, 479, 3, 0-80, s
      Wraiths, 495, 3, 0-80, s
      Ironwork, 623, 3, 0-100, s
      Off World, 680, 3, 0-100, s
      Warhawk, 713, 3, 0-100, s
      Oxide Blaze, 808, 3, 0-85, s
      Sacrifice, 918, 3, 0-100, s
      Snack Attack, 1100, 5, 0-100, s
      Clear Polymer, 1039, 3, 0-100, s
      Umbral Rabbit, 1227, 4, 0-100, s
      Reactor, 367, 4, 0-100, v
      Candy Apple, 3, 3, 0-30, v
      Night, 40, 2, 6-80, v
      Groundwater, 2, 2, 6-80, v
      Sand Dune, 208, 2, 6-80
    `,
  },
  {
    name: 'USP-S',
    defIndex: 61,
    type: 'Pistol',
    finishes: `
      Kill Confirmed, 504, 6, 0-100, s, 62
      Neo-Noir, 653, 6, 0-70, s, 42
      Printstream, 1142, 6, 0-80, s
      The Traitor, 1040, 6, 0-100, s
      Orion, 313, 5, 0-50, s
      Caiman, 339, 5, 0-40, s
      Serum, 221, 5, 0-25, s
      Cortex, 705, 5, 0-100, s
      Monster Mashup, 991, 5, 0-100, s
      Overgrowth, 183, 4, 6-80, s
      Dark Water, 60, 4, 10-26, s
      Stainless, 277, 4, 0-80, s
      Guardian, 290, 4, 0-38, s
      Cyrex, 637, 4, 0-55, s
      Blueprint, 657, 3, 0-86, s
      Lead Conduit, 540, 3, 0-100, s
      Torque, 489, 3, 0-46, s
      Blood Tiger, 217, 3, 0-30, s
      Flashback, 817, 4, 0-50, s
      Ticket to Hell, 1136, 3, 0-100, s
      Black Lotus, 1102, 4, 0-100, s
      Royal Blue, 332, 2, 6-80, v
      Night Ops, 236, 3, 0-60, v
      Forest Leaves, 25, 2, 6-80, v
      Para Green, 454, 3, 0-80
      Business Class, 364, 3, 0-100
      Road Rash, 318, 4, 0-100, v
      Check Engine, 796, 4, 0-60, v
      Pathfinder, 443, 2, 0-35
      Whiteout, 1065, 4, 6-80
      Target Acquired, 1027, 5, 0-80
      Orange Anolis, 922, 4, 0-80, v
    `,
  },
  {
    name: 'P250',
    defIndex: 36,
    type: 'Pistol',
    finishes: `
      See Ya Later, 678, 6, 0-70, s
      Asiimov, 551, 5, 10-100, s
      Muertos, 404, 5, 0-60, s
      Cartel, 388, 5, 0-75, s
      Undertow, 271, 5, 0-20, s
      Mehndi, 258, 5, 0-100, s
      Franklin, 295, 4, 0-40
      Vino Primo, 749, 4, 0-100, v
      Nevermore, 813, 4, 0-40, s
      Supernova, 358, 4, 0-40, s
      Wingshot, 501, 4, 0-90, s
      Splash, 162, 4, 6-18, s
      Hive, 219, 3, 0-30, s
      Steel Disruption, 230, 3, 0-20, s
      Valence, 426, 3, 0-80, s
      Ripple, 650, 3, 0-50, s
      Red Rock, 668, 3, 0-100, s
      Iron Clad, 592, 3, 5-80, s
      Inferno, 907, 4, 0-68, s
      Verdigris, 848, 3, 0-70, s
      Visions, 1153, 5, 0-100, s
      Cyber Shell, 1044, 4, 0-70, s
      Contaminant, 982, 3, 0-100, s
      Nuclear Threat, 168, 4, 6-80, v
      Whiteout, 102, 3, 6-80
      Metallic DDPAT, 34, 2, 0-8, v
      Gunsmoke, 15, 2, 6-80, v
      Sand Dune, 99, 1, 6-80, v
      Bone Mask, 27, 1, 6-80, v
      Boreal Forest, 77, 1, 6-80, v
      Facets, 207, 2, 6-80
      Digital Architect, 1081, 5, 0-100
    `,
  },
  {
    name: 'Five-SeveN',
    defIndex: 3,
    type: 'Pistol',
    finishes: `
      Hyper Beast, 660, 6, 0-100, s
      Angry Mob, 837, 6, 0-70, s
      Monkey Business, 427, 5, 10-90, s
      Fowl Play, 352, 5, 0-100, s
      Fairy Tale, 979, 6, 0-100, s
      Copper Galaxy, 274, 4, 0-20, s
      Case Hardened, 44, 4, 0-100, s
      Retrobution, 510, 4, 0-100, s
      Triumvirate, 530, 4, 0-61, s
      Boost Protocol, 1093, 5, 0-100, s
      Nightshade, 223, 3, 0-50, s
      Kami, 265, 3, 0-30, s
      Urban Hazard, 387, 3, 0-25, s
      Violent Daimyo, 585, 3, 0-70, s
      Scumbria, 605, 3, 0-100, s
      Capillary, 646, 3, 0-70, s
      Flame Test, 693, 3, 0-65, s
      Buddy, 906, 4, 0-55, s
      Scrawl, 1128, 3, 0-100, s
      Neon Kimono, 464, 4, 0-80
      Candy Apple, 3, 2, 0-30
      Hot Shot, 377, 3, 0-100, v
      Silver Quartz, 252, 3, 0-40, v
      Anodized Gunmetal, 210, 2, 0-8
      Orange Peel, 141, 2, 6-80, v
      Contractor, 46, 1, 6-80, v
      Forest Night, 78, 1, 6-80, v
      Jungle, 151, 1, 6-80
      Heat Treated, 831, 3, 0-100
      Coolant, 784, 2, 0-50, v
    `,
  },
  {
    name: 'Tec-9',
    defIndex: 30,
    type: 'Pistol',
    finishes: `
      Fuel Injector, 614, 5, 0-100, s
      Decimator, 889, 5, 0-75, s
      Remote Control, 791, 5, 0-100, v
      Nuclear Threat, 179, 4, 6-80, v
      Red Quartz, 248, 4, 0-40
      Avalanche, 520, 4, 0-100, s
      Re-Entry, 555, 4, 0-43, s
      Titanium Bit, 272, 4, 0-20, s
      Isaac, 303, 3, 0-100, s
      Sandstorm, 289, 3, 10-70, s
      Ice Cap, 599, 3, 0-50, s
      Jambiya, 539, 3, 0-100, s
      Cut Out, 671, 3, 0-100, s
      Cracked Opal, 684, 3, 0-100, s
      Snek-9, 722, 3, 0-100, s
      Fubar, 816, 3, 14-100, s
      Bamboozle, 839, 3, 0-80, s
      Flash Out, 905, 3, 0-70, s
      Brother, 964, 4, 0-100, s
      Toxic, 374, 4, 0-70, v
      Brass, 159, 3, 0-100, v
      Hades, 439, 2, 0-100
      Ossified, 36, 3, 0-8
      Blue Titanium, 216, 3, 0-4, s
      VariCamo, 235, 2, 0-60, v
      Groundwater, 2, 1, 6-80, v
      Army Mesh, 242, 1, 0-60, v
      Tornado, 206, 1, 6-80
      Urban DDPAT, 17, 1, 6-80
    `,
  },
  {
    name: 'P2000',
    defIndex: 32,
    type: 'Pistol',
    finishes: `
      Fire Elemental, 389, 6, 0-60, s
      Ocean Foam, 211, 6, 0-12, s
      Corticera, 184, 5, 6-30, s
      Imperial Dragon, 591, 5, 0-63, s
      Scorpion, 71, 4, 0-8
      Handgun, 485, 3, 0-100, s
      Amber Fade, 246, 4, 0-40, v
      Chainmail, 327, 3, 0-22, v
      Red FragCam, 275, 3, 0-70, s
      Pulse, 338, 3, 0-60, s
      Ivory, 357, 3, 0-100, s
      Oceanic, 550, 3, 0-60, s
      Imperial, 515, 3, 0-20, s
      Turf, 635, 3, 0-100, s
      Woodsman, 667, 3, 0-80, s
      Urban Hazard, 700, 3, 0-100, s
      Obsidian, 894, 4, 0-100, s
      Acid Etched, 951, 3, 0-100, s
      Gnarled, 960, 3, 0-100, s
      Silver, 32, 2, 0-8
      Granite Marbleized, 21, 1, 6-80, v
      Grassland, 95, 1, 6-80, v
      Coach Class, 346, 1, 0-100
    `,
  },
  {
    name: 'Dual Berettas',
    defIndex: 2,
    type: 'Pistol',
    finishes: `
      Cobra Strike, 658, 5, 0-60, s
      Melondrama, 1126, 5, 0-100, s
      Royal Consorts, 625, 4, 0-100, s
      Urban Shock, 396, 4, 0-47, s
      Marina, 261, 4, 5-50, s
      Hemoglobin, 220, 4, 0-20, s
      Black Limba, 190, 3, 6-80, s
      Retribution, 307, 3, 0-45, s
      Panther, 276, 3, 0-58, s
      Dualing Dragons, 491, 3, 0-100, s
      Cartel, 528, 3, 0-100, s
      Ventilators, 544, 3, 0-45, s
      Shred, 710, 3, 0-50, s
      Balance, 895, 3, 0-100, s
      Elite 1.6, 903, 3, 0-70, s
      Dezastre, 978, 4, 0-100, s
      Tread, 1091, 3, 0-100, s
      Cobalt Quartz, 249, 3, 0-40, v
      Demolition, 153, 3, 26-60, v
      Anodized Navy, 28, 3, 0-8, v
      Stained, 43, 2, 0-100, v
      Contractor, 46, 1, 6-80, v
      Colony, 47, 1, 6-80, v
      Briar, 330, 1, 0-22, v
      Duelist, 447, 4, 0-100
      Emerald, 453, 4, 0-8
      Twin Turbo, 747, 5, 0-100, v
    `,
  },
  {
    name: 'CZ75-Auto',
    defIndex: 63,
    type: 'Pistol',
    finishes: `
      Victoria, 270, 6, 0-75, s
      Yellow Jacket, 476, 5, 0-100, s
      The Fuschia Is Now, 269, 5, 0-40, s
      Xiangliu, 643, 5, 0-56, s
      Eco, 709, 4, 0-100, s
      Tigris, 350, 4, 0-100, s
      Pole Position, 435, 4, 0-70, s
      Red Astor, 543, 4, 0-100, s
      Tread Plate, 268, 4, 0-20, s
      Poison Dart, 315, 3, 0-70, s
      Hexane, 218, 3, 0-40, s
      Crimson Web, 12, 4, 6-80, s
      Twist, 334, 3, 0-100, s
      Imprint, 602, 3, 0-100, s
      Polymer, 622, 3, 0-50, s
      Tacticat, 687, 4, 0-70, s
      Vendetta, 976, 4, 0-100, s
      Circaetus, 1036, 3, 0-80, s
      Tuxedo, 297, 3, 0-80
      Nitro, 322, 3, 6-80, v
      Chalice, 325, 4, 0-10, v
      Army Sheen, 298, 1, 0-30
      Green Plaid, 366, 1, 0-58
      Emerald, 453, 4, 0-8
    `,
  },
  {
    name: 'R8 Revolver',
    defIndex: 64,
    type: 'Pistol',
    finishes: `
      Fade, 522, 6, 0-40, s
      Amber Fade, 523, 4, 0-40, v
      Llama Cannon, 683, 5, 3-70, s
      Crimson Web, 12, 3, 6-80, s
      Reboot, 595, 4, 0-100, s
      Grip, 701, 3, 0-100, s
      Survivalist, 721, 3, 0-70, s
      Skull Crusher, 843, 5, 25-80, s
      Memento, 892, 3, 0-80, s
      Bone Forged, 952, 3, 0-60, s
      Banana Cannon, 1232, 5, 0-100, s
      Crazy 8, 1145, 4, 0-100, s
      Canal Spray, 866, 1, 6-60
      Night, 40, 1, 6-80, v
      Bone Mask, 27, 1, 6-80, v
    `,
  },
];
