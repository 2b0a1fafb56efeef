import { systemClock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { Writer } from '../../store/writer.ts';
import { Follower } from '../../tape/follower.ts';
import type { Tape } from '../../tape/tape.ts';
import type { ReceivedTimes } from '../as-of/received-times.ts';
import { statesOf } from '../as-of/states-of.ts';
import { rowsOf } from './rows-of.ts';

/** Puts what is published into the store, with the sequence reached; what the store does not take waits on the tape. */
export function createStoreFollower(parts: {
  readonly tape: Tape;
  readonly writer: Pick<Writer, 'push' | 'mark' | 'ready'>;
  /** When changes came in; null where past states are not kept. */
  readonly received: ReceivedTimes | null;
  /** Called where the tape no longer has records that the store lacks. */
  readonly lost?: () => void;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly failed?: (error: unknown) => void;
}): Follower {
  const { tape, writer, received, log } = parts;
  const stopped = (error: unknown) => log.error({ error: String(error) }, 'writing of the tape to the store stopped');
  return new Follower({
    tape,
    timers: systemClock,
    left: true,
    take: async (records, first) => {
      writer.push(rowsOf(records));
      if (received !== null) writer.push(statesOf(records, first, (sequence) => received.of(sequence)));
      writer.mark({ epoch: tape.epoch, sequence: first + records.length - 1 });
      await writer.ready();
    },
    lost: (from, to) => {
      parts.lost?.();
      log.warn({ from, to }, 'records missing from the store and no longer on the tape');
    },
    failed: parts.failed ?? stopped,
  });
}
