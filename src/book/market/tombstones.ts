import { type DumpPart, jsonPart, listParts, type PartSource } from '../dump/part.ts';
import type { RecordTime } from './record-time.ts';

/** About 6 MB of ids and instants per market book. */
const mostKept = 50_000;
/** Reading a list takes minutes, and the next list can arrive with a somewhat longer delay than any before. */
const marginMilliseconds = 5 * 60_000;

/**
 * Ids of removed offers, or buy orders, with the time of removal, so that a list made before and arriving after does not
 * bring them back. Nothing is kept until data has arrived late for the first time.
 */
export class Tombstones {
  /** Time of removal by id, in the order of noting. */
  readonly #goneAt = new Map<string, number>();
  #longestDelay = 0;

  get size(): number {
    return this.#goneAt.size;
  }

  *save(name: string): Generator<DumpPart> {
    yield jsonPart(name, this.#longestDelay);
    yield* listParts(name, this.#goneAt);
  }

  async load(name: string, reader: PartSource): Promise<void> {
    this.#longestDelay = await reader.json<number>(name);
    await reader.list<[string, number]>(name, (some) => {
      for (const [id, goneAt] of some) this.#goneAt.set(id, goneAt);
    });
  }

  /** Notes that data has arrived late, and by how much. */
  expect({ at, asOf }: RecordTime): void {
    this.#longestDelay = Math.max(this.#longestDelay, at - asOf);
  }

  note(goneId: string, { at, asOf }: RecordTime): void {
    if (this.#longestDelay === 0) return;
    const goneAt = Math.max(asOf, this.#goneAt.get(goneId) ?? asOf);
    this.#goneAt.delete(goneId);
    this.#goneAt.set(goneId, goneAt);
    const since = at - this.#longestDelay - marginMilliseconds;
    for (const [id, oldest] of this.#goneAt) {
      if (oldest >= since && this.#goneAt.size <= mostKept) return;
      this.#goneAt.delete(id);
    }
  }

  /** Whether the id was removed after the instant. */
  isGoneSince(id: string, asOf: number): boolean {
    return (this.#goneAt.get(id) ?? Number.NEGATIVE_INFINITY) > asOf;
  }
}
