import { type Rate, tf2Units } from '../schema/index.ts';

/** What someone says of keys and metal; null is not said. */
export type KeyWorth = {
  /** A key in refined metal. */
  readonly refPerKey: number | null;
  /** A refined metal in dollars. */
  readonly usdPerRef: number | null;
  /** Epoch milliseconds since when it holds, null for now. */
  readonly since: number | null;
};

/** The currencies of backpack.tf: what its community takes keys for in metal, and metal in dollars. */
export function parseBackpackCurrencies(text: string): KeyWorth {
  const currencies = at(JSON.parse(text), 'response', 'currencies');
  const keys = middleOf(at(currencies, 'keys', 'price'), 'metal');
  if (keys === null) throw new Error('no price of a key in metal is in the currencies of backpack.tf');
  return { refPerKey: keys, usdPerRef: middleOf(at(currencies, 'metal', 'price'), 'usd'), since: null };
}

/** A key as PriceDB prices it, in metal on both sides. */
export function parsePricedbKey(text: string): KeyWorth {
  const item: unknown = JSON.parse(text);
  const sides = ['buy', 'sell'].map((side) => at(item, side));
  // A key that costs keys is not priced in metal
  const [buy, sell] = sides.map((side) => ((at(side, 'keys') ?? 0) === 0 ? positive(at(side, 'metal')) : null));
  const seconds = positive(at(item, 'time'));
  if (buy == null || sell == null || seconds === null || at(item, 'sku') !== '5021;6')
    throw new Error('no dated price of a key in metal is in the answer of PriceDB');
  return { refPerKey: (buy + sell) / 2, usdPerRef: null, since: Math.floor(seconds * 1000) };
}

/** A key as STN.tf buys and sells it, in scrap. */
export function parseStnKey(text: string): KeyWorth {
  const pricing = at(JSON.parse(text), 'result', 'pricing');
  const [buy, sell] = [positive(at(pricing, 'buyPrice')), positive(at(pricing, 'sellPrice'))];
  if (buy === null || sell === null) throw new Error('no price of a key is in the answer of STN.tf');
  return { refPerKey: (buy + sell) / 2 / 9, usdPerRef: null, since: null };
}

/** Beyond these something else is meant, such as another unit; a key has been worth 1 to 4 dollars for years. */
const plausible = { refPerKey: [10, 1000], usdPerKey: [0.5, 20] } as const;

const isWithin = (value: number, [from, to]: readonly [number, number]): boolean => value >= from && value <= to;

/** Both rates that follow from a key in metal and in dollars; throws when either is absurd. */
export function keyRates(refPerKey: number, usdPerKey: number, ratedAt: number, source: string): Rate[] {
  if (!isWithin(refPerKey, plausible.refPerKey)) throw new Error(`${refPerKey} refined metal is no price of a key`);
  if (!isWithin(usdPerKey, plausible.usdPerKey)) throw new Error(`${usdPerKey} dollars is no price of a key`);
  const perUsd = { KEY: 1 / usdPerKey, REF: refPerKey / usdPerKey };
  return tf2Units.map((currency) => ({ currency, perUsd: perUsd[currency], ratedAt, source }));
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (place, key) =>
      typeof place === 'object' && place !== null && Object.hasOwn(place, key)
        ? (place as Readonly<Record<string, unknown>>)[key]
        : undefined,
    value,
  );
}

const positive = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null;

/** A price that may be a range, where it is in that currency. */
function middleOf(price: unknown, currency: string): number | null {
  const value = at(price, 'currency') === currency ? positive(at(price, 'value')) : null;
  return value === null ? null : (value + (positive(at(price, 'value_high')) ?? value)) / 2;
}
