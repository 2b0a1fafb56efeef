export const arcanas: readonly { readonly name: string; readonly hero: string; readonly qualities: string }[] = [
  { name: 'Demon Eater', hero: 'Shadow Fiend', qualities: 'Exalted; Genuine; Inscribed; Autographed; Corrupted' },
  {
    name: 'Fractal Horns of Inner Abysm',
    hero: 'Terrorblade',
    qualities: 'Exalted; Inscribed; Autographed; Corrupted',
  },
  {
    name: 'Manifold Paradox',
    hero: 'Phantom Assassin',
    qualities: 'Exalted; Genuine; Inscribed; Autographed; Corrupted',
  },
  { name: 'Fiery Soul of the Slayer', hero: 'Lina', qualities: 'Inscribed; Autographed; Corrupted; Heroic; Frozen' },
  {
    name: 'Tempest Helm of the Thundergod',
    hero: 'Zeus',
    qualities: 'Exalted; Genuine; Inscribed; Autographed; Corrupted',
  },
  { name: 'Swine of the Sunken Galley', hero: 'Techies', qualities: 'Exalted; Inscribed; Autographed; Corrupted' },
  { name: 'Blades of Voth Domosh', hero: 'Legion Commander', qualities: 'Exalted; Inscribed; Autographed; Corrupted' },
  { name: 'Frost Avalanche', hero: 'Crystal Maiden', qualities: 'Exalted; Genuine; Inscribed; Autographed; Corrupted' },
  { name: 'Bladeform Legacy', hero: 'Juggernaut', qualities: 'Exalted; Inscribed; Autographed; Corrupted' },
  { name: 'The Magus Cypher', hero: 'Rubick', qualities: 'Exalted; Inscribed; Autographed; Corrupted' },
  { name: 'Feast of Abscession', hero: 'Pudge', qualities: 'Exalted; Genuine; Inscribed; Autographed; Corrupted' },
  { name: "Great Sage's Reckoning", hero: 'Monkey King', qualities: 'Exalted; Inscribed; Autographed; Corrupted' },
  { name: "Flockheart's Gamble", hero: 'Ogre Magi', qualities: 'Exalted; Inscribed; Autographed; Corrupted' },
];

