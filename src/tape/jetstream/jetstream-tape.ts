import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  type StreamInfo,
} from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { guarded } from '../../runtime/guarded.ts';
import { newEpoch } from '../epoch.ts';
import { type Batch, type NewBatch, NoLongerRetained, PositionLost, type Tape, type TapeStats } from '../tape.ts';
import { LogReader } from './log-reader.ts';
import { factsOf, headersOf, type MessageFacts, type PackedBytes, packBytes, unpackBytes } from './message.ts';
import { MessageFinder } from './message-finder.ts';
import {
  epochOf,
  infoOf,
  isForbidden,
  NotBegunYet,
  type StreamSettings,
  setUpStream,
  subjectOf,
  unlessForbidden,
} from './stream-setup.ts';

export type JetStreamTapeSettings = StreamSettings & {
  readonly connection: NatsConnection;
  readonly log?: JetStreamTapeLog;
};

export type JetStreamTapeLog = {
  readonly info: (data: object, text: string) => void;
  readonly warn: (data: object, text: string) => void;
};

/** A batch with the epoch of its sequences; one without records begins that epoch. */
export type FollowedBatch = Batch & { readonly epoch: string };

const wrongLastSequence = 10071;
const messageId = 'Nats-Msg-Id';
const doubtKey = 'doubt';
const answerMs = 2_000;
const againMs = 250;
const lookMs = 1_000;
const remindMs = 30_000;
const maxCursors = 1_000;
const maxClaims = 20;
// A server that was cut off learns of the next leader within seconds, or gives up leading after twenty at most. So the
// stream must look shorter this many times in a row, once a second, before that is believed
const looksForLost = 20;
// Room for headers and what the server adds to a message
const headerRoom = 4_096;
const nothing: PackedBytes = { bytes: new Uint8Array(), isPacked: false };

/** Opens the tape in a NATS stream, or creates one. The caller keeps ownership of the connection. */
export async function openJetStreamTape(settings: JetStreamTapeSettings): Promise<JetStreamTape> {
  const { connection, name, replicas, log } = settings;
  const manager = await jetstreamManager(connection);
  const info = await setUpStream(manager, settings);
  const js = jetstream(connection);
  // No direct reads: a server other than the leader may not know of a doubt yet
  const notes = await new Kvm(connection).create(`${name}-tape`, { history: 1, replicas, allow_direct: false });
  const tape = new JetStreamTape(settings, { js, manager, notes });
  try {
    await tape.begin(info);
  } catch (error) {
    await tape.close();
    throw error;
  }
  const { epoch, first, head } = tape;
  log?.info({ epoch, first, head, stream: name, server: connection.getServer() }, 'tape open');
  return tape;
}

type Access = { readonly js: JetStreamClient; readonly manager: JetStreamManager; readonly notes: KV };

/**
 * The tape as a stream of NATS JetStream: one message per append, whose headers give the sequences of its records. The
 * stream accepts it only right after the last message that the writer knows, so sequences have no gaps whoever writes.
 * A writer that has claimed the tape and then reads a message of another one has lost its place for good.
 */
export class JetStreamTape implements Tape {
  readonly previousEpochs = [];
  readonly ended = [];
  readonly #settings: JetStreamTapeSettings;
  readonly #access: Access;
  readonly #reader: LogReader;
  readonly #finder: MessageFinder;
  readonly #writer = randomUUID();
  #published = 0;
  /** The newest message of this writer that is known to be in the stream. */
  #own: { readonly id: string; readonly seq: number } | null = null;
  #claims = false;
  /** Whether the claim is known to be in the stream: from then on nobody else can write. */
  #hasClaimed = false;
  /** The sequence after the last record that this writer knows to be durable. */
  #next = 1;
  #created = '';
  #epoch = '';
  /** Oldest kept record of the epoch, as far as known. */
  #first = 1;
  #head = 0;
  /** Stream sequence of the newest known message. */
  #last = 0;
  #newestAt: number | null = null;
  #oldestAt: number | null = null;
  #oldestMessage = 0;
  #bytes = 0;
  #appended: Promise<unknown> = Promise.resolve();
  #noted: Promise<unknown> = Promise.resolve();
  #unansweredSince: number | null = null;
  #remindedAt = Number.NEGATIVE_INFINITY;
  /** Why the tape is broken: a contradiction after which no sequence can be relied on. */
  #broken: string | null = null;
  /** Stream sequences by the sequence of a message's first record, for readers that continue there. */
  readonly #cursors = new Map<number, number>();
  readonly #closing = new AbortController();
  #looking: NodeJS.Timeout | null = null;
  /** How often in a row the stream was reported to be shorter than before, and its newest message at the first time. */
  #shorterLooks = 0;
  #shortenedTo = 0;
  #counting: Promise<void> = Promise.resolve();

