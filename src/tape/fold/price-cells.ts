import type { Cell, Folding, Unfolding } from './cells.ts';
import { signed, unsigned } from './column.ts';
import { codeAt } from './rates.ts';

const open = 91;
const comma = 44;
const close = 93;
const quote = 34;
const currencyLength = 3;
const dollar = codeAt(Buffer.from('USD'), 0);

/** How four prices are encoded in their column. */
const form = {
  none: 0,
  /** Each as its difference from the prediction, or as none. */
  each: 1,
  /** The same four prices as last time. */
  same: 2,
  /** From this value on: all within 1 of the prediction, encoded in base 3. */
  near: 3,
} as const;
const currencies = [0, 1, 2, 3] as const;
const ways = 3;

const read = [-1, -1, -1, -1];

/** Reads four prices; returns where they end, -1 when there is something else. */
function readPrices(folding: Folding, start: number): number {
  const { lines } = folding;
  let at = start;
  for (const currency of currencies) {
    if (lines[at] !== (currency === 0 ? open : comma)) return -1;
    at = folding.readNumber(at + 1);
    if (at < 0) return -1;
    read[currency] = folding.number;
  }
  return lines[at] === close ? at + 1 : -1;
}

function writePrices({ state, out }: Unfolding): void {
  for (const currency of currencies) {
    out.byte(currency === 0 ? open : comma);
    out.number(state.prices[currency] as number);
  }
  out.byte(close);
}

const isNone = (prices: readonly number[]): boolean => prices.every((price) => price < 0);
const areSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.every((price, at) => price === other[at]);

function foldKnown({ state, columns }: Folding, from: 0 | 1): void {
  const { rates } = state;
  let near = 0;
  for (let at = currencies.length - 1; at >= from; at -= 1) {
    const price = read[at] as number;
    const off = price - rates.predict(at);
    if (price < 0 || off < -1 || off > 1) near = Number.NaN;
    near = ways * near + off + 1;
  }
  const isNear = !Number.isNaN(near);
  columns.prices.byte(isNear ? form.near + near : form.each);
  for (let at: number = from; at < currencies.length; at += 1) {
    const price = read[at] as number;
    if (!isNear) columns.prices.number(price < 0 ? 0 : unsigned(price - rates.predict(at)) + 1);
    if (price >= 0) rates.learn(at, price);
    state.prices[at] = price;
  }
}

function unfoldKnown({ state, columns }: Unfolding, from: 0 | 1, given: number): void {
  const { rates, prices } = state;
  let near = given - form.near;
  for (let at: number = from; at < currencies.length; at += 1) {
    const predicted = rates.predict(at);
    if (given === form.each) {
      const off = columns.prices.number();
      prices[at] = off === 0 ? -1 : predicted + signed(off - 1);
    } else {
      prices[at] = predicted + (near % ways) - 1;
      near = Math.floor(near / ways);
    }
    const price = prices[at] as number;
    if (price >= 0) rates.learn(at, price);
  }
}

/** Folds the prices that were read, unless they are all null or the same as last time. */
function foldPrices(folding: Folding, foldOthers: () => void): void {
  const { columns, state } = folding;
  if (isNone(read)) columns.prices.byte(form.none);
  else if (areSame(read, state.prices)) columns.prices.byte(form.same);
  else foldOthers();
  for (const currency of currencies) state.prices[currency] = read[currency] as number;
}

function unfoldPrices(unfolding: Unfolding, unfoldOthers: (given: number) => void): void {
  const { columns, state } = unfolding;
  const given = columns.prices.byte();
  if (given === form.none) state.prices.fill(-1);
  else if (given !== form.same) unfoldOthers(given);
  writePrices(unfolding);
}

