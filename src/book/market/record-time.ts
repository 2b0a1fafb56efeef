/** When something is told and of which instant it speaks, epoch milliseconds: a list may have been made long before it came. */
export type RecordTime = { readonly at: number; readonly asOf: number };

/** Whether something known, last seen at `seenAt`, was seen later than what is told now. Nothing was seen later than now. */
export const isOutdated = ({ at, asOf }: RecordTime, seenAt: number): boolean => asOf < Math.min(seenAt, at);