/** Pieces sold in all common qualities. */
export const pieces: readonly { readonly hero: string; readonly rarity: string; readonly names: string }[] = [
  {
    hero: 'Axe',
    rarity: 'Rare',
    names: `
      Axe of the Red Conqueror; Blood Chaser; Bloodmist Crescent Axe; Corpsemaker; Executioner's Trophies; Kingslayer Axe
      Nightmare Blade; Red Mist Reaper's Mask; Red Mist Reaper's Scythe; Skullsplitter Axe
    `,
  },
  {
    hero: 'Juggernaut',
    rarity: 'Rare',
    names: `
      Ancient Mask of Intimidation; Fireborn Odachi; Bone Bracer of the Brave; Hakama of a Thousand Faces
      Mask of a Thousand Faces; Mask of the Many-Sighted; Visage of the Ivory Isles
    `,
  },
  {
    hero: 'Omniknight',
    rarity: 'Rare',
    names: `
      Armor of Thunderwrath's Calling; Cape of Thunderwrath's Calling; Hammer of Thunderwrath's Calling; Hammer of Enlightenment
      Hammer of the Purist Champion; Hood of the Hierophant; Winged Paladin's Defiance; Winged Paladin's Glorious Cape
    `,
  },
  {
    hero: 'Pudge',
    rarity: 'Rare',
    names: 'Bloodstained Britches; Meat Dragger; Restraint of the Mad Harvester; Rope of the Mad Harvester',
  },
  {
    hero: 'Windranger',
    rarity: 'Rare',
    names: `
      Featherfall Bow; Featherfall Cloak; Gilded Falcon Bow; Gilded Falcon Helm; Lyralei's Breeze; Sparrowhawk Bow; Sparrowhawk Cape
      Sparrowhawk Quiver; Bow of the Sun Vine
    `,
  },
  {
    hero: 'Phantom Assassin',
    rarity: 'Rare',
    names: `
      Cloak of the Nimble Edge; Deathwielder; Evildoer; Helm of the Nimble Edge; Pauldron of the Nimble Edge; Penumbral Cloak
      Penumbral Hood; Penumbral Warblade; Scythe of Sacrifice
    `,
  },
  {
    hero: 'Mirana',
    rarity: 'Mythical',
    names:
      'Andalmere the Litigon; Bow of the Moon Rider; Nightsilver Bow; Nightsilver Locks; Nightsilver Quiver; Stryff the Owlion',
  },
  {
    hero: 'Doom',
    rarity: 'Uncommon',
    names: `
      Belt of the Eleven Curses; Helm of Impending Transgressions; Pyre; Steel Wings of Apocalyptic Fire
      Sword of the Eleven Curses; Wings of Impending Transgressions
    `,
  },
  {
    hero: 'Bounty Hunter',
    rarity: 'Rare',
    names:
      "Flying Desolation; Master Assassin's Tails; Pangolin Carapace; Shuriken of Distant Sands; Mask of the Crimson Cut-throat",
  },
  {
    hero: 'Crystal Maiden',
    rarity: 'Rare',
    names: `
      Cape of the Crystalline Queen; Staff of the Crystalline Queen; Tiara of the Crystalline Queen; Snowdrop Mantle; Snowdrop Tassels
      Frostiron Sorceress Staff
    `,
  },
  {
    hero: 'Skywrath Mage',
    rarity: 'Rare',
    names:
      'Azure Shroud; Eye of the Eyrie; Helm of Retribution; Staff of Retribution; Wings of Retribution; Headdress of the Protector',
  },
  {
    hero: 'Centaur Warrunner',
    rarity: 'Rare',
    names:
      'Flail of Omexe; Halberd of the Steppe; Helm of the Steppe; Helmet of Omexe; Sigil of the Steppe; Spine of Omexe',
  },
  {
    hero: 'Anti-Mage',
    rarity: 'Rare',
    names: 'Collar of the Mage Slayer; Glaive of the Mage Slayer; Fashion of Yoskreth',
  },
  {
    hero: 'Dragon Knight',
    rarity: 'Rare',
    names: 'Crimson Wyvern Helm; Crimson Wyvern Shield; Crimson Wyvern Sword; Helm of the Slain Dragon',
  },
  {
    hero: 'Sven',
    rarity: 'Rare',
    names: 'Grand Blade of the Demigod; Ruling Sword; Wuldastron the Twin-Blade of Giants',
  },
  {
    hero: 'Wraith King',
    rarity: 'Mythical',
    names: 'Blood Shard; Spine Splitter; Dreadknight Crown; Dreadknight Cloak',
  },
  { hero: 'Tidehunter', rarity: 'Rare', names: 'Hammer Time; Octopus Hat; Raw Hide; Skeletal Catch; Squiddles' },
  {
    hero: 'Lycan',
    rarity: 'Legendary',
    names: 'Form of the Great Grey; Familiar of the Great Grey; Sanguine Moon Patch',
  },
  {
    hero: 'Disruptor',
    rarity: 'Legendary',
    names: "Rampant the Scaled Hunter; Aegis of the Storm; Stormthrasher; Storm Rider's Sight",
  },
  { hero: 'Batrider', rarity: 'Legendary', names: 'Bertha the Morde-bat; Bessy the Batmeleon' },
  {
    hero: 'Keeper of the Light',
    rarity: 'Mythical',
    names: 'Roehrin the Pale Stallion; Tinek the Unmastered; Jewel of Futures Foretold',
  },
  { hero: 'Rubick', rarity: 'Mythical', names: "Oculus Ephemeral; Councilor's Mask; Spellbinder's Mask of Shaping" },
  {
    hero: 'Invoker',
    rarity: 'Rare',
    names: 'Crest of the Magus Magnus; Hair of the Dark Magic; Hood of Endless Intellect',
  },
  { hero: 'Faceless Void', rarity: 'Rare', names: 'Chronite Armor; Chronite Bracers; Chronite Scepter' },
  { hero: 'Drow Ranger', rarity: 'Rare', names: "Bow of the Crystal Caves; Cold Case Bow; Sylvan Guard's Hair" },
  {
    hero: 'Slardar',
    rarity: 'Uncommon',
    names: "Sea Dragon's Basher; Trident of the Sea Stalker; Deep Vault Guardian Trident",
  },
  { hero: 'Riki', rarity: 'Rare', names: 'Shadowshard; Yasha the Quickblade; Veil of the Subtle Demon' },
  { hero: 'Sniper', rarity: 'Rare', names: "Killstealer; Sharpshooter's Stache" },
];

export const couriers = `
  Enduring War Dog; Baby Roshan; Drodo the Druffin; Tinkbot; Golden Baby Roshan
`;

/** Items without qualities, including every unusual character known in market names. */
export const otherNames: readonly { readonly type: string; readonly rarity: string; readonly names: string }[] = [
  {
    type: 'Taunt',
    rarity: 'Mythical',
    names: 'Taunt: Party On?  Party Off!; Taunt: You Prefer Arrows?',
  },
  {
    type: 'League',
    rarity: 'Uncommon',
    names: `
      Battle of America #2; Dota 2 Community Crackdown Tournament #2; GCCSL Cup Lan #1; Recall Pro League Season #1
      AOC & Rapoo Masters Championship; Kunkka & Tidehunter Announcer Pack; Lima Five Peru Season "Killer"
    `,
  },
  {
    type: 'Autograph',
    rarity: 'Rare',
    names: `
      International 2024 Autograph: Avo+; Autograph: 啸天; Autograph: 李坏; Autograph: 董灿; Autograph: Kevin "Purge" Godec
      Autograph: Johan 'pieliedie' Åström; Avo+ Talent Sticker - TI 2022; - 米克 - Player Sticker - TI 2023
    `,
  },
  {
    type: 'Tool',
    rarity: 'Uncommon',
    names: '100% Battle Bonus (2 Hours); 200% Battle Bonus (2 Hours); 75% Battle Bonus (2 Hours)',
  },
];
