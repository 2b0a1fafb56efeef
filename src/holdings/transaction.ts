import type { Currency, Game, Variant } from '../schema/index.ts';

export const transactionKinds = ['buy', 'sell'] as const;

/** Pieces of one item that were bought or sold at one price. Amounts are thousandths of `currency`. */
export type Transaction = {
  readonly id: string;
  readonly kind: (typeof transactionKinds)[number];
  readonly game: Game;
  readonly name: string;
  readonly variant: Variant | null;
  readonly quantity: number;
  readonly currency: Currency;
  /** For one piece; 0 for what cost nothing, null if it is not known. */
  readonly price: number | null;
  /** For all pieces together, on top of the cost or out of what was received. */
  readonly fee: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly marketplaceId: number | null;
  readonly assetId: string | null;
  readonly float: number | null;
  readonly paintSeed: number | null;
  readonly note: string | null;
};

export type NewTransaction = Omit<Transaction, 'id'>;

/** What a buyer paid or a seller received for all pieces, in thousandths of `currency`; null if it is not known. */
export function totalOf({ kind, price, quantity, fee }: NewTransaction): number | null {
  if (price === null) return null;
  return kind === 'buy' ? price * quantity + fee : price * quantity - fee;
}
