import { itemKey } from '../names/item-key.ts';
import type { Currency, Game, Variant } from '../schema/index.ts';
import { type Transaction, totalOf } from './transaction.ts';

/** Converts an amount at the rate of an instant; null if no rate is known. */
export type ConvertAt = (amount: number, from: Currency, at: number) => number | null;

/** What is left of a purchase; the cost of these pieces in thousandths, null if it is not known. */
export type Lot = { readonly buy: Transaction; readonly quantity: number; readonly cost: number | null };

/** Pieces that were sold, of one purchase; `buy` is null where more was sold than had been bought until then. */
export type SoldLot = {
  readonly buy: Transaction | null;
  readonly sell: Transaction;
  readonly quantity: number;
  readonly cost: number | null;
  readonly proceeds: number | null;
};

/** An item or a variant of it, with what is left of its purchases, oldest first. */
export type Holding = {
  readonly game: Game;
  readonly name: string;
  readonly variant: Variant | null;
  readonly quantity: number;
  readonly lots: readonly Lot[];
};

export type Ledger = {
  /** What is held, by game, name and variant. */
  readonly holdings: readonly Holding[];
  /** In the order of the sales. */
  readonly sold: readonly SoldLot[];
};

/** Pieces of a transaction that are not assigned yet, with their share of its total. */
class Rest {
  readonly transaction: Transaction;
  quantity: number;
  total: number | null;

  constructor(transaction: Transaction, convert: ConvertAt) {
    const { quantity, currency, at } = transaction;
    const total = totalOf(transaction);
    this.transaction = transaction;
    this.quantity = quantity;
    this.total = total === null ? null : convert(total, currency, at);
  }

  /** Takes pieces off; what is rounded is left to the other pieces, so that all shares together are the total. */
  take(pieces: number): number | null {
    const share = this.total === null ? null : Math.round((this.total * pieces) / this.quantity);
    this.quantity -= pieces;
    if (this.total !== null) this.total -= share ?? 0;
    return share;
  }
}

class Account {
  readonly #lots: Rest[] = [];
  #first = 0;
  readonly #convert: ConvertAt;

  constructor(convert: ConvertAt) {
    this.#convert = convert;
  }

  buy(transaction: Transaction): void {
    this.#lots.push(new Rest(transaction, this.#convert));
  }

  *sell(sell: Transaction): Generator<SoldLot> {
    const rest = new Rest(sell, this.#convert);
    while (rest.quantity > 0) {
      const lot = this.#lots[this.#first];
      const quantity = Math.min(rest.quantity, lot?.quantity ?? rest.quantity);
      const cost = lot?.take(quantity) ?? null;
      yield { buy: lot?.transaction ?? null, sell, quantity, cost, proceeds: rest.take(quantity) };
      if (lot?.quantity === 0) this.#first += 1;
    }
  }

  lots(): Lot[] {
    return this.#lots
      .slice(this.#first)
      .map(({ transaction: buy, quantity, total: cost }) => ({ buy, quantity, cost }));
  }
}

const keyOf = ({ game, name, variant }: Transaction): string => `${game}\n${itemKey(name)}\n${variant ?? ''}`;

/** By time; at the same instant purchases come first, then the order in which they were recorded. */
const inOrder = (one: Transaction, other: Transaction): number =>
  one.at - other.at || Number(one.kind === 'sell') - Number(other.kind === 'sell');

// Takes about a millisecond
const piece = 500;

/** Assigns sales to purchases, first in, first out. Amounts are converted as a whole, at the time of their transaction. */
export function* ledgerInPieces(transactions: readonly Transaction[], convert: ConvertAt): Generator<void, Ledger> {
  const accounts = new Map<string, { readonly last: Transaction; readonly account: Account }>();
  const sold: SoldLot[] = [];
  for (const [index, transaction] of transactions.toSorted(inOrder).entries()) {
    if (index % piece === piece - 1) yield;
    const key = keyOf(transaction);
    const account = accounts.get(key)?.account ?? new Account(convert);
    accounts.set(key, { last: transaction, account });
    if (transaction.kind === 'buy') account.buy(transaction);
    else sold.push(...account.sell(transaction));
  }
  const holdings = [...accounts.values()].flatMap(({ last: { game, name, variant }, account }) => {
    const lots = account.lots();
    const quantity = lots.reduce((sum, lot) => sum + lot.quantity, 0);
    return quantity === 0 ? [] : [{ game, name, variant, quantity, lots }];
  });
  return { holdings: holdings.sort(byName), sold };
}

const byName = (one: Holding, other: Holding): number =>
  compare(one.game, other.game) || compare(one.name, other.name) || compare(one.variant ?? '', other.variant ?? '');

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
