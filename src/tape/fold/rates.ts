/*
 * Prices in other currencies follow from exchange rates that change only now and then. They are predicted from the prices
 * before them, and only the difference from the prediction is kept.
 */

const currencies = 4;
const farOff = 2;
// Keeps every difference within what a column can hold
const maxPredicted = 2 ** 50;

/** The rate per currency, and the amount it was learnt from. */
type LearntRates = { readonly rate: Float64Array; readonly amount: Float64Array };

/** The three letters of a currency at a place of a text, as one number. */
export const codeAt = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] as number) << 16) | ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number);

const newRates = (): LearntRates => ({ rate: new Float64Array(currencies), amount: new Float64Array(currencies) });

/** Predicts published prices from amounts; folding and unfolding feed it the same prices. */
export class Rates {
  /** Per currency of an amount, by the number of its code. */
  readonly #of = new Map<number, LearntRates>();
  #present = newRates();
  #amount = 0;

  /** Sets the amount and currency for the next predictions. */
  begin(amount: number, currency: number): void {
    this.#present = this.#rates(currency);
    this.#amount = amount;
  }

  /** The predicted price in one of the currencies. */
  predict(currency: number): number {
    return Math.min(maxPredicted, Math.round(this.#amount * (this.#present.rate[currency] as number)));
  }

  learn(currency: number, price: number): void {
    const { rate, amount } = this.#present;
    const off = Math.abs(price - this.predict(currency));
    // The larger the amount, the more precise the rate
    if (this.#amount <= 0 || (off <= farOff && this.#amount <= (amount[currency] as number))) return;
    rate[currency] = price / this.#amount;
    amount[currency] = this.#amount;
  }

  #rates(currency: number): LearntRates {
    const known = this.#of.get(currency) ?? newRates();
    this.#of.set(currency, known);
    return known;
  }
}
