import type { Game } from '../../schema/index.ts';

/** By the words of names that are meant: what traders type instead, separated by commas. A word after `-` must not occur. */
export type TradeWords = Readonly<Record<string, string>>;

const wears: TradeWords = {
  'factory new': 'fn, 崭新, 崭新出厂, 全新, прямо с завода, завод, фн',
  'minimal wear': 'mw, min wear, 略磨, 略有磨损, немного поношенное, немного поношенный, мв',
  fieldtested: 'ft, field tested, 久经, 久经沙场, после полевых испытаний, полевые, фт',
  wellworn: 'ww, well worn, 破损, 破损不堪, поношенное, вв',
  battlescarred: 'bs, battle scarred, 战痕, 战痕累累, закалённое в боях, закалённое, бс',
};

// All phases of a finish share one name, which does not include the phase.
// Stickers are excluded, since there are stickers of a frog called Doppler
const phases: TradeWords = {
  'doppler -sticker':
    'p1, p2, p3, p4, phase 1, phase 2, phase 3, phase 4, ph1, ph2, ph3, ph4, фаза 1, фаза 2, фаза 3, фаза 4',
  'doppler -gamma -sticker': 'ruby, sapphire, black pearl, 红宝石, 蓝宝石, 黑珍珠, рубин, сапфир, чёрная жемчужина',
  'gamma doppler -sticker': 'emerald, 绿宝石, изумруд',
};

const knivesAndGloves: TradeWords = {
  vanilla: 'no finish, 原版, 无涂装, ванилла, ванила',
  knife: 'knives, 匕首, 刀, нож, ножи',
  karambit: 'kara, kb, 爪子刀, 爪刀, керамбит, карамбит',
  'butterfly knife': 'bfk, balisong, 蝴蝶刀, 蝴蝶, нож бабочка, бабочка, бабочку',
  'm9 bayonet': 'm9, M9刺刀, М9, штык нож М9, М9 штык нож, М9 байонет',
  'bayonet -m9': '刺刀, штык нож, байонет',
  'flip knife': '折叠刀, складной нож, флип',
  'gut knife': '穿肠刀, нож с лезвием крюком, гат',
  'huntsman knife': 'hunts, 猎杀者匕首, охотничий нож, хантсман',
  'falchion knife': 'falch, 弯刀, фальшион',
  'bowie knife': '鲍伊猎刀, нож боуи, боуи',
  'shadow daggers': 'daggers, 暗影双匕, тычковые ножи, тычки',
  'talon knife': '锯齿爪刀, нож коготь, коготь',
  'ursus knife': '熊刀, медвежий нож, урсус',
  'navaja knife': '折刀, наваха',
  'stiletto knife': '短剑, стилет',
  'nomad knife': '流浪者匕首, нож бродяга, бродяга',
  'skeleton knife': 'skelly, skele, skelly knife, 骷髅匕首, скелетный нож, скелетник',
  'survival knife': '求生匕首, нож выживания',
  'paracord knife': 'para, 系绳匕首, паракорд',
  'classic knife': '海豹短刀, классический нож',
  'kukri knife': '廓尔喀刀, кукри',
  gloves: 'glove, 手套, перчатки',
  'sport gloves': 'sports gloves, 运动手套, спортивные перчатки',
  'driver gloves': 'drivers, 驾驶手套, водительские перчатки',
  'hand wraps': 'wraps, 裹手, обмотки рук, обмотки',
  'moto gloves': 'motos, 摩托手套, мотоциклетные перчатки',
  'specialist gloves': 'specs, spec gloves, 专业手套, перчатки спецназа',
  'hydra gloves': '九头蛇手套, перчатки гидра',
  'bloodhound gloves': '血猎手套, перчатки бладхаунд',
};

