import type { OpenStore } from '../../store/open-store.ts';
import type { FollowedBatch, JetStreamTape } from '../../tape/jetstream/jetstream-tape.ts';
import { unpackRecords } from '../../tape/pack.ts';
import type { TapeRecord } from '../../tape/record.ts';
import { restoreShare } from '../restore-share.ts';
import { changesOf, replayChanges } from '../tape/replay.ts';
import type { ReplicaParts } from './node.ts';

type Told = { readonly records: readonly TapeRecord[]; readonly first: number; readonly lines: Buffer };

/** What stands on the tape behind a place, and what comes; ends where another epoch begins. */
export async function* recordsAfter(tape: JetStreamTape, sequence: number): AsyncGenerator<Told, void, undefined> {
  const { epoch } = tape;
  let next = sequence + 1;
  for await (const batch of tape.follow(next)) {
    if (batch.epoch !== epoch)
      throw new Error('another epoch of the tape has begun; what was told here is no part of it');
    if (batch.count === 0) continue;
    const told = behind(batch, next);
    next = batch.first + batch.count;
    yield told;
  }
}

function behind({ first, bytes }: FollowedBatch, next: number): Told {
  let start = 0;
  for (let sequence = first; sequence < next; sequence += 1) start = bytes.indexOf(10, start) + 1;
  const lines = bytes.subarray(start);
  return { records: unpackRecords(lines), first: Math.max(first, next), lines };
}

/** The book as the store has it, at the prices that were told: every node has the same figures. */
export async function restoreReplica({ book, store }: Pick<ReplicaParts, 'book' | 'store'>): Promise<void> {
  for (const share of await store.liveState()) await restoreShare(book, share);
}

/** Brings book and stream to where the records lead, both at once. */
export function applyTold({ book, hub }: Pick<ReplicaParts, 'book' | 'hub'>, { records, lines }: Told): void {
  replayChanges(book, changesOf(records));
  hub.tell(records, lines);
}

/** Up to where the store has the tape; from the oldest record where it has nothing of it. */
export async function storedIn(store: Pick<OpenStore, 'markOf'>, tape: JetStreamTape): Promise<number> {
  return Math.max((await store.markOf(tape.epoch)) ?? 0, tape.first - 1);
}