/** An asking price in the marketplace's currency; the published prices after it are predicted from it. */
export const money: Cell = {
  fold: (folding, start) => {
    const { lines, columns, state } = folding;
    const isNull = lines[start] !== open;
    const at = folding.readNumber(isNull ? start : start + 1);
    if (at < 0 || isNull !== folding.number < 0) return -1;
    columns.amounts.number(folding.number + 1);
    if (isNull) {
      state.rates.begin(0, 0);
      return at;
    }
    const last = at + 2 + currencyLength;
    if (lines[at] !== comma || lines[at + 1] !== quote || lines[last] !== quote || lines[last + 1] !== close) return -1;
    for (let index = at + 2; index < last; index += 1) columns.words.byte(lines[index] as number);
    state.rates.begin(folding.number, codeAt(lines, at + 2));
    return last + 2;
  },
  unfold: ({ out, columns, state }) => {
    const amount = columns.amounts.number() - 1;
    state.rates.begin(Math.max(amount, 0), 0);
    if (amount < 0) return out.number(amount);
    out.byte(open);
    out.number(amount);
    out.byte(comma);
    out.byte(quote);
    const { words } = columns;
    state.rates.begin(amount, codeAt(words.bytes, words.at));
    out.copy(words.bytes, words.at, words.at + currencyLength);
    words.at += currencyLength;
    out.byte(quote);
    out.byte(close);
  },
};

/** The published prices after an amount. */
export const pricesOfMoney: Cell = {
  fold: (folding, start) => {
    const end = readPrices(folding, start);
    if (end < 0) return -1;
    foldPrices(folding, () => foldKnown(folding, 0));
    folding.state.usd = read[0] as number;
    return end;
  },
  unfold: (unfolding) => {
    unfoldPrices(unfolding, (given) => unfoldKnown(unfolding, 0, given));
    unfolding.state.usd = unfolding.state.prices[0] as number;
  },
};

/** Prices without an amount: the dollar price as the difference from another, the rest predicted from it. */
const pricesNextTo = (other: (usd: number) => number): Cell => ({
  fold: (folding, start) => {
    const { columns, state } = folding;
    const end = readPrices(folding, start);
    if (end < 0) return -1;
    foldPrices(folding, () => {
      const usd = read[0] as number;
      state.rates.begin(Math.max(usd, 0), dollar);
      foldKnown(folding, 1);
      columns.amounts.number(usd < 0 ? 0 : unsigned(usd - other(state.usd)) + 1);
      state.prices[0] = usd;
    });
    return end;
  },
  unfold: (unfolding) => {
    const { columns, state } = unfolding;
    unfoldPrices(unfolding, (given) => {
      const off = columns.amounts.number();
      const usd = off === 0 ? -1 : signed(off - 1) + other(state.usd);
      state.rates.begin(Math.max(usd, 0), dollar);
      unfoldKnown(unfolding, 1, given);
      state.prices[0] = usd;
    });
  },
});

/** Prices of a floor, and of an offer before its change. */
export const prices = pricesNextTo(() => 0);
export const previousPrices = pricesNextTo((usd) => usd);

const noRange = 0;
const sameRange = 1;
const otherRange = 2;

/** A range of dollar prices; mostly both ends are the price that came last. */
export const range: Cell = {
  fold: (folding, start) => {
    const { lines, columns, state } = folding;
    if (lines[start] !== open) {
      columns.letters.byte(noRange);
      return folding.readNumber(start) < 0 || folding.number >= 0 ? -1 : folding.readNumber(start);
    }
    const middle = folding.readNumber(start + 1);
    const low = folding.number;
    if (middle < 0 || low < 0 || lines[middle] !== comma) return -1;
    const end = folding.readNumber(middle + 1);
    const high = folding.number;
    if (end < 0 || high < 0 || lines[end] !== close) return -1;
    const [usd] = state.prices as [number];
    const isSame = low === usd && high === usd;
    columns.letters.byte(isSame ? sameRange : otherRange);
    if (isSame) return end + 1;
    columns.amounts.number(unsigned(low - usd));
    columns.amounts.number(unsigned(high - low));
    return end + 1;
  },
  unfold: ({ out, columns, state }) => {
    const given = columns.letters.byte();
    if (given === noRange) return out.number(-1);
    const [usd] = state.prices as [number];
    const low = given === sameRange ? usd : signed(columns.amounts.number()) + usd;
    out.byte(open);
    out.number(low);
    out.byte(comma);
    out.number(given === sameRange ? usd : signed(columns.amounts.number()) + low);
    out.byte(close);
  },
};
