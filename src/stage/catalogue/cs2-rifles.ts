import type { Weapon } from './cs2-finish.ts';

export const rifles: readonly Weapon[] = [
  {
    name: 'AK-47',
    defIndex: 7,
    type: 'Rifle',
    finishes: `
      Redline, 282, 5, 10-70, s, 32
      Vulcan, 302, 6, 0-90, s, 190
      Fire Serpent, 180, 6, 6-76, s, 620
      Asiimov, 801, 6, 5-70, s, 48
      Bloodsport, 639, 6, 0-45, s, 80
      Neon Revolution, 600, 6, 0-80, s
      Fuel Injector, 524, 6, 0-100, s, 95
      Aquamarine Revenge, 474, 6, 0-100, s
      Wasteland Rebel, 380, 6, 5-70, s
      Jaguar, 316, 6, 0-100, s
      The Empress, 675, 6, 0-100, s, 62
      Neon Rider, 707, 6, 0-80, s
      Phantom Disruptor, 941, 5, 0-65, s
      Legion of Anubis, 959, 6, 0-70, s
      Nightwish, 1141, 6, 0-100, s
      Ice Coaled, 1143, 5, 0-100, s
      Slate, 1035, 4, 0-100, s, 5
      Frontside Misty, 490, 5, 2-87, s
      Point Disarray, 506, 5, 0-67, s
      Cartel, 394, 5, 0-75, s
      Orbit Mk01, 656, 4, 0-55, s
      Red Laminate, 14, 5, 6-80, s
      Case Hardened, 44, 5, 0-100, s, 170
      Blue Laminate, 226, 4, 2-40, s
      Elite Build, 422, 3, 0-100, s
      Rat Rod, 885, 4, 0-100, s
      Uncharted, 836, 3, 0-75, s
      Baroque Purple, 745, 3, 0-100
      Safety Net, 795, 2, 0-60, v
      Safari Mesh, 72, 2, 6-80, v
      Jungle Spray, 122, 2, 6-80
      Predator, 170, 2, 6-80
      Black Laminate, 172, 3, 6-80, v
      Emerald Pinstripe, 300, 4, 0-100
      First Class, 341, 4, 0-100
      Jet Set, 340, 5, 0-100
      Hydroponic, 456, 5, 0-80, , 900
      Wild Lotus, 724, 6, 0-100, , 5200
      Gold Arabesque, 921, 6, 0-80, v, 1900
      Panthera onca, 1018, 5, 0-100, v
      X-Ray, 1004, 6, 0-80, , 480
      Leet Museo, 1087, 6, 0-100
      Green Laminate, 1070, 4, 0-70, v
      Head Shot, 1221, 6, 0-100, s
      Inheritance, 1171, 6, 0-80, s
    `,
  },
  {
    name: 'M4A4',
    defIndex: 16,
    type: 'Rifle',
    finishes: `
      Howl, 309, 7, 0-40, s, 4300
      Asiimov, 255, 6, 18-100, s, 120
      龍王 (Dragon King), 400, 5, 0-75, s, 16
      Bullet Rain, 155, 5, 2-46, s
      Desert-Strike, 336, 5, 0-70, s
      Desolate Space, 588, 5, 0-100, s
      The Battlestar, 533, 5, 0-64, s
      Royal Paladin, 512, 6, 0-80, s
      Buzz Kill, 632, 6, 0-70, s
      Hellfire, 664, 5, 0-50, s
      Neo-Noir, 695, 6, 0-90, s, 34
      The Emperor, 844, 6, 0-80, s
      Cyber Security, 985, 5, 0-100, s
      In Living Color, 1041, 6, 0-100, s
      Tooth Fairy, 971, 5, 0-73, s
      Temukau, 1228, 6, 0-80, s
      X-Ray, 215, 5, 0-30, s
      Griffin, 384, 4, 0-80, s
      Evil Daimyo, 480, 4, 0-52, s
      Zirka, 187, 4, 6-42, s
      Modern Hunter, 164, 5, 6-80, , 260
      Daybreak, 471, 5, 0-60
      Poseidon, 449, 5, 0-33, , 900
      Radiation Hazard, 167, 4, 6-80, v
      Tornado, 101, 2, 6-80, v
      Jungle Tiger, 16, 2, 6-80
      Urban DDPAT, 17, 2, 6-80, v
      Desert Storm, 8, 2, 6-80
      Mainframe, 780, 3, 0-50, v
      Converter, 793, 2, 0-40, v
      Faded Zebra, 176, 3, 6-80, s
      Magnesium, 811, 3, 0-100, s
      Global Offensive, 993, 4, 0-75
    `,
  },
  {
    name: 'M4A1-S',
    defIndex: 60,
    type: 'Rifle',
    finishes: `
      Hyper Beast, 430, 6, 0-100, s, 42
      Golden Coil, 497, 6, 0-100, s
      Mecha Industries, 587, 6, 0-80, s
      Chantico's Fire, 548, 6, 0-99, s
      Cyrex, 360, 6, 0-50, s
      Guardian, 257, 5, 0-50, s
      Atomic Alloy, 301, 5, 0-90, s
      Leaded Glass, 681, 5, 0-70, s
      Decimator, 644, 5, 0-85, s
      Nightmare, 714, 5, 0-100, s
      Player Two, 946, 6, 0-84, s
      Printstream, 984, 6, 0-80, s, 240
      Night Terror, 1130, 4, 0-100, s
      Basilisk, 383, 4, 0-68, s
      Blood Tiger, 217, 3, 0-30, s
      Bright Water, 189, 4, 10-22, s
      Dark Water, 60, 4, 10-26, s
      Flashback, 631, 3, 0-100, s
      Briefing, 663, 3, 0-80, s
      Hot Rod, 445, 5, 0-8, , 900
      Master Piece, 321, 5, 0-100, v, 120
      Knight, 326, 5, 0-10, v, 1400
      Icarus Fell, 440, 4, 0-10, , 330
      Nitro, 254, 3, 6-80, v
      Boreal Forest, 77, 2, 6-80, v
      VariCamo, 235, 2, 0-60, v
      Control Panel, 792, 4, 0-100, v
      Moss Quartz, 862, 3, 0-50
      Blue Phosphor, 1017, 5, 0-8, , 560
      Welcome to the Jungle, 1001, 6, 0-80, , 900
      Imminent Danger, 1073, 6, 0-100, v
      Emphorosaur-S, 1223, 4, 0-100, s
      Black Lotus, 1166, 5, 0-65, s
    `,
  },
  {
    name: 'AWP',
    defIndex: 9,
    type: 'Sniper Rifle',
    finishes: `
      Dragon Lore, 344, 6, 0-70, v, 5600
      Gungnir, 756, 6, 0-60, , 9000
      The Prince, 736, 6, 0-60, , 2600
      Desert Hydra, 819, 6, 0-80, v, 1500
      Fade, 1026, 6, 0-8, , 900
      Medusa, 446, 6, 0-100, , 2700
      Lightning Strike, 51, 6, 0-8, s, 430
      Asiimov, 279, 6, 18-100, s, 130
      Hyper Beast, 475, 6, 0-100, s
      Man-o'-war, 395, 6, 10-20, s
      Oni Taiji, 662, 6, 0-50, s
      Neo-Noir, 803, 6, 0-50, s
      Wildfire, 917, 6, 1-70, s
      Containment Breach, 887, 6, 0-100, s
      Chromatic Aberration, 1144, 6, 0-100, s
      Redline, 259, 5, 10-40, s
      Corticera, 181, 5, 6-30, s
      Electric Hive, 227, 5, 0-40, s
      Graphite, 212, 5, 0-12, s
      BOOM, 174, 5, 6-28, s
      Elite Build, 525, 5, 0-100, s
      Fever Dream, 640, 5, 0-55, s
      Mortis, 691, 5, 0-64, s
      Exoskeleton, 975, 3, 0-100, s
      Atheris, 838, 4, 0-100, s, 4.5
      PAW, 718, 4, 0-50, s
      Phobos, 584, 4, 0-40, s
      Worm God, 424, 4, 0-45, s
      Capillary, 943, 3, 5-70, s
      Pit Viper, 251, 4, 8-50, v
      Pink DDPAT, 84, 4, 6-80, v
      Snake Camo, 30, 3, 6-80
      Safari Mesh, 72, 2, 6-80, v
      Sun in Leo, 451, 3, 0-50
      Acheron, 788, 3, 0-83, v
      Silk Tiger, 1029, 5, 0-80
      POP AWP, 1058, 4, 0-100
      Duality, 1222, 5, 0-100, s
    `,
  },
  {
    name: 'SSG 08',
    defIndex: 40,
    type: 'Sniper Rifle',
    finishes: `
      Blood in the Water, 222, 6, 6-20, s
      Dragonfire, 624, 6, 0-50, s
      Big Iron, 503, 5, 0-64, s
      Death's Head, 670, 4, 0-51, s
      Ghost Crusader, 554, 4, 0-100, s
      Fever Dream, 956, 5, 0-72, s
      Bloodshot, 899, 5, 14-60, s
      Turbo Peek, 1101, 6, 0-100, s
      Mainframe 001, 967, 3, 0-100, s
      Parallax, 989, 4, 0-100, s
      Necropos, 538, 3, 0-100, s
      Dark Water, 60, 4, 10-26, s
      Slashed, 304, 4, 15-80, s
      Abyss, 361, 3, 0-100, s
      Detour, 319, 4, 0-43, v
      Acid Fade, 253, 3, 0-3, v
      Blue Spruce, 96, 1, 6-80, v
      Sand Dune, 99, 1, 6-80
      Tropical Storm, 233, 2, 6-80, v
      Mayan Dreams, 200, 2, 6-80
      Lichen Dashed, 26, 1, 6-80
      Hand Brake, 751, 3, 0-100, v
    `,
  },
  {
    name: 'FAMAS',
    defIndex: 10,
    type: 'Rifle',
    finishes: `
      Roll Cage, 604, 6, 0-100, s
      Commemoration, 919, 6, 0-50, s
      Afterimage, 154, 5, 2-40, s
      Djinn, 429, 5, 0-100, s
      Eye of Athena, 723, 5, 0-70, s
      Mecha Industries, 626, 5, 0-50, s
      Valence, 529, 4, 0-80, s
      Pulse, 260, 4, 0-40, s
      Sergeant, 288, 4, 10-100, s
      Neural Net, 477, 4, 0-60, s
      Rapid Eye Movement, 1127, 5, 0-100, s
      ZX Spectron, 1092, 4, 0-100, s
      Doomkitty, 178, 3, 8-22, s
      Hexane, 218, 3, 0-40, s
      Survivor Z, 492, 3, 0-60, s
      Macabre, 659, 3, 0-60, s
      Crypsis, 835, 3, 0-55, s
      Prime Conspiracy, 999, 4, 0-100
      Meltdown, 1053, 4, 0-100
      Styx, 371, 4, 0-60
      Spitfire, 194, 4, 6-80
      Cyanospatter, 92, 2, 6-80, v
      Colony, 47, 1, 6-80, v
      Teardown, 244, 3, 0-60, v
      Contrast Spray, 22, 1, 6-80
    `,
  },
  {
    name: 'Galil AR',
    defIndex: 13,
    type: 'Rifle',
    finishes: `
      Chatterbox, 398, 6, 35-85, s
      Eco, 428, 5, 10-85, s
      Sugar Rush, 661, 5, 0-55, s
      Stone Cold, 494, 4, 0-90, s
      Firefight, 546, 4, 0-100, s
      Crimson Tsunami, 647, 4, 0-55, s
      Orange DDPAT, 83, 4, 6-80, s
      Blue Titanium, 216, 3, 0-4, s
      Kami, 308, 3, 0-60, s
      Rocket Pop, 478, 3, 0-100, s
      Black Sand, 629, 3, 0-100, s
      Cold Fusion, 790, 2, 0-83, v
      Signal, 807, 4, 0-50, s
      Connexion, 972, 4, 0-80, s
      Chromatic Aberration, 1038, 5, 0-100, s
      Vandal, 981, 3, 0-80, s
      Destroyer, 1147, 3, 0-100, s
      Cerberus, 379, 4, 0-90
      Shattered, 192, 3, 6-80, s
      Sandstorm, 264, 3, 10-60, s
      Tuxedo, 297, 3, 0-80
      Winter Forest, 76, 2, 6-80
      VariCamo, 235, 1, 0-60, v
      Hunting Blind, 241, 1, 0-60, v
      Sage Spray, 119, 1, 6-80
    `,
  },
  {
    name: 'AUG',
    defIndex: 8,
    type: 'Rifle',
    finishes: `
      Chameleon, 280, 6, 0-50, s
      Akihabara Accept, 455, 6, 0-100, , 1500
      Bengal Tiger, 9, 4, 6-80, s
      Fleet Flock, 541, 5, 0-100, s
      Syd Mead, 601, 5, 0-80, s
      Stymphalian, 690, 5, 0-63, s
      Momentum, 845, 5, 5-100, s
      Aristocrat, 583, 4, 0-66, s
      Torque, 305, 4, 0-50, s
      Ricochet, 507, 3, 0-80, s
      Triqua, 674, 3, 0-100, s
      Wings, 73, 3, 0-14, s
      Amber Slipstream, 708, 3, 0-55, s
      Death by Puppy, 913, 4, 0-40, s
      Arctic Wolf, 886, 4, 0-70, s
      Tom Cat, 942, 3, 0-80, s
      Plague, 1088, 4, 0-100, s
      Hot Rod, 33, 4, 0-8
      Copperhead, 10, 3, 12-38
      Anodized Navy, 197, 3, 0-8
      Storm, 100, 1, 6-80, v
      Contractor, 46, 1, 6-80, v
      Colony, 47, 1, 6-80, v
      Radiation Hazard, 375, 2, 0-55, v
      Daedalus, 444, 3, 0-55
      Random Access, 779, 3, 0-50, v
    `,
  },
  {
    name: 'SG 553',
    defIndex: 39,
    type: 'Rifle',
    finishes: `
      Cyrex, 487, 5, 0-100, s
      Integrale, 750, 6, 0-100, v
      Tiger Moth, 519, 4, 0-100, s
      Pulse, 287, 4, 10-60, s
      Phantom, 686, 4, 0-60, s
      Triarch, 613, 4, 0-100, s
      Darkwing, 955, 4, 0-100, s
      Colony IV, 897, 5, 0-100, s
      Aerial, 598, 3, 0-60, s
      Atlas, 553, 3, 0-81, s
      Danger Close, 815, 3, 2-80, s
      Wave Spray, 186, 3, 6-80, s
      Ultraviolet, 98, 3, 6-80, s
      Damascus Steel, 247, 3, 0-100, v
      Anodized Navy, 28, 3, 0-8, v
      Army Sheen, 298, 1, 0-30
      Waves Perforated, 136, 1, 6-80, v
      Tornado, 101, 1, 6-80
      Gator Mesh, 243, 2, 0-60, v
      Bulldozer, 39, 4, 6-80
    `,
  },
  {
    name: 'SCAR-20',
    defIndex: 38,
    type: 'Sniper Rifle',
    finishes: `
      Cardiac, 391, 5, 0-100, s
      Bloodsport, 597, 5, 0-45, s
      Cyrex, 312, 4, 0-50, s
      Powercore, 612, 4, 0-100, s
      Green Marine, 502, 3, 0-80, s
      Jungle Slipstream, 685, 3, 0-50, s
      Blueprint, 642, 3, 0-75, s
      Outbreak, 518, 3, 0-50, s
      Grotto, 406, 3, 0-50, s
      Splash Jam, 165, 5, 6-80
      Emerald, 196, 4, 0-8
      Crimson Web, 232, 3, 6-80
      Carbon Fiber, 70, 2, 0-12, v
      Storm, 100, 1, 6-80, v
      Sand Mesh, 116, 1, 6-80, v
      Palm, 157, 1, 6-80
    `,
  },
  {
    name: 'G3SG1',
    defIndex: 11,
    type: 'Sniper Rifle',
    finishes: `
      The Executioner, 511, 5, 14-85, s
      Flux, 493, 5, 0-90, s
      High Seas, 712, 4, 0-70, s
      Stinger, 628, 4, 0-70, s
      Scavenger, 806, 5, 0-65, s
      Hunter, 677, 3, 0-100, s
      Ventilator, 606, 3, 0-45, s
      Orange Crash, 545, 3, 0-52, s
      Murky, 382, 3, 0-25, s
      Azure Zebra, 229, 3, 0-28, s
      Demeter, 195, 3, 6-80, s
      Chronos, 438, 4, 0-40
      Green Apple, 294, 2, 0-30
      Polar Camo, 74, 1, 6-80, v
      Jungle Dashed, 147, 1, 6-80, v
      Safari Mesh, 72, 1, 6-80, v
    `,
  },
];
