import type { Slot } from './memory/numbers.ts';
import type { OrderTable } from './memory/order-table.ts';

/** What was made of entries of one table, made anew only where an entry is another since, but for when it was last seen. */
export class RowMemo<Made> {
  readonly #make: (slot: Slot) => Made;
  #made = new Map<Slot, { readonly stamp: number; readonly value: Made }>();

  constructor(make: (slot: Slot) => Made) {
    this.#make = make;
  }

  of(table: OrderTable, slots: readonly Slot[]): Made[] {
    const values = slots.map((slot) => {
      const stamp = table.stamp(slot);
      const known = this.#made.get(slot);
      if (known?.stamp === stamp) return known.value;
      const value = this.#make(slot);
      this.#made.set(slot, { stamp, value });
      return value;
    });
    if (this.#made.size > slots.length) this.#keepOnly(slots);
    return values;
  }

  #keepOnly(slots: readonly Slot[]): void {
    const made = this.#made;
    this.#made = new Map();
    for (const slot of slots) {
      const known = made.get(slot);
      if (known !== undefined) this.#made.set(slot, known);
    }
  }
}
