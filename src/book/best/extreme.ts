import { bytesOf, Column } from '../memory/column.ts';

const none = 0;

/** For each series the lowest or highest value of one figure over all marketplaces, and its holder: of equals the lowest id. */
export class Extreme {
  readonly #sign: 1 | -1;
  readonly #figure = new Column('float64');
  readonly #holder = new Column('uint8');

  constructor(isLowest: boolean) {
    this.#sign = isLowest ? 1 : -1;
  }

  get bytes(): number {
    return bytesOf([this.#figure, this.#holder]);
  }

  /** In thousandths of a dollar; 0 if no marketplace has one. */
  figure(series: number): number {
    return this.#figure.get(series);
  }

  chunk(at: number, length: number): ArrayLike<number> {
    return this.#figure.chunk(at, length);
  }

  /** The id of the marketplace; 0 if none has one. */
  holder(series: number): number {
    return this.#holder.get(series);
  }

  /** Takes a marketplace's current figure, 0 for none; returns true if all marketplaces must be compared again. */
  note(series: number, marketplaceId: number, figure: number): boolean {
    const holder = this.#holder.get(series);
    const isBetter = figure !== none && (holder === none || this.#isBefore(figure, marketplaceId, series));
    if (isBetter) this.set(series, marketplaceId, figure);
    return !isBetter && holder === marketplaceId && figure !== this.#figure.get(series);
  }

  /** With 0 for both, no marketplace has one. */
  set(series: number, marketplaceId: number, figure: number): void {
    this.#figure.set(series, figure);
    this.#holder.set(series, marketplaceId);
  }

  #isBefore(figure: number, marketplaceId: number, series: number): boolean {
    const distance = (figure - this.#figure.get(series)) * this.#sign;
    return distance < 0 || (distance === 0 && marketplaceId <= this.#holder.get(series));
  }
}
