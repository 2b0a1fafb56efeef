import type { ItemKind } from '../schema/index.ts';
import { rarities as dotaRarities } from './dota2-words.ts';

// What marketplaces write for a value, besides the value itself, without capitals, blanks and punctuation. Machine names are
// those of Steam's tags, with and without their prefixes; Chinese words are those of Steam's own translation

/** The one spelling of each value, by what is written for it. */
export type Words = Readonly<Record<string, string>>;

export const csRarities: Words = {
  'Consumer Grade': 'consumer, rarity_common_weapon, common_weapon, 消费级',
  'Industrial Grade': 'industrial, rarity_uncommon_weapon, uncommon_weapon, 工业级',
  'Mil-Spec Grade': 'milspec, rarity_rare_weapon, rare_weapon, 军规级',
  Restricted: 'rarity_mythical_weapon, mythical_weapon, 受限',
  Classified: 'rarity_legendary_weapon, legendary_weapon, 保密',
  Covert: 'rarity_ancient_weapon, ancient_weapon, 隐秘',
  Contraband: 'rarity_contraband, 违禁',
  'Base Grade': 'base, rarity_common, common, 普通级',
  'High Grade': 'high, rarity_rare, rare, 高级',
  Remarkable: 'rarity_mythical, mythical, 卓越',
  Exotic: 'rarity_legendary, legendary, 奇异',
  Extraordinary: 'rarity_ancient, ancient, 非凡',
  Distinguished: 'rarity_rare_character, rare_character, 高级探员',
  Exceptional: 'rarity_mythical_character, mythical_character, 卓越探员',
  Superior: 'rarity_legendary_character, legendary_character, 非凡探员',
  Master: 'rarity_ancient_character, ancient_character, master agent, 大师',
};

export const dotaRarityWords: Words = Object.fromEntries(
  dotaRarities.map((rarity) => [rarity, `rarity_${rarity}`] as const),
);

export const tf2Rarities: Words = {
  'Civilian Grade': 'civilian, rarity_common, common',
  'Freelance Grade': 'freelance, rarity_uncommon, uncommon',
  'Mercenary Grade': 'mercenary, rarity_rare, rare',
  'Commando Grade': 'commando, rarity_mythical, mythical',
  'Assassin Grade': 'assassin, rarity_legendary, legendary',
  'Elite Grade': 'elite, rarity_ancient, ancient',
};

/** By Valve's names of what a type of item is in each game. */
export const kindWords: Readonly<Record<'CS2' | 'Dota2' | 'Rust' | 'TF2', Partial<Record<ItemKind, string>>>> = {
  CS2: {
    pistol: 'csgo_type_pistol, 手枪',
    smg: 'csgo_type_smg, 微型冲锋枪, 冲锋枪',
    rifle: 'csgo_type_rifle, 步枪',
    sniperRifle: 'csgo_type_sniperrifle, sniper rifle, 狙击步枪',
    shotgun: 'csgo_type_shotgun, 霰弹枪',
    machineGun: 'csgo_type_machinegun, machinegun, 机枪',
    equipment: 'csgo_type_equipment',
    knife: 'csgo_type_knife, 匕首',
    gloves: 'type_hands, hands, 手套',
    agent: 'type_customplayer, customplayer, 探员',
    sticker: 'csgo_tool_sticker, 印花',
    patch: 'csgo_type_patch, csgo_tool_patch, 布章',
    charm: 'csgo_tool_keychain, keychain, 挂件',
    graffiti: 'csgo_type_spray, spray, 涂鸦',
    musicKit: 'csgo_type_musickit, music kit, 音乐盒',
    container: 'csgo_type_weaponcase, case, capsule, 武器箱',
    key: 'csgo_tool_weaponcase_keytag, 钥匙',
    pass: 'csgo_type_ticket, 通行证',
    tool: 'csgo_type_tool, csgo_tool_name_tag, 工具',
    collectible: 'csgo_type_collectible, pin, 收藏品',
  },
  Dota2: {
    wearable: 'wearable, default_item',
    bundle: 'bundle',
    courier: 'courier',
    ward: 'ward',
    announcer: 'announcer, mega-kill announcer, megakill',
    hud: 'hud skin, hud_skin',
    loadingScreen: 'loading screen, loading_screen',
    cursor: 'cursor pack, cursor_pack',
    terrain: 'terrain',
    taunt: 'taunt',
    musicKit: 'music, music pack',
    emoticon: 'emoticon, emoticon tool, emoticon_tool',
    gem: 'gem / rune, gem, rune, socket gem, socket_gem, inscribed gem, kinetic gem, prismatic gem, ethereal gem',
    treasure: 'treasure, treasure chest, treasure_chest, retired treasure chest, retired_treasure_chest',
    key: 'key, treasure key, treasure_key',
    ticket: 'league, league ticket',
    pennant: 'pennant',
    playerCard: 'player card, player_card',
    sticker: 'sticker',
    tool: 'tool, misc tool, passive',
    pass: 'event ticket, compendium',
  },
  Rust: {
    weapon: 'weapon',
    clothing: 'clothing, jacket, pants, shirt, hat, footwear, gloves, mask',
    armor: 'armor',
    deployable: 'deployable',
    tool: 'tool',
    container: 'container',
  },
  TF2: {
    weapon: 'primary, primary weapon, secondary, secondary weapon, melee, melee weapon, pda, pda2, building',
    cosmetic: 'misc, cosmetic, hat, head, wearable, craft hat',
    taunt: 'taunt, special taunt',
    warPaint: 'war paint, warpaint',
    container: 'supply crate, supplycrate, crate, case, tf_supplycrate',
    killstreakKit: 'tf_killstreakifiertoolc, killstreak kit, tf_itemdynamicrecipetool, recipe',
    action: 'action, usable item, party favor, noise maker',
    tool: 'tool',
    metal: 'craft item',
  },
};

export const dotaSlots: Words = {
  Weapon: 'weapon',
  'Off-Hand': 'offhand_weapon, offhand weapon, off hand, offhand',
  Head: 'head, head_accessory, helm',
  Shoulder: 'shoulder, shoulders',
  Arms: 'arms',
  Armor: 'armor',
  Back: 'back, cape',
  Belt: 'belt',
  Legs: 'legs',
  Neck: 'neck',
  Gloves: 'gloves',
  Tail: 'tail',
  Mount: 'mount',
  Misc: 'misc',
  'Body/Head': 'body_head, body head',
  Costume: 'costume',
  Summon: 'summon, summoned unit',
  Persona: 'persona, persona_selector',
  'Ability 1': 'ability1',
  'Ability 2': 'ability2',
  'Ability 3': 'ability3',
  'Ability 4': 'ability4',
  'Ability Ultimate': 'ability_ultimate',
};

export const tf2Slots: Words = {
  Primary: 'primary, primary weapon',
  Secondary: 'secondary, secondary weapon',
  Melee: 'melee, melee weapon',
  PDA: 'pda, pda2, secondary pda',
  Building: 'building',
  Head: 'head, hat',
  Misc: 'misc, cosmetic',
  Action: 'action',
  Taunt: 'taunt',
};

export const tf2Classes: Words = {
  Scout: 'scout',
  Soldier: 'soldier',
  Pyro: 'pyro',
  Demoman: 'demoman, demo',
  Heavy: 'heavy, heavyweapons, heavy weapons guy',
  Engineer: 'engineer, engi',
  Medic: 'medic',
  Sniper: 'sniper',
  Spy: 'spy',
};
