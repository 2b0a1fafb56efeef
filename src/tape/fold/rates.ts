/*
 * What a price is in other currencies follows from rates that change once in a while, so it is foretold from the prices
 * before it, and only by how much it is other is kept.
 */

const currencies = 4;
const farOff = 2;
// So that any number is off by no more than a column can hold
const mostForetold = 2 ** 50;

/** By currency, and from which amount each was learnt. */
type Learnt = { readonly rate: Float64Array; readonly amount: Float64Array };

const newRates = (): Learnt => ({ rate: new Float64Array(currencies), amount: new Float64Array(currencies) });

/** Foretells the published prices of amounts; both who folds and who unfolds show it the same ones. */
export class Rates {
  /** Of each currency of an amount, by the first letter of its name. */
  readonly #of = new Map<number, Learnt>();
  #present = newRates();
  #amount = 0;

  /** What is foretold next belongs to an amount in a currency. */
  begin(amount: number, currency: number): void {
    this.#present = this.#rates(currency);
    this.#amount = amount;
  }

  /** The price in one of the currencies. */
  foretell(currency: number): number {
    return Math.min(mostForetold, Math.round(this.#amount * (this.#present.rate[currency] as number)));
  }

  learn(currency: number, price: number): void {
    const { rate, amount } = this.#present;
    const off = Math.abs(price - this.foretell(currency));
    // The larger the amount, the less rounding there is in the rate
    if (this.#amount <= 0 || (off <= farOff && this.#amount <= (amount[currency] as number))) return;
    rate[currency] = price / this.#amount;
    amount[currency] = this.#amount;
  }

  #rates(currency: number): Learnt {
    const known = this.#of.get(currency) ?? newRates();
    this.#of.set(currency, known);
    return known;
  }
}
