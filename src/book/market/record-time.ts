import type { Made } from '../../schema/index.ts';

/** When data arrived and when it was made: a list can be made long before it arrives. Epoch milliseconds. */
export type RecordTime = Made & {
  readonly at: number;
  /** Number of the source in the market book; 0 if it is of no importance. */
  readonly source: number;
};

/** Whether an entry last seen at `seenAt` is newer than this data. A `seenAt` in the future counts as now. */
export const isOutdated = ({ at, asOf }: Pick<RecordTime, 'at' | 'asOf'>, seenAt: number): boolean =>
  asOf < Math.min(seenAt, at);
