import type { EndedReading } from '../../collect/sink.ts';
import { type Game, type MarketRecord, type Stamp, sourceKeyOf } from '../../schema/index.ts';

type ReadingKey = { readonly marketplaceId: number; readonly source: string; readonly game: Game };

/** Sequences of the first and the last change that came from a reading. */
type Range = { readonly first: number; readonly last: number };

/** Collects the sequences of the changes of each reading, up to its end. */
export type ReadingRanges = {
  readonly add: (read: ReadingKey, first: number, last: number) => void;
  /** Adds the changes published for records, if any, to the reading of each of their games. */
  readonly addOf: (records: readonly MarketRecord[], stamp: Stamp, first: number, last: number) => void;
  /** The range of a reading that has ended. That of one that broke off is kept, and added when the reading continues. */
  readonly ended: (reading: EndedReading) => Range | null;
};

const joined = (one: Range | undefined, other: Range | undefined): Range | undefined =>
  one === undefined || other === undefined
    ? (one ?? other)
    : { first: Math.min(one.first, other.first), last: Math.max(one.last, other.last) };

export function createReadingRanges(): ReadingRanges {
  const current = new Map<string, Range>();
  const brokenOff = new Map<string, { readonly startedAt: number; readonly range: Range | undefined }>();

  const add: ReadingRanges['add'] = (read, first, last) => {
    if (last < first) return;
    const key = sourceKeyOf(read);
    const range = joined(current.get(key), { first, last });
    if (range !== undefined) current.set(key, range);
  };
  return {
    add,
    addOf: (records, { marketplaceId, source }, first, last) => {
      if (last < first) return;
      let previous: Game | null = null;
      for (const { game } of records) {
        if (game !== previous) add({ marketplaceId, source, game }, first, last);
        previous = game;
      }
    },
    ended: (reading) => {
      const key = sourceKeyOf(reading);
      const before = brokenOff.get(key);
      const range = joined(before?.startedAt === reading.startedAt ? before.range : undefined, current.get(key));
      current.delete(key);
      if (reading.isWhole) brokenOff.delete(key);
      else brokenOff.set(key, { startedAt: reading.startedAt, range });
      return range ?? null;
    },
  };
}
