import { setTimeout as wait } from 'node:timers/promises';
import {
  type Consumer,
  type ConsumerMessages,
  DeliverPolicy,
  type JetStreamClient,
  type JsMsg,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';

/** What a reading is at: the messages that come, once they do. */
class Reading {
  heardAt = performance.now();
  next: number;
  #consumer: Consumer | null = null;
  #messages: ConsumerMessages | null = null;
  #isStopped = false;

  constructor(first: number) {
    this.next = first;
  }

  async messages({ js, stream }: LogReaderOptions, hasBodies: boolean): Promise<ConsumerMessages> {
    const start = { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: this.next };
    const wish = { ...start, headers_only: !hasBodies, inactive_threshold: forgottenMs };
    this.#consumer = await js.consumers.get(stream, wish);
    this.#messages = await this.#consumer.consume({ idle_heartbeat: heartbeatMs, max_messages: messagesAhead });
    this.heardAt = performance.now();
    if (this.#isStopped) this.#messages.stop();
    return this.#messages;
  }

  /** Ends what comes; whoever reads finds that it has ended. */
  stop(): void {
    this.#isStopped = true;
    this.#messages?.stop();
  }

  /** Takes leave of the server, which would forget by itself, too. */
  end(): void {
    this.stop();
    this.#consumer?.delete().catch(() => {});
  }
}

export type LogReaderOptions = {
  readonly connection: NatsConnection;
  readonly js: JetStreamClient;
  readonly stream: string;
};

const heartbeatMs = 1_000;
const silenceMs = 3_000;
const pauseMs = 100;
// What the server keeps of a reading that has ended without saying so
const forgottenMs = 30_000;
const messagesAhead = 128;

/**
 * Readings of one stream, each in the order of the log, for as long as somebody wants them. A reading is begun again
 * where it stopped after every reconnect, and when the log is known to have gone on without it: after a restart of its
 * server a consumer may say nothing for a long time.
 */
export class LogReader {
  readonly #options: LogReaderOptions;
  readonly #readings = new Set<Reading>();
  #isClosed = false;

  constructor(options: LogReaderOptions) {
    this.#options = options;
    void this.#watchConnection();
  }

  /** Everything from a sequence of the stream on, without end. Messages before the oldest that is kept are passed over. */
  async *from(first: number, hasBodies: boolean): AsyncGenerator<JsMsg, void, undefined> {
    let next = first;
    while (!this.#isClosed && !this.#options.connection.isClosed()) {
      const reading = new Reading(next);
      this.#readings.add(reading);
      try {
        for await (const message of await reading.messages(this.#options, hasBodies)) {
          reading.heardAt = performance.now();
          if (message.seq < next) continue;
          next = message.seq + 1;
          reading.next = next;
          yield message;
        }
      } catch {
        // Whatever it was, the log is asked again; the connection and the watch over the stream say what is wrong
      } finally {
        this.#readings.delete(reading);
        reading.end();
      }
      if (!this.#isClosed) await wait(pauseMs);
    }
  }

  /** The log is known to reach up to here: whoever has not heard of it for seconds begins again. */
  reaches(last: number): void {
    const since = performance.now() - silenceMs;
    for (const reading of this.#readings) if (reading.next <= last && reading.heardAt < since) reading.stop();
  }

  close(): void {
    this.#isClosed = true;
    for (const reading of this.#readings) reading.stop();
  }

  async #watchConnection(): Promise<void> {
    for await (const { type } of this.#options.connection.status()) {
      if (this.#isClosed) return;
      if (type === 'reconnect') for (const reading of this.#readings) reading.stop();
    }
  }
}
