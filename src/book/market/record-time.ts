/** When data arrived and the instant it describes, epoch milliseconds: a list can be made long before it arrives. */
export type RecordTime = { readonly at: number; readonly asOf: number };

/** Whether an entry last seen at `seenAt` is newer than this data. A `seenAt` in the future counts as now. */
export const isOutdated = ({ at, asOf }: RecordTime, seenAt: number): boolean => asOf < Math.min(seenAt, at);
