import { type Rate, tf2Units } from '../schema/index.ts';

/** A source's prices of keys and metal; null if it does not give one. */
export type KeyWorth = {
  /** Price of a key in refined metal. */
  readonly refPerKey: number | null;
  /** Price of a refined metal in dollars. */
  readonly usdPerRef: number | null;
  /** When the price was set, epoch milliseconds; null means now. */
  readonly since: number | null;
};

/** The currencies of backpack.tf: its community's prices of keys in metal, and of metal in dollars. */
export function parseBackpackCurrencies(text: string): KeyWorth {
  const currencies = at(JSON.parse(text), 'response', 'currencies');
  const keys = middleOf(at(currencies, 'keys', 'price'), 'metal');
  if (keys === null) throw new Error('the currencies of backpack.tf have no price of a key in metal');
  return { refPerKey: keys, usdPerRef: middleOf(at(currencies, 'metal', 'price'), 'usd'), since: null };
}

/** The price of a key at PriceDB, the middle of buying and selling in metal. */
export function parsePricedbKey(text: string): KeyWorth {
  const item: unknown = JSON.parse(text);
  const sides = ['buy', 'sell'].map((side) => at(item, side));
  // A key that costs keys is not priced in metal
  const [buy, sell] = sides.map((side) => ((at(side, 'keys') ?? 0) === 0 ? positive(at(side, 'metal')) : null));
  const seconds = positive(at(item, 'time'));
  if (buy == null || sell == null || seconds === null || at(item, 'sku') !== '5021;6')
    throw new Error('the answer of PriceDB has no dated price of a key in metal');
  return { refPerKey: (buy + sell) / 2, usdPerRef: null, since: Math.floor(seconds * 1000) };
}

/** The price of a key at STN.tf, the middle of buying and selling, which are in scrap. */
export function parseStnKey(text: string): KeyWorth {
  const pricing = at(JSON.parse(text), 'result', 'pricing');
  const [buy, sell] = [positive(at(pricing, 'buyPrice')), positive(at(pricing, 'sellPrice'))];
  if (buy === null || sell === null) throw new Error('the answer of STN.tf has no price of a key');
  return { refPerKey: (buy + sell) / 2 / 9, usdPerRef: null, since: null };
}

/** Values outside are of something else, such as another unit; a key has been worth 1 to 4 dollars for years. */
const plausible = { refPerKey: [10, 1000], usdPerKey: [0.5, 20] } as const;

const isWithin = (value: number, [from, to]: readonly [number, number]): boolean => value >= from && value <= to;

/** The rates of keys and metal from the prices of a key in metal and in dollars; throws if either price is absurd. */
export function keyRates(refPerKey: number, usdPerKey: number, ratedAt: number, source: string): Rate[] {
  if (!isWithin(refPerKey, plausible.refPerKey)) throw new Error(`a key cannot cost ${refPerKey} refined metal`);
  if (!isWithin(usdPerKey, plausible.usdPerKey)) throw new Error(`a key cannot cost ${usdPerKey} dollars`);
  const perUsd = { KEY: 1 / usdPerKey, REF: refPerKey / usdPerKey };
  return tf2Units.map((currency) => ({ currency, perUsd: perUsd[currency], ratedAt, source }));
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (node, key) =>
      typeof node === 'object' && node !== null && Object.hasOwn(node, key)
        ? (node as Readonly<Record<string, unknown>>)[key]
        : undefined,
    value,
  );
}

const positive = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null;

/** A price, or the middle of a range, in this currency; null if it is in another one. */
function middleOf(price: unknown, currency: string): number | null {
  const value = at(price, 'currency') === currency ? positive(at(price, 'value')) : null;
  return value === null ? null : (value + (positive(at(price, 'value_high')) ?? value)) / 2;
}
