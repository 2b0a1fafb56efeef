import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import type { EndedReading, Sink } from '../../collect/sink.ts';
import { type MarketRecord, type Position, type SourceGap, type Stamp, sourceKeyOf } from '../../schema/index.ts';
import type { TapeRecord } from '../../tape/record.ts';

/** One call of a sink, as sent to the node that writes the tape. */
type Call = {
  readonly from: string;
  readonly number: number;
  readonly what: keyof Sink;
  readonly with: unknown[];
  /** A position that the tape had reached before the call was first sent; nodes of earlier releases do not send it. */
  readonly after?: Position;
};

const answerMs = 2_000;
const againMs = 250;
/** Most records in one message. */
const maxRecords = 500;
const headRoom = 4_096;

const subjectOf = (name: string): string => `${name}.intake`;

/**
 * The sink of a node that does not write the tape: sends everything it reads to the node that does, in order. While there is
 * no such node, calls wait.
 */
export function remoteIntake(options: {
  readonly connection: NatsConnection;
  readonly name: string;
  /** The newest position of the tape that this node knows. */
  readonly position: () => Position;
  /** Whether records may still be published; false once another node reads the source. */
  readonly mayPublish: () => boolean;
  readonly signal: AbortSignal;
}): Sink {
  const { connection, name, position, mayPublish, signal } = options;
  const from = randomUUID();
  let number = 0;
  let sent: Promise<void> = Promise.resolve();

  const deliver = async (text: string): Promise<void> => {
    for (;;) {
      if (signal.aborted || !mayPublish()) throw new Error('another node reads this marketplace now');
      const answer = await connection.request(subjectOf(name), text, { timeout: answerMs }).catch(() => null);
      const reply = answer?.string();
      if (reply === '') return;
      if (reply !== undefined) throw new Error(reply);
      await pause(againMs);
    }
  };
  const call = (what: keyof Sink, ...given: unknown[]): Promise<void> => {
    const next = sent.then(async () => {
      number += 1;
      const message: Call = { from, number, what, with: given, after: position() };
      await deliver(JSON.stringify(message));
    });
    sent = next.catch(() => {});
    return next;
  };
  const callUnawaited = (what: keyof Sink, given: unknown): void => {
    call(what, given).catch(() => {});
  };
  const max = (connection.info?.max_payload ?? 2 ** 20) - headRoom;

  async function take(records: readonly MarketRecord[], stamp: Stamp): Promise<void> {
    const isTooMuch = records.length > maxRecords || (records.length > 1 && bytesOf(records) > max);
    if (!isTooMuch) return await call('take', records, stamp);
    const half = Math.min(maxRecords, Math.ceil(records.length / 2));
    await take(records.slice(0, half), stamp);
    await take(records.slice(half), stamp);
  }

  return {
    take,
    sweep: (scope) => call('sweep', scope),
    sweepItem: (scope) => call('sweepItem', scope),
    confirm: (scope) => call('confirm', scope),
    ran: (run) => callUnawaited('ran', run),
    gap: (gap) => callUnawaited('gap', gap),
    readingEnded: (reading) => callUnawaited('readingEnded', reading),
  };
}

const bytesOf = (records: readonly MarketRecord[]): number => Buffer.byteLength(JSON.stringify(records));

type TakingOptions = {
  readonly connection: NatsConnection;
  readonly name: string;
  readonly sink: Sink;
  /** Resolves when everything that the sink has received is on the tape. */
  readonly untilPublished: () => Promise<void>;
  /** The records after a position that earlier writers have published. */
  readonly published: (after: Position) => AsyncIterable<TapeRecord>;
};

/**
 * Receives what other nodes have read, each call once, and answers when it is on the tape. A call that an earlier writer
 * had put there without answering is not repeated; only gaps and ends of readings need to be looked for, as anything else
 * that the book or the list of sales already has changes nothing. The result stops it.
 */
export function takeRemoteIntake(options: TakingOptions): () => void {
  const { connection, name, sink, untilPublished } = options;
  let isStopped = false;
  const newest = new Map<string, { number: number; work: Promise<void> }>();
  const taken = (call: Call): Promise<void> => {
    const previous = newest.get(call.from);
    // A repeated call, whose answer was lost or late
    if (previous !== undefined && call.number <= previous.number) return previous.work;
    const make = sink[call.what] as (...given: unknown[]) => void | Promise<void>;
    const work = (async () => {
      // The calls of one node come in order, so only its first can have been sent to an earlier writer
      if (previous !== undefined || !(await wasPublished(call, options))) await make(...call.with);
      await untilPublished();
    })();
    newest.set(call.from, { number: call.number, work });
    return work;
  };
  const subscription = connection.subscribe(subjectOf(name), {
    callback: (error, message) => {
      if (error !== null) return;
      taken(JSON.parse(message.string()) as Call).then(
        () => message.respond(''),
        // What cannot be taken because this node stops is for the next one, to which it is repeated
        (failure: unknown) => isStopped || message.respond(String(failure)),
      );
    },
  });
  return () => {
    isStopped = true;
    subscription.unsubscribe();
  };
}

async function wasPublished({ what, with: [given], after }: Call, { published }: TakingOptions): Promise<boolean> {
  const isIt = after === undefined ? null : recordOf(what, given);
  if (isIt === null || after === undefined) return false;
  for await (const record of published(after)) if (isIt(record)) return true;
  return false;
}

/** Recognises the record of a call; null for a call that can be repeated. */
function recordOf(what: keyof Sink, given: unknown): ((record: TapeRecord) => boolean) | null {
  if (what === 'gap') {
    const gap = given as SourceGap;
    return (record) =>
      record.what === 'gap' &&
      sourceKeyOf(record.gap) === sourceKeyOf(gap) &&
      record.gap.from === gap.from &&
      record.gap.to === gap.to;
  }
  if (what !== 'readingEnded') return null;
  const reading = given as EndedReading;
  return (record) =>
    record.what === 'batch' &&
    sourceKeyOf(record.batch) === sourceKeyOf(reading) &&
    record.batch.startedAt === reading.startedAt;
}
