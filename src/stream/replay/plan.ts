import type { Clock } from '../../runtime/clock.ts';
import type { Position } from '../../schema/index.ts';
import { NoLongerRetained } from '../../tape/tape.ts';
import type { StreamLog } from '../log/log.ts';
import { Refusal } from '../refusal.ts';
import { Replay, type ReplaySlots } from './replay.ts';
import type { Boundary, ReplayRequest } from './replay-request.ts';

/** The hub as planning a replay uses it. */
export type ReplaySource = {
  readonly log: Pick<StreamLog, 'epoch' | 'head' | 'epochAt' | 'isOf'>;
  readonly replays: ReplaySlots;
  readonly now: Clock['now'];
  readonly first: number;
  /** Earliest possible time of the oldest entry that can be read; null while there is none. */
  readonly oldestAt: number | null;
  readonly last: number;
  readonly whenPublished: (sequence: number, call: () => void) => void;
  readonly hasReached: (sequence: number) => boolean;
  /** Sequence of the first entry at an instant or later, head + 1 when there is none. */
  readonly sequenceAt: (instant: number) => Promise<number>;
};

// Readers' clocks can be off by seconds
const aheadMs = 60_000;

/** Finds where a replay starts and ends; with `resume` it continues after that position. Throws a Refusal. */
export async function planReplay(
  source: ReplaySource,
  { from, to, speed }: ReplayRequest,
  resume: Position | null,
): Promise<Replay> {
  const release = source.replays.take();
  if (release === null) {
    const found = `${source.replays.taken} replays are running, the most allowed at once`;
    throw new Refusal(`${found}; try again when one has ended`, 'TOO_MANY_REPLAYS');
  }
  try {
    const begin =
      resume === null ? await beginOf(source, from) : { start: startAfter(source, resume, 'resume'), instant: null };
    const last = to === null ? null : await lastOf(source, to);
    return new Replay({ ...begin, last, speed, release });
  } catch (error) {
    release();
    if (error instanceof NoLongerRetained) throw gone(source, 'this part of the stream');
    throw error;
  }
}

const isoOf = (instant: number): string => new Date(instant).toISOString();

const gone = ({ oldestAt, log, first }: ReplaySource, what: string): Refusal => {
  const retained =
    oldestAt === null
      ? 'nothing is kept yet'
      : `the oldest message kept is ${log.epochAt(first)}:${first}, of ${isoOf(oldestAt)}`;
  return new Refusal(`${what} is no longer kept; ${retained}; set "from" to "oldest" to start there`, 'NO_LONGER_KEPT');
};

/** The sequence to start after, and the instant from which the first entry is waited for; null means at once. */
type Begin = { readonly start: number; readonly instant: number | null };

async function beginOf(source: ReplaySource, from: ReplayRequest['from']): Promise<Begin> {
  if (from === 'oldest') return { start: source.first - 1, instant: null };
  if (!('instant' in from)) return { start: startAfter(source, from, 'replay.from'), instant: null };
  const { instant } = from;
  requirePast(source, instant, 'from');
  if (instant >= (source.oldestAt ?? source.now())) return { start: (await source.sequenceAt(instant)) - 1, instant };
  // The first entry ever: there was nothing before it, and nothing to wait for
  if (source.first === 1) return { start: 0, instant: null };
  throw gone(source, `the stream from ${isoOf(instant)} on`);
}

async function lastOf(source: ReplaySource, to: Boundary): Promise<number> {
  if ('instant' in to) {
    requirePast(source, to.instant, 'to');
    if (source.log.head < source.last) await new Promise<void>((resolve) => source.whenPublished(source.last, resolve));
    return (await source.sequenceAt(to.instant)) - 1;
  }
  const { epoch, sequence } = to;
  if (source.log.isOf(epoch, sequence) && sequence <= source.log.head) return sequence;
  const newest = `${source.log.epochAt(source.log.head)}:${source.log.head}`;
  throw new Refusal(`"replay.to" is ${epoch}:${sequence}, which this stream has not sent; the newest is ${newest}`);
}

function requirePast(source: ReplaySource, instant: number, key: string): void {
  if (instant <= source.now() + aheadMs) return;
  const now = isoOf(source.now());
  throw new Refusal(
    `"replay.${key}" is ${isoOf(instant)}, which is in the future (it is ${now}); leave "${key === 'to' ? 'to' : 'replay'}" out to get live messages`,
  );
}

function startAfter(source: ReplaySource, { epoch, sequence }: Position, key: string): number {
  const { log } = source;
  if (epoch === log.epoch && sequence > log.head)
    throw new Refusal(
      `"${key}" is ${epoch}:${sequence}, which has not been sent yet; the newest is ${log.epochAt(log.head)}:${log.head}`,
    );
  if (log.isOf(epoch, sequence) && source.hasReached(sequence)) return sequence;
  throw gone(source, `the stream after ${epoch}:${sequence}`);
}