const weapons: TradeWords = {
  ak47: 'ak, ak 47, ak47s, АК, АК 47, калаш',
  awp: 'awps, awm, 大狙, АВП, слон',
  m4a4: 'М4А4',
  m4a1s: 'm4a1, m4a1 s, a1s, m4s, M4A1消音型, М4А1, М4А1С',
  usps: 'usp, usp s, USP消音版, ЮСП, ЮСП С',
  glock18: 'glock, glock 18, 格洛克, глок',
  'desert eagle': 'deagle, deag, 沙鹰, 沙漠之鹰, дигл, пустынный орёл',
  ssg08: 'scout, 鸟狙, скаут, муха',
  'dual berettas': 'dualies, duals, dual elites, elites, 双枪, 双持贝瑞塔, беретты',
  'r8 revolver': 'r8, 左轮, 左轮手枪, R8左轮手枪, револьвер, Р8',
  fiveseven: '57, five 7, fn57, five seven, файв севен',
  tec9: 'tec, tec 9, тек 9',
  cz75auto: 'cz, cz75, ЦЗ',
  'galil ar': '加利尔, галил',
  famas: '法玛斯, фамас',
  sg553: 'sg, krieg, sg 553, СГ',
  scar20: 'scar, scar 20',
  mac10: 'mac, mac 10, мак 10',
  mp5sd: 'mp5, mp5 sd',
  ump45: 'ump, ump 45',
  ppbizon: 'bizon, pp bizon, 野牛, бизон',
  sawedoff: 'sawed, sawed off',
  mag7: 'mag, mag 7',
  nova: '新星, нова',
  negev: '内格夫, негев',
  'zeus x27': 'zeus, taser, 电击枪, 宙斯, зевс',
};

const finishes: TradeWords = {
  doppler: '多普勒, допплер, доплер, волны',
  'gamma doppler': 'gd, 伽玛多普勒, 伽马多普勒, гамма волны, гамма допплер',
  'case hardened': 'ch, blue gem, 表面淬火, 淬火, поверхностная закалка, закалка',
  fade: '渐变之色, 渐变, градиент, фейд',
  'marble fade': 'mf, fire and ice, 渐变大理石, мраморный градиент, марбл',
  'tiger tooth': 'tt, 虎牙, зуб тигра, тигр',
  'crimson web': 'cw, 深红之网, 红网, кровавая паутина',
  slaughter: '屠夫, убийство',
  lore: '传说, предание, лор',
  autotronic: '自动化, автотроника',
  'black laminate': 'lami, 黑色层压板, чёрный ламинат',
  'bright water': '澄澈之水, яркая вода',
  'damascus steel': 'damascus, 大马士革钢, дамасская сталь',
  'blue steel': '蓝钢, воронёная сталь',
  ultraviolet: 'uv, 致命紫罗兰, ультрафиолет',
  'pandoras box': 'pandora, pandoras, 潘多拉之盒, ящик пандоры',
  'crimson kimono': 'kimono, 深红和服, багровое кимоно',
  vice: '迈阿密风云',
  'dragon lore': 'dlore, 巨龙传说, история о драконе, драгон лор',
  'awp dragon lore': '龙狙',
  gungnir: '永恒之枪, гунгнир',
  medusa: '美杜莎, медуза',
  asiimov: '二西莫夫, азимов',
  redline: '红线, красная линия, редлайн',
  howl: '咆哮, вой, хаул',
  'fire serpent': '火蛇, огненный змей',
  vulcan: '火神, вулкан',
  bloodsport: '血腥运动, кровавый спорт',
  'hyper beast': '暴怒野兽, скоростной зверь, хайпер бист',
  printstream: '印花集, поток информации, принтстрим',
  'hot rod': 'hotrod, хот род',
  blaze: '炽烈之炎, пламя',
  'kill confirmed': 'kc, 枪响人亡, подтверждённое убийство',
  neonoir: '黑色魅影, нео нуар',
  'wild lotus': '野荷, дикий лотос',
  'gold arabesque': '黄金藤蔓, золотая арабеска',
  'lightning strike': '雷击, удар молнии',
  'fuel injector': '燃料喷射器, топливный инжектор',
};

