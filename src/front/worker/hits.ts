import type { FrontHits } from '../for-fronts.ts';

type Row = Omit<FrontHits, 'count'> & { count: number };

/** Counts repeated answers by key, route and status. */
export class Hits {
  readonly #rows = new Map<string, Row>();

  /** Counts one on each call. */
  counter(keyId: string, route: string, status: number): () => boolean {
    const name = `${keyId} ${route} ${status}`;
    const row = this.#rows.get(name) ?? { keyId, route, status, count: 0 };
    this.#rows.set(name, row);
    return () => {
      row.count += 1;
      return true;
    };
  }

  /** The counts since the last call. */
  take(): FrontHits[] {
    const counted = [...this.#rows.values()].filter(({ count }) => count > 0);
    return counted.map((row) => {
      const { count } = row;
      row.count = 0;
      return { ...row, count };
    });
  }
}
