import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Sink } from '../../collect/sink.ts';
import type { MarketRecord, Stamp } from '../../schema/index.ts';

/** One call of a sink, as sent to the node that writes the tape. */
type Call = { readonly from: string; readonly number: number; readonly what: keyof Sink; readonly with: unknown[] };

const answerMs = 2_000;
const againMs = 250;
/** Most records in one message. */
const mostRecords = 500;
const headRoom = 4_096;

const subjectOf = (name: string): string => `${name}.intake`;

/**
 * The sink of a node that does not write the tape: sends everything it reads to the node that does, in order. While there is
 * no such node, calls wait.
 */
export function remoteIntake(options: {
  readonly connection: NatsConnection;
  readonly name: string;
  /** Whether records may still be published; false once another node reads the source. */
  readonly mayPublish: () => boolean;
  readonly signal: AbortSignal;
}): Sink {
  const { connection, name, mayPublish, signal } = options;
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
      const message: Call = { from, number, what, with: given };
      await deliver(JSON.stringify(message));
    });
    sent = next.catch(() => {});
    return next;
  };
  const callUnawaited = (what: keyof Sink, given: unknown): void => {
    call(what, given).catch(() => {});
  };
  const most = (connection.info?.max_payload ?? 2 ** 20) - headRoom;

  async function take(records: readonly MarketRecord[], stamp: Stamp): Promise<void> {
    const isTooMuch = records.length > mostRecords || (records.length > 1 && bytesOf(records) > most);
    if (!isTooMuch) return await call('take', records, stamp);
    const half = Math.min(mostRecords, Math.ceil(records.length / 2));
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

/** Receives what other nodes have read, each call once; the result stops it. */
export function takeRemoteIntake(connection: NatsConnection, name: string, sink: Sink): () => void {
  const newest = new Map<string, { number: number; work: Promise<void> }>();
  const taken = (call: Call): Promise<void> => {
    const former = newest.get(call.from);
    // A repeated call, whose answer was lost or late
    if (former !== undefined && call.number <= former.number) return former.work;
    const make = sink[call.what] as (...given: unknown[]) => void | Promise<void>;
    const work = (async () => await make(...call.with))();
    newest.set(call.from, { number: call.number, work });
    return work;
  };
  const subscription = connection.subscribe(subjectOf(name), {
    callback: (error, message) => {
      if (error !== null) return;
      taken(JSON.parse(message.string()) as Call).then(
        () => message.respond(''),
        (failure: unknown) => message.respond(String(failure)),
      );
    },
  });
  return () => subscription.unsubscribe();
}
