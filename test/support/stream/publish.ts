import type { Change } from '../../../src/schema/index.ts';
import type { Hub } from '../../../src/stream/hub.ts';
import type { Happening } from '../../../src/tape/record.ts';
import { packRecords } from '../tape/pack-records.ts';

/** Publishes records to the stream, as happens once the tape has them. */
export const publishRecords = (hub: Pick<Hub, 'publish' | 'timeOf'>, happenings: readonly Happening[]): void => {
  const records = happenings.map((happening) => ({ ...happening, at: hub.timeOf(happening) }));
  hub.publish(records, packRecords(records));
};

export const happeningsOf = (changes: readonly Change[]): Happening[] =>
  changes.map((change) => ({ what: 'change', change }));

export const publishChanges = (hub: Pick<Hub, 'publish' | 'timeOf'>, changes: readonly Change[]): void =>
  publishRecords(hub, happeningsOf(changes));