  constructor(settings: JetStreamTapeSettings, access: Access) {
    this.#settings = settings;
    this.#access = access;
    this.#reader = new LogReader({ connection: settings.connection, js: access.js, stream: settings.name });
    const { signal } = this.#closing;
    this.#finder = new MessageFinder({
      connection: settings.connection,
      manager: access.manager,
      stream: settings.name,
      signal,
    });
  }

  get epoch(): string {
    return this.#epoch;
  }

  get first(): number {
    return Math.min(this.#first, this.#head + 1);
  }

  get oldest(): number {
    return this.first;
  }

  get head(): number {
    return this.#head;
  }

  /** Since when NATS has not answered an append, epoch milliseconds; null while it does. */
  get unansweredSince(): number | null {
    return this.#unansweredSince;
  }

  /** Why this tape can no longer be used; null while it can. */
  get broken(): string | null {
    return this.#broken;
  }

  async begin(info: StreamInfo): Promise<void> {
    this.#created = info.created;
    if (info.state.messages === 0) await this.#beginLog(info);
    await this.#orientate();
    this.#counting = this.#count();
    this.#looking = setInterval(
      guarded(
        () => this.#look(),
        () => {},
      ),
      lookMs,
    );
    const doubted = await this.#access.notes.get(doubtKey);
    if (doubted?.operation !== 'PUT' || doubted.string() !== this.#epoch) return;
    await this.#renewDoubted().catch(unlessForbidden(undefined));
  }

  async #renewDoubted(): Promise<void> {
    await this.renew(this.#head + 1);
    await this.#access.notes.delete(doubtKey);
  }

  append(...batches: readonly NewBatch[]): Promise<number> {
    const appended = this.#appended.then(() => this.#append(batches));
    this.#appended = appended.catch(() => {});
    return appended;
  }

  async *read(from: number): AsyncGenerator<Batch> {
    const to = this.#head;
    const epoch = this.#epoch;
    if (from > to) return;
    for await (const batch of this.follow(from)) {
      if (batch.epoch !== epoch) throw new NoLongerRetained(`${from} belongs to an epoch that has ended`);
      if (batch.count > 0) yield batch;
      if (batch.first + batch.count > to) return;
    }
  }

  async *readLeft(from: number): AsyncGenerator<Batch> {
    try {
      yield* this.read(Math.max(from, this.first));
    } catch (error) {
      if (!(error instanceof NoLongerRetained)) throw error;
    }
  }

  /** Everything from a sequence on, then whatever anyone appends, until the tape is closed. */
  async *follow(from: number): AsyncGenerator<FollowedBatch, void, undefined> {
    let { epoch } = this;
    let next = from;
    const start = await this.#find(from);
    for await (const { headers, data, seq } of this.#reader.from(start, true)) {
      const facts = factsOf(headers);
      if (facts === null) continue;
      if (facts.epoch !== epoch) next = facts.first;
      if (facts.first > next) throw new NoLongerRetained(`${next} is no longer kept`);
      epoch = facts.epoch;
      next = facts.first + facts.count;
      this.#remember(next, seq + 1);
      if (next > from || facts.count === 0) yield { ...facts, bytes: await unpackBytes(headers, data) };
    }
    if (this.#broken !== null) throw new Error(this.#broken);
  }

  async batchAt(instant: number): Promise<number> {
    const { epoch } = this;
    const isThen = (facts: MessageFacts) => facts.epoch === epoch && facts.at >= instant;
    const found = await this.#finder.firstWhere(isThen, Math.max(1, this.#oldestMessage), this.#last);
    return found?.facts.first ?? this.#head + 1;
  }

  async doubt(): Promise<void> {
    this.#note(async () => await this.#access.notes.put(doubtKey, this.#epoch));
  }

  async trust(): Promise<void> {
    this.#note(async () => await this.#access.notes.delete(doubtKey));
  }

  async renew(first: number): Promise<void> {
    await this.#appended;
    await this.#publish({ epoch: newEpoch(), first, count: 0, at: this.#newestAt ?? 0 }, false);
  }

  /** Claims the tape: writers that have not read this claim are refused from now on. */
  async claim(): Promise<void> {
    await this.#appended;
    this.#claims = true;
    for (let tries = 0; ; tries += 1) {
      this.#throwIfBroken();
      try {
        return await this.#publish(
          { epoch: this.#epoch, first: this.#head + 1, count: 0, at: this.#newestAt ?? 0 },
          false,
        );
      } catch (error) {
        if (!(error instanceof PositionLost) || tries === maxClaims) throw error;
      }
    }
  }

  /** Leaves the tape to the next writer, whose records can be read here; for a writer that appends nothing more. */
  unclaim(): void {
    this.#claims = false;
    this.#hasClaimed = false;
  }

  needs(): void {}

  stats(): TapeStats {
    const hasRecords = this.#head >= this.first;
    return {
      bytes: this.#bytes,
      oldestAt: hasRecords ? (this.#oldestAt ?? this.#newestAt) : null,
      newestAt: hasRecords ? this.#newestAt : null,
    };
  }

  /** Resolves when no write is under way. */
  async settled(): Promise<void> {
    await this.#appended;
    await this.#noted;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    if (this.#looking !== null) clearInterval(this.#looking);
    await this.settled();
    this.#reader.close();
    await this.#counting;
  }

  async #append(batches: readonly NewBatch[]): Promise<number> {
    await this.#noted;
    const packed = await packBytes(Buffer.concat(batches.map((batch) => batch.bytes)));
    const max = (this.#settings.connection.info?.max_payload ?? 2 ** 20) - headerRoom;
    if (packed.bytes.length > max)
      throw new Error(
        `an append of ${packed.bytes.length} bytes exceeds what the NATS server accepts (${max}); raise its max_payload`,
      );
    if (this.#hasClaimed && this.#next !== this.#head + 1)
      this.#break('the NATS stream has records whose append was reported as failed');
    this.#throwIfBroken();
    const count = batches.reduce((sum, batch) => sum + batch.count, 0);
    const facts = { epoch: this.#epoch, first: this.#head + 1, count, at: batches.at(-1)?.at ?? 0 };
    await this.#publish(facts, false, packed);
    return facts.first;
  }

  /** Publishes after the last known message or, to begin an empty stream, under an id that all nodes share. */
  async #publish(facts: MessageFacts, isBeginning: boolean, packed: PackedBytes = nothing): Promise<void> {
    this.#published += 1;
    const options = {
      msgID: isBeginning ? `begin ${facts.epoch}` : `${this.#writer}:${this.#published}`,
      expect: isBeginning ? { lastSubjectSequence: 0 } : { lastSequence: this.#last },
      headers: headersOf(facts, packed.isPacked),
      timeout: answerMs,
    };
    while (!this.#closing.signal.aborted) {
      try {
        const { seq } = await this.#access.js.publish(subjectOf(this.#settings.name), packed.bytes, options);
        return this.#noteStored(facts, seq, options.msgID);
      } catch (error) {
        if (error instanceof JetStreamApiError) return await this.#refused(error, facts, options.msgID);
        await this.#unanswered(error);
        // If it was stored, sending it again would only be refused
        const seq = isBeginning ? null : await this.#stored(options.msgID);
        if (seq !== null) return this.#noteStored(facts, seq, options.msgID);
        this.#throwIfBroken();
      }
    }
    throw new Error('the tape is closed');
  }

  #noteStored(facts: MessageFacts, seq: number, msgID: string): void {
    this.#answered();
    this.#see(facts, seq, msgID);
    this.#next = facts.first + facts.count;
  }

  async #refused(error: JetStreamApiError, facts: MessageFacts, msgID: string): Promise<void> {
    this.#answered();
    if (error.code !== wrongLastSequence) throw error;
    const isStored = async (): Promise<boolean> => {
      const seq = await this.#stored(msgID);
      if (seq !== null) this.#noteStored(facts, seq, msgID);
      return seq !== null;
    };
    if (await isStored()) return;
    await this.#catchUp();
    if (await isStored()) return;
    // A new leader may refuse although nobody else wrote, or know more than was read here
    if (this.#hasClaimed && this.#broken === null)
      throw new Error('the NATS stream is longer or shorter than what was read of it');
    throw new PositionLost(this.#broken ?? 'another process writes to this tape; its records come first');
  }

  #throwIfBroken(): void {
    if (this.#broken !== null) throw new PositionLost(this.#broken);
  }

  /** Stream sequence of a message whose answer was lost, if it is this writer's last known one or the next to come. */
  async #stored(msgID: string): Promise<number | null> {
    if (this.#own?.id === msgID) return this.#own.seq;
    const seq = this.#last + 1;
    const found = await this.#finder.at(seq);
    return found?.header?.get(messageId) === msgID ? seq : null;
  }

  async #catchUp(): Promise<void> {
    const { state } = await this.#access.manager.streams.info(this.#settings.name);
    const isBehind = () => this.#last < state.last_seq && this.#broken === null;
    while (this.#looking !== null && isBehind() && !this.#closing.signal.aborted) await wait(5);
  }

  #answered(): void {
    if (this.#unansweredSince !== null) this.#settings.log?.info({}, 'NATS answers again');
    this.#unansweredSince = null;
  }

  async #unanswered(error: unknown): Promise<void> {
    // It was not stored, and the recorder tries again
    if (isForbidden(error)) throw error;
    this.#unansweredSince ??= Date.now();
    if (performance.now() - this.#remindedAt > remindMs) {
      this.#remindedAt = performance.now();
      this.#settings.log?.warn({ error: String(error) }, 'NATS does not answer; trying again');
    }
    if (this.#settings.connection.isClosed()) throw error;
    await wait(againMs);
  }

  #note(write: () => Promise<unknown>): void {
    this.#noted = this.#noted.then(write).catch((error: unknown) => {
      this.#settings.log?.warn({ error: String(error) }, 'the tape could not be marked as complete or incomplete');
    });
  }

  /** Publishes the first message; when several nodes begin at once, one of them succeeds. */
  async #beginLog(info: StreamInfo): Promise<void> {
    try {
      await this.#publish({ epoch: epochOf(info), first: 1, count: 0, at: 0 }, true);
    } catch (error) {
      if (isForbidden(error)) throw new NotBegunYet();
      if (!(error instanceof PositionLost)) throw error;
    }
  }

  /** Finds the end of the stream, and where its epoch begins in it. */
  async #orientate(): Promise<void> {
    const { name } = this.#settings;
    const stored = await this.#access.manager.streams.getMessage(name, { last_by_subj: subjectOf(name) });
    const facts = factsOf(stored?.header);
    if (stored === null || facts === null)
      throw new Error(
        `the NATS stream ${name} holds messages that are not a tape; remove it, or set another cluster.name`,
      );
    this.#epoch = facts.epoch;
    this.#head = facts.first + facts.count - 1;
    this.#last = stored.seq;
    this.#newestAt = facts.at === 0 ? null : facts.at;
    await this.#lookForOldest(await this.#access.manager.streams.info(name));
  }

  async #count(): Promise<void> {
    for await (const { headers, seq } of this.#reader.from(this.#last + 1, false))
      this.#see(factsOf(headers), seq, headers?.get(messageId) ?? '');
  }

  #see(facts: MessageFacts | null, seq: number, id: string): void {
    if (seq <= this.#last || this.#broken !== null) return;
    const isOwn = id.startsWith(this.#writer);
    if (facts !== null && !isOwn && this.#hasClaimed) {
      this.#break('another process has written to the tape that this one had claimed');
      return;
    }
    this.#last = seq;
    if (facts === null) return;
    if (isOwn) {
      this.#own = { id, seq };
      this.#hasClaimed = this.#claims;
    }
    if (facts.epoch !== this.#epoch) {
      this.#epoch = facts.epoch;
      this.#first = facts.first;
      this.#oldestMessage = seq;
      this.#oldestAt = null;
      this.#head = facts.first - 1;
      this.#cursors.clear();
    }
    if (facts.first !== this.#head + 1) {
      this.#break(
        `the NATS stream has record ${facts.first} where ${this.#head + 1} was expected; it was changed by hand`,
      );
      return;
    }
    this.#head += facts.count;
    if (facts.count > 0) this.#newestAt = facts.at;
  }

  /** Checks for what NATS does on its own: dropping the oldest messages, and stalling a consumer. */
  async #look(): Promise<void> {
    const info = await infoOf(this.#access.manager, this.#settings.name);
    if (info === null) return this.#break('the NATS stream is gone');
    this.#reader.reaches(info.state.last_seq);
    if (info.created !== this.#created) return this.#break('the NATS stream was replaced by another one');
    const isShorter = info.state.last_seq < this.#last;
    this.#shorterLooks = isShorter ? this.#shorterLooks + 1 : 0;
    if (!isShorter) return await this.#lookForOldest(info);
    if (this.#shorterLooks === 1) this.#shortenedTo = info.state.last_seq;
    if (this.#shorterLooks < looksForLost) return;
    if (this.#broken === null && !(await this.#hasEnded(info)) && !(await this.#endEpoch(info))) return;
    this.#break('the NATS stream has lost records that it had confirmed');
  }

  /** Whether another node has begun an epoch since the stream was first found to be shorter. */
  async #hasEnded({ state }: StreamInfo): Promise<boolean> {
    const [then, now] = await Promise.all([this.#shortenedTo, state.last_seq].map((seq) => this.#finder.at(seq)));
    return factsOf(then?.header)?.epoch !== factsOf(now?.header)?.epoch;
  }

  /**
   * Begins a new epoch, so that no new record gets the position of a lost one; false where that is left to a node that may.
   */
  async #endEpoch(info: StreamInfo): Promise<boolean> {
    const epoch = epochOf(info);
    const headers = headersOf({ epoch, first: this.#head + 1, count: 0, at: this.#newestAt ?? 0 }, false);
    const options = { msgID: `begin ${epoch}`, expect: { lastSequence: info.state.last_seq }, headers };
    const published = this.#access.js.publish(subjectOf(this.#settings.name), new Uint8Array(), options);
    return await published.then(() => true).catch(unlessForbidden(false));
  }

  /** Marks the tape as broken, as no sequence can be relied on; opening it again starts from what the stream then holds. */
  #break(why: string): void {
    if (this.#broken !== null) return;
    this.#broken = why;
    this.#settings.log?.warn({ error: why }, 'the tape is broken');
    this.#reader.close();
  }

  async #lookForOldest({ state }: StreamInfo): Promise<void> {
    this.#bytes = state.bytes;
    if (state.first_seq <= this.#oldestMessage || state.messages === 0) return;
    const epoch = this.#epoch;
    const oldest = await this.#finder.firstWhere((facts) => facts.epoch === epoch, state.first_seq, this.#last);
    if (oldest === null || epoch !== this.#epoch) return;
    this.#oldestMessage = oldest.seq;
    this.#first = oldest.facts.first;
    this.#oldestAt = oldest.facts.at === 0 ? null : oldest.facts.at;
  }

  /** Stream sequence of the message that contains a sequence of this epoch, or of the message to come. */
  async #find(sequence: number): Promise<number> {
    const known = this.#cursors.get(sequence);
    if (known !== undefined && known >= this.#oldestMessage) return known;
    if (sequence > this.#head) return this.#last + 1;
    const { epoch } = this;
    const holds = (facts: MessageFacts) => facts.epoch === epoch && facts.first + facts.count > sequence;
    const found = await this.#finder.firstWhere(holds, Math.max(1, this.#oldestMessage), this.#last);
    if (found === null || found.facts.first > sequence) throw new NoLongerRetained(`${sequence} is no longer kept`);
    return found.seq;
  }

  #remember(sequence: number, seq: number): void {
    this.#cursors.delete(sequence);
    this.#cursors.set(sequence, seq);
    const [oldest] = this.#cursors.keys();
    if (this.#cursors.size > maxCursors && oldest !== undefined) this.#cursors.delete(oldest);
  }
}
