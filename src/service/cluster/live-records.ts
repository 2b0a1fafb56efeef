import type { JetStreamTape } from '../../tape/jetstream/jetstream-tape.ts';
import { unpackRecords } from '../../tape/pack.ts';
import type { RecordsReceiver } from '../../tape/recorder.ts';

/** What another process appends to a tape, for the followers in this one. */
export class LiveRecords {
  readonly #tape: JetStreamTape;
  readonly #receivers: RecordsReceiver[] = [];
  #running: Promise<void> = Promise.resolve();

  /** Begins at the head of the tape; `failed` is called when it ends before the tape is closed, or another epoch begins. */
  constructor(tape: JetStreamTape, failed: (error: unknown) => void) {
    this.#tape = tape;
    this.#running = this.#run().catch(failed);
  }

  follow(receiver: RecordsReceiver): void {
    this.#receivers.push(receiver);
  }

  /** Resolves once the tape has been closed. */
  async ended(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    const { epoch } = this.#tape;
    for await (const batch of this.#tape.follow(this.#tape.head + 1)) {
      if (batch.epoch !== epoch)
        throw new Error('another epoch of the tape has begun, which does not continue what this node has published');
      if (batch.count === 0) continue;
      const records = unpackRecords(batch.bytes);
      for (const receive of this.#receivers) receive(records, batch.first, batch.bytes);
    }
  }
}
