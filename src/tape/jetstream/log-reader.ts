import { setTimeout as wait } from 'node:timers/promises';
import {
  type Consumer,
  type ConsumerMessages,
  DeliverPolicy,
  type JetStreamClient,
  type JsMsg,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';

/** One consumer of the stream, from a stream sequence on. */
class Reading {
  receivedAt = performance.now();
  next: number;
  #consumer: Consumer | null = null;
  #messages: ConsumerMessages | null = null;
  #isStopped = false;

  constructor(first: number) {
    this.next = first;
  }

  async messages({ js, stream }: LogReaderOptions, hasBodies: boolean): Promise<ConsumerMessages> {
    const start = { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: this.next };
    const consumerOptions = { ...start, headers_only: !hasBodies, inactive_threshold: forgottenMs };
    this.#consumer = await js.consumers.get(stream, consumerOptions);
    this.#messages = await this.#consumer.consume({ idle_heartbeat: heartbeatMs, max_messages: messagesAhead });
    this.receivedAt = performance.now();
    if (this.#isStopped) this.#messages.stop();
    return this.#messages;
  }

  /** Ends the messages; the loop that reads them then finishes. */
  stop(): void {
    this.#isStopped = true;
    this.#messages?.stop();
  }

  /** Stops and deletes the consumer, which the server would otherwise drop once it is inactive. */
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
// How long the server keeps a consumer that was not deleted
const forgottenMs = 30_000;
const messagesAhead = 128;

/**
 * Reads one stream in order, for any number of readers. A reading is restarted where it stopped after every reconnect, and
 * when the stream is known to have grown without it: after a restart of its server a consumer can be silent for long.
 */
export class LogReader {
  readonly #options: LogReaderOptions;
  readonly #readings = new Set<Reading>();
  #isClosed = false;

  constructor(options: LogReaderOptions) {
    this.#options = options;
    void this.#watchConnection();
  }

  /** Every message from a stream sequence on, without end. Starts at the oldest kept message if that is later. */
  async *from(first: number, hasBodies: boolean): AsyncGenerator<JsMsg, void, undefined> {
    let next = first;
    while (!this.#isClosed && !this.#options.connection.isClosed()) {
      const reading = new Reading(next);
      this.#readings.add(reading);
      try {
        for await (const message of await reading.messages(this.#options, hasBodies)) {
          reading.receivedAt = performance.now();
          if (message.seq < next) continue;
          next = message.seq + 1;
          reading.next = next;
          yield message;
        }
      } catch {
        // Any error leads to another attempt; the connection and the tape's own checks report what is wrong
      } finally {
        this.#readings.delete(reading);
        reading.end();
      }
      if (!this.#isClosed) await wait(pauseMs);
    }
  }

  /** Notes that the stream reaches up to `last`; restarts readings that have been silent for seconds before it. */
  reaches(last: number): void {
    const since = performance.now() - silenceMs;
    for (const reading of this.#readings) if (reading.next <= last && reading.receivedAt < since) reading.stop();
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
