/** A number as written in the text, before a parser could round or rewrite it. */
class Numeral {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const mark = '\u0000numeral';

/** Parses JSON and leaves every number as it was written. */
export function readNumerals(json: string): unknown {
  JSON.parse(json);
  const marked = json.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (part) =>
    part.startsWith('"') ? part : `{${JSON.stringify(mark)}:"${part}"}`,
  );
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'object' && value !== null && mark in value ? new Numeral(String(value[mark])) : value,
  );
}

/** Nullable fields by path, and whether any value was not null. */
export type Filled = Map<string, boolean>;

/** Returns what is wrong with a value, one sentence each. */
type Rule = (value: unknown, path: string, filled: Filled) => readonly string[];

const shown = (value: unknown): string => (value instanceof Numeral ? value.text : JSON.stringify(value));

const rule =
  (what: string, holds: (value: unknown) => boolean): Rule =>
  (value, path) =>
    holds(value) ? [] : [`${path} is ${shown(value)}, not ${what}`];

const integer = (bits: bigint): Rule =>
  rule(`a whole number of ${bits} bits`, (value) => {
    if (!(value instanceof Numeral) || !/^-?\d+$/.test(value.text)) return false;
    return BigInt.asIntN(Number(bits), BigInt(value.text)) === BigInt(value.text);
  });

const int64 = integer(64n);
const int32 = integer(32n);
// Milliseconds would have 13 digits
const seconds = rule('Unix seconds', (value) => value instanceof Numeral && /^1\d{9}$/.test(value.text));
const text = rule('a text', (value) => typeof value === 'string' && value !== '');
const double = rule('a number', (value) => value instanceof Numeral && Number.isFinite(Number(value.text)));
// A strict client of offers refuses a price of zero
const price = rule('a price', (value) => value instanceof Numeral && Number(value.text) > 0);

const orNull =
  (inner: Rule): Rule =>
  (value, path, filled) => {
    const field = path.replace(/\[\d+\]/g, '[]');
    filled.set(field, value !== null || filled.get(field) === true);
    return value === null ? [] : inner(value, path, filled);
  };

const listOf =
  (inner: Rule): Rule =>
  (value, path, filled) =>
    Array.isArray(value)
      ? value.flatMap((part, index) => inner(part, `${path}[${index}]`, filled))
      : [`${path} is ${shown(value)}, not a list`];

/** An object with exactly these keys. */
const shape =
  (rules: Readonly<Record<string, Rule>>): Rule =>
  (value, path, filled) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Numeral)
      return [`${path} is ${shown(value)}, not an object`];
    const fields = new Map(Object.entries(value));
    const extra = [...fields.keys()].filter((key) => !(key in rules)).map((key) => `${path}.${key} is not asked for`);
    const wrong = Object.entries(rules).flatMap(([key, inner]) =>
      fields.has(key) ? inner(fields.get(key), `${path}.${key}`, filled) : [`${path}.${key} is missing`],
    );
    return [...extra, ...wrong];
  };

const prices = {
  priceUSD: orNull(price),
  priceEUR: orNull(price),
  priceCNY: orNull(price),
  priceRUB: orNull(price),
};
const about = { name: text, marketplace: text, game: text };
const traits = {
  float: orNull(double),
  paintIndex: orNull(int32),
  paintSeed: orNull(int32),
  stickers: orNull(listOf(shape({ name: text, wear: double, slot: int32 }))),
};
const buyOrder = {
  orderId: orNull(text),
  quantity: orNull(int64),
  ...prices,
  itemPhase: orNull(text),
  updatedAt: seconds,
};
const offer = {
  purchaseLink: orNull(text),
  inspectLink: orNull(text),
  ...prices,
  ...traits,
  daysTradeLocked: orNull(int32),
  foundAt: seconds,
  updatedAt: seconds,
  ownerId: orNull(text),
};
const figures = { offerCount: int64, updatedAt: seconds };

/** The endpoints' answers as a statically typed client declares them. */
const answers = {
  '/v2/marketplaces': listOf(
    shape({
      marketplace: text,
      games: listOf(
        shape({ game: text, itemCount: int64, offerCount: int64, salesCount: int64, priceHistoryDays: int32 }),
      ),
    }),
  ),
  '/v2/items': shape({
    ...about,
    ...prices,
    ...figures,
    condition: orNull(text),
    thumbnail: orNull(text),
    offers: listOf(shape(offer)),
    buyOrders: listOf(shape(buyOrder)),
  }),
  '/v2/items/compare': shape({
    name: text,
    marketplaces: listOf(shape({ marketplace: text, ...prices, ...figures })),
  }),
  '/v2/items/search': listOf(shape({ ...about, priceUSD: orNull(price), ...figures, thumbnail: orNull(text) })),
  '/v2/sales': shape({
    ...about,
    sales: listOf(shape({ timestamp: seconds, ...prices, ...traits, rarity: orNull(text), hero: orNull(text) })),
  }),
  '/v2/price-history': shape({ ...about, history: listOf(shape({ timestamp: seconds, ...prices })) }),
  '/v2/buy-orders': listOf(shape({ ...about, ...buyOrder })),
} as const satisfies Readonly<Record<string, Rule>>;

export type Endpoint = keyof typeof answers;

/** What a strict client would reject in an answer; `filled` collects the nullable fields. */
export const refusedIn = (endpoint: Endpoint, json: string, filled: Filled = new Map()): readonly string[] =>
  answers[endpoint](readNumerals(json), endpoint, filled);
