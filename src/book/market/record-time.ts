import type { Age } from '../../schema/index.ts';
import type { IsGone } from '../memory/order-table.ts';

/** When data arrived and when it was made: a list can be made long before it arrives. Epoch milliseconds. */
export type RecordTime = Age & {
  readonly at: number;
  /** Number of the source in the market book; 0 if it is of no importance. */
  readonly source: number;
};

/**
 * Whether an entry that a reading lacks, or contradicts, would be gone: its own source lists it no more, and what another
 * source saw last is older than the reading can be.
 */
export const isBehind =
  ({ asOf, earliest, source }: Omit<RecordTime, 'at'>): IsGone =>
  (seenAt, seenBy) =>
    seenAt < (seenBy === source ? asOf : earliest);

/** Whether an entry last seen at `seenAt` is newer than this data. A `seenAt` in the future counts as now. */
export const isOutdated = ({ at, asOf }: Pick<RecordTime, 'at' | 'asOf'>, seenAt: number): boolean =>
  asOf < Math.min(seenAt, at);
