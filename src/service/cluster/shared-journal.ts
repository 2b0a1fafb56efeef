import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import {
  DiscardPolicy,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
  jetstream,
  jetstreamManager,
  StorageType,
} from '@nats-io/jetstream';
import { headers, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';
import type { JournalLog, JournalStorage } from '../../alerts/journal.ts';
import { JournalFile } from '../../alerts/journal-file.ts';
import { systemClock, wait } from '../../runtime/clock.ts';
import { LogReader } from '../../tape/jetstream/log-reader.ts';
import { infoOf, isLastingRefusal } from '../../tape/jetstream/stream-setup.ts';
import { piecesOf } from './nats/pieces.ts';
import { explained } from './reach-nats.ts';

export type SharedJournalOptions = {
  readonly connection: NatsConnection;
  /** Name of the cluster. */
  readonly name: string;
  readonly replicas: number;
  /** The file of a service that was not in a cluster: its lines begin an empty journal. */
  readonly file: string;
  /** Aborts when the node leaves. */
  readonly signal: AbortSignal;
  readonly log: JournalLog & { readonly info: JournalLog['warn'] };
};

const answerMs = 2_000;
const againMs = 250;
const lookMs = 1_000;
const messageId = 'Nats-Msg-Id';
const partOf = 'Itemtape-Part';

/** What a message is a part of: lines to add, or the state that replaces everything before it. */
type Part = { readonly of: 'lines' | 'state'; readonly at: number; readonly count: number };

const headersOf = ({ of, at, count }: Part): MsgHdrs => {
  const made = headers();
  made.set(partOf, `${of} ${at} ${count}`);
  return made;
};

function partIn(found: MsgHdrs | undefined): Part | null {
  const [of, at, count] = (found?.get(partOf) ?? '').split(' ');
  return of === 'lines' || of === 'state' ? { of, at: Number(at), count: Number(count) } : null;
}

/** Puts parts together. What has not all of its parts was never acknowledged, and is left out. */
class Assembly {
  #text = '';
  #parts: Uint8Array[] = [];

  get text(): string {
    return this.#text;
  }

  add(found: MsgHdrs | undefined, data: Uint8Array): void {
    const part = partIn(found);
    if (part === null) return;
    if (part.at === 0) this.#parts = [];
    if (part.at !== this.#parts.length) return;
    this.#parts.push(data);
    if (this.#parts.length < part.count) return;
    const whole = Buffer.concat(this.#parts).toString();
    this.#text = part.of === 'state' ? whole : this.#text + whole;
    this.#parts = [];
  }
}

/** Opens the journal of alerts that the nodes of a cluster share, for the node that writes the tape; others can no longer write it. */
export async function openSharedJournal(options: SharedJournalOptions): Promise<JournalStorage> {
  const { connection, name } = options;
  // Does not ask the server yet, which may not answer for the moment
  const manager = await jetstreamManager(connection, { checkAPI: false });
  const journal = new SharedJournal(options, { stream: `${name}-alerts`, manager, js: jetstream(connection) });
  await journal.claim();
  return journal;
}

const subjectOf = (name: string): string => `${name}.alerts.journal`;

type Access = { readonly stream: string; readonly manager: JetStreamManager; readonly js: JetStreamClient };

class SharedJournal implements JournalStorage {
  readonly location = 'the NATS stream of alert rules';
  readonly #options: SharedJournalOptions;
  readonly #access: Access;
  readonly #writer = randomUUID();
  #published = 0;
  /** Stream sequence of the newest message that this process knows. */
  #last = 0;
  /** Whether a message may be in the stream although its answer was lost. */
  #isUnsure = false;
  #text = '';
  /** Whether the lines come from the file. */
  #isFromFile = false;

  constructor(options: SharedJournalOptions, access: Access) {
    this.#options = options;
    this.#access = access;
  }

  /** Reads everything, then excludes earlier writers by a message that they do not know. */
  async claim(): Promise<void> {
    const { signal, log } = this.#options;
    for (let tries = 0; ; tries += 1) {
      signal.throwIfAborted();
      try {
        await this.#setUp();
        await this.#readAll();
        await this.#put('lines', '');
        return;
      } catch (error) {
        if (isLastingRefusal(error)) throw explained(error);
        if (tries === 0) log.warn({ error: String(error) }, 'alert rules not read from NATS; trying again');
        this.#isUnsure = false;
        await wait(systemClock, againMs, signal);
      }
    }
  }

  /** Creates the stream, or updates its replicas if they differ. */
  async #setUp(): Promise<void> {
    const { name, replicas } = this.#options;
    const { stream, manager } = this.#access;
    const found = await infoOf(manager, stream);
    if (found === null) {
      const subjects = [subjectOf(name)];
      const stored = { storage: StorageType.File, discard: DiscardPolicy.New };
      await manager.streams.add({ name: stream, subjects, num_replicas: replicas, ...stored });
    } else if (found.config.num_replicas !== replicas) await manager.streams.update(stream, { num_replicas: replicas });
  }

  readonly read = async (): Promise<string> => {
    const { file, log } = this.#options;
    const text = await new JournalFile(file).read();
    this.#isFromFile = this.#text === '' && text !== '';
    if (this.#isFromFile) return text;
    if (text !== '') log.warn({ file }, 'alert rules of this file unused: those of the cluster are in NATS');
    return this.#text;
  };

  readonly copyDamaged = async (): Promise<object> => ({ stream: this.#access.stream });

  readonly append = async (text: string): Promise<void> => {
    await this.#put('lines', text);
  };

  readonly replace = async (text: string): Promise<void> => {
    const { stream, manager } = this.#access;
    const first = await this.#put('state', text);
    // Whatever stays is replaced when it is read
    await manager.streams.purge(stream, { seq: first }).catch(() => {});
    if (this.#isFromFile) await this.#putFileAside();
  };

  readonly close = async (): Promise<void> => {};

  /** A file that remained would begin the journal again after NATS had lost it. */
  async #putFileAside(): Promise<void> {
    const { file, log } = this.#options;
    const to = `${file}.moved`;
    await rename(file, to);
    this.#isFromFile = false;
    log.info({ file, to }, 'rules and alerts of this file moved to NATS');
  }

  /** Returns the stream sequence of the first message. */
  async #put(of: Part['of'], text: string): Promise<number> {
    if (this.#isUnsure) await this.#catchUp();
    const pieces = piecesOf(Buffer.from(text));
    const first = this.#last + 1;
    for (const [at, piece] of pieces.entries()) await this.#publish(piece, { of, at, count: pieces.length });
    return first;
  }

  async #publish(bytes: Uint8Array, part: Part): Promise<void> {
    this.#published += 1;
    const options = {
      msgID: `${this.#writer}:${this.#published}`,
      expect: { lastSequence: this.#last },
      headers: headersOf(part),
      timeout: answerMs,
    };
    try {
      this.#last = (await this.#access.js.publish(subjectOf(this.#options.name), bytes, options)).seq;
    } catch (error) {
      this.#isUnsure = true;
      throw error;
    }
  }

  /** Finds out which messages are in the stream; throws where another process has written one of them. */
  async #catchUp(): Promise<void> {
    const { stream, manager } = this.#access;
    const { state } = await manager.streams.info(stream);
    for (let seq = this.#last + 1; seq <= state.last_seq; seq += 1) {
      const found = await manager.streams.getMessage(stream, { seq });
      if (found?.header?.get(messageId).startsWith(this.#writer) !== true)
        throw new Error('another node keeps the alert rules now');
      this.#last = seq;
    }
    this.#isUnsure = false;
  }

  async #readAll(): Promise<void> {
    const { connection } = this.#options;
    const { stream, manager, js } = this.#access;
    const { state } = await manager.streams.info(stream);
    const assembly = new Assembly();
    this.#last = state.messages === 0 ? state.last_seq : 0;
    if (state.messages > 0)
      for await (const { seq, headers: found, data } of this.#messages(
        new LogReader({ connection, js, stream }),
        state,
      )) {
        assembly.add(found, data);
        this.#last = seq;
        if (seq >= state.last_seq) break;
      }
    if (this.#last < state.last_seq) throw new Error('the connection to NATS has ended');
    this.#text = assembly.text;
  }

  async *#messages(
    reader: LogReader,
    { first_seq: first, last_seq: last }: { readonly first_seq: number; readonly last_seq: number },
  ): AsyncGenerator<JsMsg, void, undefined> {
    const stopLooking = systemClock.every(lookMs, () => reader.reaches(last));
    const close = (): void => reader.close();
    this.#options.signal.addEventListener('abort', close);
    try {
      yield* reader.from(first, true);
    } finally {
      stopLooking();
      this.#options.signal.removeEventListener('abort', close);
      reader.close();
    }
  }
}
