/** Numbers for item names, the same for all sources of a game. */
export class ItemNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];

  /** The number of a name; -1 for a name without one. */
  of(name: string): number {
    return this.#numbers.get(name) ?? -1;
  }

  /** The number of a name, assigned when it has none yet. */
  for(name: string): number {
    const found = this.#numbers.get(name);
    if (found !== undefined) return found;
    const number = this.#names.push(name) - 1;
    this.#numbers.set(name, number);
    return number;
  }

  name(number: number): string {
    return this.#names[number] ?? '';
  }
}

export const standings = { none: 0, due: 1, waiting: 2, parked: 3, unknown: 4 } as const;
export type Standing = (typeof standings)[keyof typeof standings];

const minLength = 64;

/**
 * The state of each item that a source can choose, by item number. Typed arrays, because with tens of thousands of items
 * for each of a hundred sources, objects would take most of the heap.
 */
export class ItemTable {
  value = new Float64Array(minLength);
  /** When it was last chosen, on `clock.elapsed`. */
  chosenAt = new Float64Array(minLength);
  /** Changes with each `move`, which invalidates older queue entries of the item. */
  turn = new Uint32Array(minLength);
  round = new Uint32Array(minLength);
  standing = new Uint8Array(minLength);
  /** Number of items in the table. */
  size = 0;

  has(item: number): boolean {
    return item >= 0 && item < this.standing.length && this.standing[item] !== standings.none;
  }

  add(item: number): void {
    if (item >= this.standing.length) this.#grow(item);
    this.standing[item] = standings.parked;
    this.chosenAt[item] = Number.NEGATIVE_INFINITY;
    this.size += 1;
  }

  /** Removes all items that a round did not meet. */
  dropBut(round: number): void {
    for (let item = 0; item < this.standing.length; item += 1) {
      if (!this.has(item) || this.round[item] === round) continue;
      this.move(item, standings.none);
      this.size -= 1;
    }
  }

  /** Changes the standing of an item; returns the queue entry that is valid for it from now on. */
  move(item: number, standing: Standing): number {
    const turn = this.turnOf(item) + 1;
    this.standing[item] = standing;
    this.turn[item] = turn;
    return entryFor(item, turn);
  }

  /** The queue entry that is currently valid for an item. */
  entryOf(item: number): number {
    return entryFor(item, this.turnOf(item));
  }

  turnOf(item: number): number {
    return this.turn[item] as number;
  }

  chosenAtOf(item: number): number {
    return this.chosenAt[item] as number;
  }

  valueOf(item: number): number {
    return this.value[item] as number;
  }

  readonly isValid = (entry: number): boolean => {
    const item = itemOf(entry);
    return this.turnOf(item) === turnOf(entry);
  };

  #grow(item: number): void {
    const length = Math.max(item + 1, 2 * this.standing.length);
    this.value = grown(this.value, new Float64Array(length));
    this.chosenAt = grown(this.chosenAt, new Float64Array(length));
    this.turn = grown(this.turn, new Uint32Array(length));
    this.round = grown(this.round, new Uint32Array(length));
    this.standing = grown(this.standing, new Uint8Array(length));
  }
}

function grown<Cells extends Float64Array | Uint32Array | Uint8Array>(from: Cells, to: Cells): Cells {
  to.set(from);
  return to;
}

// An entry is one number, so that queues are arrays of plain numbers
const itemLimit = 2 ** 21;

const entryFor = (item: number, turn: number): number => turn * itemLimit + item;

export const itemOf = (entry: number): number => entry % itemLimit;

const turnOf = (entry: number): number => Math.floor(entry / itemLimit);
