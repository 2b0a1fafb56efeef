import { setTimeout as wait } from 'node:timers/promises';
import type { JetStreamManager, NextMsgRequest, SeqMsgRequest, StoredMsg } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { factsOf, type MessageFacts } from './message.ts';
import { infoOf, isForbidden, isStreamMissing } from './stream-setup.ts';

export type FoundMessage = { readonly facts: MessageFacts; readonly seq: number };

export type MessageFinderSettings = {
  readonly connection: NatsConnection;
  readonly manager: JetStreamManager;
  readonly stream: string;
  readonly signal: AbortSignal;
};

const againMs = 250;
// After ten seconds a message that is not found counts as dropped, for example deleted by hand
const maxLooks = 40;

/** Looks up messages of a NATS stream by stream sequence, until the signal aborts. */
export class MessageFinder {
  readonly #settings: MessageFinderSettings;

  constructor(settings: MessageFinderSettings) {
    this.#settings = settings;
  }

  /** A message of the stream, null when there is none with that number; retried while there is no answer. */
  async at(seq: number): Promise<StoredMsg | null> {
    return await this.#asked({ seq });
  }

  /** The messages of a subject in order, one at a time; waits while there is no answer. */
  async *all(subject: string): AsyncGenerator<StoredMsg, void, undefined> {
    let found = await this.#asked({ seq: 1, next_by_subj: subject });
    while (found !== null) {
      yield found;
      found = await this.#asked({ seq: found.seq + 1, next_by_subj: subject });
    }
  }

  async #asked(query: SeqMsgRequest & Partial<NextMsgRequest>): Promise<StoredMsg | null> {
    const { connection, manager, stream, signal } = this.#settings;
    for (;;) {
      try {
        return await manager.streams.getMessage(stream, query);
      } catch (error) {
        const isLasting = isStreamMissing(error) || isForbidden(error);
        if (isLasting || connection.isClosed() || signal.aborted) throw error;
        await wait(againMs);
      }
    }
  }

  /** Binary search among known messages for the first with `isSo`, which must then hold for all later ones. */
  async firstWhere(isSo: (facts: MessageFacts) => boolean, from: number, to: number): Promise<FoundMessage | null> {
    let found: FoundMessage | null = null;
    let low = from;
    let high = to;
    while (low <= high) {
      const seq = Math.floor((low + high) / 2);
      const facts = factsOf((await this.#countedAt(seq))?.header);
      if (facts !== null && isSo(facts)) {
        found = { facts, seq };
        high = seq - 1;
      } else low = seq + 1;
    }
    return found;
  }

  /**
   * A message that is known to have existed, null when it was dropped since. Looks several times, as a former leader that
   * was cut off and does not know of the next one answers from an outdated stream.
   */
  async #countedAt(seq: number): Promise<StoredMsg | null> {
    for (let looks = 1; ; looks += 1) {
      const found = await this.at(seq);
      if (found !== null || looks === maxLooks || (await this.#isDropped(seq))) return found;
      await wait(againMs);
    }
  }

  async #isDropped(seq: number): Promise<boolean> {
    const { manager, stream } = this.#settings;
    const info = await infoOf(manager, stream).catch(() => undefined);
    if (info === undefined) return false;
    return info === null || seq < info.state.first_seq;
  }
}
