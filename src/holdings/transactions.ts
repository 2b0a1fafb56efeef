import { variantNamed } from '../schema/index.ts';
import type { Transaction } from './transaction.ts';

/** The most transactions that a key can have. */
export const maxTransactions = 50_000;

/** The transactions of each key, in the order in which they were recorded. */
export class Transactions {
  readonly #ofKeys = new Map<string, Map<string, Transaction>>();

  of(keyId: string): readonly Transaction[] {
    return [...(this.#ofKeys.get(keyId)?.values() ?? [])];
  }

  count(keyId: string): number {
    return this.#ofKeys.get(keyId)?.size ?? 0;
  }

  has(keyId: string, id: string): boolean {
    return this.#ofKeys.get(keyId)?.has(id) ?? false;
  }

  add(keyId: string, added: readonly Transaction[]): void {
    const known = this.#ofKeys.get(keyId) ?? new Map<string, Transaction>();
    this.#ofKeys.set(keyId, known);
    // An effect that was read back gets a number again
    for (const one of added) known.set(one.id, { ...one, variant: variantNamed(one.variant) });
  }

  /** null removes all. */
  remove(keyId: string, ids: readonly string[] | null): void {
    const known = this.#ofKeys.get(keyId);
    for (const id of ids ?? []) known?.delete(id);
    if (ids === null || known?.size === 0) this.#ofKeys.delete(keyId);
  }

  *all(): Generator<readonly [keyId: string, transactions: readonly Transaction[]]> {
    for (const [keyId, known] of this.#ofKeys) yield [keyId, [...known.values()]];
  }
}
