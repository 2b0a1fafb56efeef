import { type DumpPart, jsonPart, listParts, type PartSource } from '../dump/part.ts';
import type { RecordTime } from './record-time.ts';

/** With their ids and instants around 6 MB for each market book. */
const mostKept = 50_000;
/** The reading of a list takes minutes itself, and the next may be a little older than any before. */
const marginMilliseconds = 5 * 60_000;

/**
 * Ids of offers, or of buy orders, that are known to be gone, and since when: a list that was made before and comes after does not bring
 * them back. Nothing is kept until something has come that was made earlier, as nothing else could bring them back.
 */
export class Tombstones {
  /** In the order in which they were noted. */
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

  /** Something has come that was made earlier. */
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

  /** Whether it has gone after the instant. */
  isGoneSince(id: string, asOf: number): boolean {
    return (this.#goneAt.get(id) ?? Number.NEGATIVE_INFINITY) > asOf;
  }
}
