import {
  type Currency,
  currencies,
  isPublic,
  type Money,
  type NativeCurrency,
  nativeCurrencies,
  noPrices,
  type Prices,
} from '../../schema/index.ts';
import { bytesOf, Column } from './column.ts';

const wordRange = 2 ** 32;
const shortLimit = 2 ** 40;
const currencyMask = 127;
const longFlag = 128;
const tf2 = nativeCurrencies.indexOf('TF2') + 1;

const [usd, eur, cny, rub] = [0, 1, 2, 3];

/**
 * A price and its four conversions by row, in 21 bytes: 40 bits per public currency, of which one is the price itself. A
 * price in another currency or in keys and metal is none of them and takes 8 bytes more, in chunks with such prices only.
 * What does not fit (an amount above a billion, a price that its own conversion contradicts) is stored as an object.
 */
export class MoneyColumns<Key extends number> {
  readonly #currency = new Column<Key>('uint8');
  readonly #low = currencies.map(() => new Column<Key>('int32'));
  readonly #high = new Column<Key>('int32');
  readonly #ownAmount = new Column<Key>('float64');
  #tf2Count = 0;
  readonly #long = new Map<number, WholePrice>();

  /** Number of prices in keys and metal. */
  get tf2Count(): number {
    return this.#tf2Count;
  }

  set(row: Key, price: Money | null, prices: Prices): void {
    const previous = this.#currency.get(row);
    if ((previous & longFlag) !== 0) this.#long.delete(row);
    const isShort = fitsShort(price, prices);
    const currency = price === null ? 0 : nativeCurrencies.indexOf(price.currency) + 1;
    this.#setOwn(row, previous & currencyMask, 0, -1);
    if (price !== null) this.#setOwn(row, currency, price.amount, 1);
    this.#currency.set(row, isShort ? currency : currency | longFlag);
    if (isShort) this.#setShort(row, prices);
    else this.#long.set(row, { price, prices });
  }

  clear(row: Key): void {
    this.set(row, null, noPrices);
  }

  isPriced(row: Key): boolean {
    return this.#currency.get(row) !== 0;
  }

  price(row: Key): Money | null {
    const currency = this.#currency.get(row);
    if (currency === 0) return null;
    if ((currency & longFlag) !== 0) return this.#stored(row).price;
    return { amount: this.#native(row, currency), currency: nativeCurrencies[currency - 1] as NativeCurrency };
  }

  prices(row: Key): Prices {
    if ((this.#currency.get(row) & longFlag) !== 0) return this.#stored(row).prices;
    return {
      USD: this.#short(row, usd) || null,
      EUR: this.#short(row, eur) || null,
      CNY: this.#short(row, cny) || null,
      RUB: this.#short(row, rub) || null,
    };
  }

  /** 0 if unknown. */
  usd(row: Key): number {
    return (this.#currency.get(row) & longFlag) === 0 ? this.#short(row, usd) : (this.#stored(row).prices.USD ?? 0);
  }

  /** In a public currency; 0 if unknown. */
  amountIn(row: Key, currency: Currency): number {
    if ((this.#currency.get(row) & longFlag) !== 0) return this.#stored(row).prices[currency] ?? 0;
    return this.#short(row, currencies.indexOf(currency));
  }

  /** In the price's own currency; 0 if there is no price. */
  amount(row: Key): number {
    const currency = this.#currency.get(row);
    if ((currency & longFlag) !== 0) return this.#stored(row).price?.amount ?? 0;
    return currency === 0 ? 0 : this.#native(row, currency);
  }

  isPrice(row: Key, price: Money | null): boolean {
    const currency = this.#currency.get(row) & currencyMask;
    if (price === null || currency === 0) return price === null && currency === 0;
    return nativeCurrencies[currency - 1] === price.currency && this.amount(row) === price.amount;
  }

  /** Whether a price and its conversions equal the stored ones. */
  isLike(row: Key, price: Money | null, prices: Prices): boolean {
    return this.isPrice(row, price) && currencies.every((one) => this.amountIn(row, one) === (prices[one] ?? 0));
  }

  isTf2(row: Key): boolean {
    return (this.#currency.get(row) & currencyMask) === tf2;
  }

  get bytes(): number {
    return bytesOf([...this.#low, this.#currency, this.#high, this.#ownAmount]);
  }

  /** Does nothing for a public currency, whose column has the amount. */
  #setOwn(row: Key, currency: number, amount: number, more: 1 | -1): void {
    if (currency <= currencies.length) return;
    this.#ownAmount.set(row, amount);
    if (currency === tf2) this.#tf2Count += more;
  }

  #native(row: Key, currency: number): number {
    return currency > currencies.length ? this.#ownAmount.get(row) : this.#short(row, currency - 1);
  }

  #stored(row: Key): WholePrice {
    return this.#long.get(row) as WholePrice;
  }

  #short(row: Key, currency: number): number {
    const low = (this.#low[currency] as Column).get(row) >>> 0;
    return low + ((this.#high.get(row) >>> (currency * 8)) & 255) * wordRange;
  }

  #setShort(row: Key, prices: Prices): void {
    let high = 0;
    for (let currency = 0; currency < currencies.length; currency += 1) {
      const amount = prices[currencies[currency] as Currency] ?? 0;
      (this.#low[currency] as Column).set(row, amount | 0);
      high |= Math.floor(amount / wordRange) << (currency * 8);
    }
    this.#high.set(row, high);
  }
}

type WholePrice = { readonly price: Money | null; readonly prices: Prices };

function fitsShort(price: Money | null, prices: Prices): boolean {
  if (price !== null && isPublic(price.currency) && prices[price.currency] !== price.amount) return false;
  return currencies.every((currency) => (prices[currency] ?? 0) < shortLimit);
}
