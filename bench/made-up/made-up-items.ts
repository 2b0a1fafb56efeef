import type { Game, Money, NormalBuyOrder, NormalOffer, NormalQuote, Prices, Sticker } from '../../src/schema/index.ts';

// Synthetic names and offers with the shape and length of real ones, and values made up from a seed

export type Random = () => number;

/** Reproducible numbers between 0 and 1. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const weapons = ['AK-47', 'AWP', 'M4A1-S', 'M4A4', 'Desert Eagle', 'Glock-18', 'USP-S', 'P250', 'MP9', 'Five-SeveN'];
const knives = ['★ Karambit', '★ Butterfly Knife', '★ Bayonet', '★ Flip Knife', '★ Gut Knife'];
const firsts = ['Crimson', 'Silent', 'Neon', 'Desert', 'Arctic', 'Royal', 'Cobalt', 'Ancient', 'Dark', 'Solar', 'Jade'];
const seconds = ['Web', 'Tide', 'Rider', 'Bloom', 'Hunter', 'Circuit', 'Dragon', 'Mosaic', 'Lotus', 'Storm', 'Fang'];
const wears = ['Factory New', 'Minimal Wear', 'Field-Tested', 'Well-Worn', 'Battle-Scarred'];

/** `count` different names in the style of CS2. */
export function madeUpNames(count: number): string[] {
  const bases = [...weapons, ...weapons.map((weapon) => `StatTrak™ ${weapon}`), ...knives];
  return Array.from({ length: count }, (_, at) => {
    const base = bases[at % bases.length];
    const finish = Math.floor(at / bases.length / wears.length);
    const series = Math.floor(finish / firsts.length / seconds.length);
    const first = firsts[finish % firsts.length];
    const second = seconds[Math.floor(finish / firsts.length) % seconds.length];
    const wear = wears[Math.floor(at / bases.length) % wears.length];
    return `${base} | ${first} ${second}${series === 0 ? '' : ` ${series + 1}`} (${wear})`;
  });
}

export function pricesOf(usd: number): { price: Money; prices: Prices } {
  const prices = { USD: usd, EUR: Math.ceil(usd * 0.92), CNY: Math.ceil(usd * 7.19), RUB: Math.ceil(usd * 90.3) };
  return { price: { amount: usd, currency: 'USD' }, prices };
}

const digits = (random: Random, length: number): string => {
  let text = String(1 + Math.floor(random() * 9));
  while (text.length < length) text += String(Math.floor(random() * 10));
  return text;
};
const hex = (random: Random, length: number, letters: string): string =>
  Array.from({ length }, () => letters[Math.floor(random() * 16)]).join('');
const steamId = (random: Random): string => `76561198${digits(random, 9)}`;

type LinkForm = (name: string, offerId: string, random: Random) => string;
const linkForms: readonly LinkForm[] = [
  (_, id) => `https://first.example.com/item/${id}`,
  (name, id) => `https://second.example.com/en/Rifle/${encodeURIComponent(name)}?id=${id}`,
  (_, __, random) => {
    const part = (length: number) => hex(random, length, '0123456789abcdef');
    return `https://third.example.com/ingame-items/item-list/csgo-skins?userOfferId=${part(8)}-${part(4)}-${part(4)}-${part(4)}-${part(12)}`;
  },
  (name, id) => `https://fourth.example.com/market/listings/730/${encodeURIComponent(name)}#listing-${id}`,
];

const inspectLink = (random: Random): string =>
  random() < 0.5
    ? `steam://rungame/730/76561202255233023/+csgo_econ_action_preview%20S${steamId(random)}A${digits(random, 11)}D${digits(random, 19)}`
    : `steam://run/730//+csgo_econ_action_preview%20${hex(random, 62, '0123456789ABCDEF')}`;

const stickersFor = (random: Random): Sticker[] =>
  Array.from({ length: Math.floor(random() * random() * 6) }, (_, slot) => {
    const wear = random() < 0.7 ? 0 : Math.fround(random());
    return { name: `Sticker | Team ${Math.floor(random() * 2000)} (Holo) | Katowice`, wear, slot };
  });

/** One offer; the id of the marketplace decides the form of its id and link. */
export function madeUpOffer(name: string, marketplace: number, random: Random): NormalOffer {
  const offerId = digits(random, 18 + (marketplace % 4));
  const link = linkForms[marketplace % linkForms.length] as LinkForm;
  return {
    kind: 'offer',
    game: 'CS2',
    name,
    phase: null,
    offerId,
    ...pricesOf(30 + Math.floor(random() ** 6 * 3_000_000)),
    purchaseLink: link(name, offerId, random),
    inspectLink: random() < 0.9 ? inspectLink(random) : null,
    float: random() < 0.5 ? Math.fround(random()) : random(),
    paintIndex: Math.floor(random() * 1200),
    paintSeed: Math.floor(random() * 1001),
    stickers: stickersFor(random),
    tradableAt: random() < 0.8 ? 0 : 1_780_000_000_000 + Math.floor(random() * 7) * 86_400_000,
    ownerId: steamId(random),
  };
}

export const madeUpBuyOrder = (name: string, random: Random): NormalBuyOrder => ({
  kind: 'buyOrder',
  game: 'CS2',
  name,
  phase: null,
  orderId: digits(random, 12),
  ...pricesOf(30 + Math.floor(random() * 3000)),
  quantity: 1 + Math.floor(random() * 20),
});

export function madeUpQuote(game: Game, name: string, marketplace: number, random: Random): NormalQuote {
  const { price, prices } = pricesOf(30 + Math.floor(random() ** 6 * 3_000_000));
  return {
    kind: 'quote',
    game,
    name,
    phase: null,
    lowest: price,
    prices,
    offerCount: Math.floor(random() ** 3 * 2000),
    purchaseLink: `https://market-${marketplace}.example.com/item/${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
    marketplaceItemId: random() < 0.5 ? digits(random, 6) : null,
    thumbnail: null,
  };
}
