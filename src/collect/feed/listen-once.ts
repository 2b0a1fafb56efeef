import type { Clock } from '../../runtime/clock.ts';
import type { Game, MarketRecord } from '../../schema/index.ts';
import { createRowTally, type RowReader } from '../decode/row-reader.ts';
import { shapeOfMessages } from '../decode/shape-of-body.ts';
import type { OnceResult } from '../poll/poll-once.ts';
import type { RateLimiter } from '../schedule/rate-limiter.ts';
import type { AnyFeed, Connect } from './connect.ts';
import { createMessageReader } from './message-reader.ts';

const defaultSeconds = 30;
const maxMessages = 20;
const maxRecords = 100;

type ListenOnceSetup = {
  readonly source: AnyFeed;
  readonly game: Game;
  readonly connect: Connect;
  readonly reader: RowReader;
  readonly limiter: Pick<RateLimiter, 'nextAt'>;
  readonly redact: (text: string) => string;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** How long to listen after joining. */
  readonly seconds?: number | undefined;
};

/** Listens to a feed for a while, or until enough messages have arrived. Stores nothing. */
export async function listenOnce(setup: ListenOnceSetup): Promise<OnceResult> {
  const { source, game, connect, reader, limiter, redact, signal, clock, seconds = defaultSeconds } = setup;
  const tally = createRowTally();
  const retained: unknown[] = [];
  const records: MarketRecord[] = [];
  const counts: Record<string, number> = {};
  const messages = createMessageReader({
    source,
    games: [game],
    reader,
    tallyOf: () => tally,
    hasItem: (of) => of === game,
  });
  const enough = new AbortController();
  let isJoined = false;
  let cancel = () => {};

  const ended = await connect(
    {
      opened: (header) => source.barred?.(header) ?? null,
      joined: () => {
        isJoined = true;
        cancel = clock.after(seconds * 1000, () => enough.abort());
      },
      resumed: () => undefined,
      onActivity: () => undefined,
      onMalformed: messages.onMalformed,
      take: async (batch) => {
        retained.push(...batch.map(({ message }) => message));
        for (const record of messages.read(batch)) {
          counts[record.kind] = (counts[record.kind] ?? 0) + 1;
          if (records.length < maxRecords) records.push(record);
        }
        if (retained.length >= maxMessages) enough.abort();
      },
    },
    AbortSignal.any([signal, enough.signal]),
  );
  cancel();
  const isGood = isJoined && enough.signal.aborted;
  return {
    outcome: isGood ? 'read' : ended.outcome,
    detail: isGood ? null : ended.detail,
    status: null,
    failure: null,
    ageSeconds: null,
    shape: shapeOfMessages(source, retained),
    nextAt: limiter.nextAt(),
    rows: tally.rows,
    rejected: tally.rejected,
    rejectedRows: tally.rejectedRows,
    counts,
    records,
    body: retained.length === 0 ? null : redact(JSON.stringify(retained)),
  };
}