const otherWords: TradeWords = {
  stattrak: 'st, stat, stat trak, 暗金, 计数, СТ, статтрек, статрек',
  souvenir: 'sv, souv, 纪念品, сувенирный, сувенир',
  sticker: '印花, 贴纸, наклейка, наклейки, стикер',
  holo: '全息, голо, голографическая',
  foil: '闪亮, фольга, металлическая',
  case: '武器箱, 箱子, кейс',
  key: '钥匙, ключ',
  katowice: 'kato, 卡托维兹, катовице, като',
  'katowice 2014': 'kato 14, kato 2014, k14, като 14, като 2014',
  ibuypower: 'ibp',
  'ibuypower holo katowice 2014': 'ibp holo',
  cobblestone: 'cobble, cbble',
};

/** Heroes of Dota 2 whose arcana has a name of its own. */
const arcanas: TradeWords = {
  'manifold paradox': 'pa arcana, phantom assassin arcana, mort arcana',
  'bladeform legacy': 'jugg arcana, juggernaut arcana',
  'demon eater': 'sf arcana, shadow fiend arcana',
  'fiery soul slayer': 'lina arcana',
  'frost avalanche': 'cm arcana, crystal maiden arcana',
  'blades voth domosh': 'lc arcana, legion arcana, legion commander arcana',
  'tempest helm thundergod': 'zeus arcana',
  'swine sunken galley': 'techies arcana',
  'fractal horns inner abysm': 'tb arcana, terrorblade arcana',
  'great sages reckoning': 'mk arcana, monkey king arcana',
  'magus cypher': 'rubick arcana',
  'feast abscession': 'pudge arcana',
  'flockhearts gamble': 'ogre arcana, ogre magi arcana',
};

export const tradeWords: Readonly<Record<Game, TradeWords>> = {
  CS2: { ...wears, ...phases, ...knivesAndGloves, ...weapons, ...finishes, ...otherWords },
  Dota2: { ...arcanas, 'dragonclaw hook': 'dc hook, pudge hook' },
  TF2: {
    ...wears,
    'mann co supply crate key': 'key, keys, mann co key, mann key, ключ, 钥匙',
    'refined metal': 'ref, refined, реф',
    'reclaimed metal': 'rec, reclaimed',
    'scrap metal': 'scrap',
    earbuds: 'buds',
    'bills hat': 'bills, bill hat',
    'tour duty ticket': 'tod, tour ticket',
    'team captain': 'tc',
    'maxs severed head': 'maxs, max head',
    australium: 'aussie, aus',
    unusual: 'unu, unus',
    'professional killstreak': 'pro ks, prof ks',
    'specialized killstreak': 'spec ks',
  },
  Rust: { ak47: 'ak, ak 47, АК', door: 'дверь', 'garage door': 'гаражная дверь' },
};

/** Meanings that describe an item without naming one: alone, two letters of theirs are rather the beginning of a word. */
export const describing: readonly string[] = [...Object.keys(wears), 'stattrak', 'souvenir'];

/** Words of a query that say only what kind of item is meant, and are not in all names of the kind. */
export const kindWords: Readonly<Record<Game, string>> = {
  CS2: 'skin, skins, item, agent, weapon, glove, gloves, knife, pin, скин, скины, 皮肤',
  Dota2: 'set, item, skin, arcana, immortal',
  TF2: 'hat, item, weapon, skin',
  Rust: 'skin, skins, item, mask, facemask, hoodie, pants, door, rifle, gun',
};

/** The first words of names of things that are used beside other items, mostly applied to them, and often named after them. */
export const appliedKinds: Readonly<Record<Game, string>> = {
  CS2: 'sticker, patch, graffiti, sealed, charm, music',
  Dota2: '',
  TF2: '',
  Rust: '',
};

/** Words of the rarer forms of an item, which people name if they mean them. */
export const rarerForms: Readonly<Record<Game, string>> = {
  CS2: 'stattrak, souvenir, slab',
  Dota2: 'inscribed, autographed, corrupted, frozen, heroic, cursed, genuine, infused, auspicious, exalted',
  TF2: 'strange, vintage, genuine, unusual, haunted, collectors, festive, festivized',
  Rust: '',
};
