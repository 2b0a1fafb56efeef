import type { Clock } from '../runtime/clock.ts';
import { inTime, Waiting } from '../runtime/waiting.ts';
import { newEpoch } from './epoch.ts';
import { LineWriter } from './line-writer.ts';
import { packRecord } from './pack.ts';
import { type Delays, PublishDelays } from './publish-delays.ts';
import type { Happening, TapeRecord } from './record.ts';
import { type NewBatch, PositionLost, type Tape } from './tape.ts';

/**
 * Receives each record once and in order, after it was written to the tape; `first` is the sequence of the first of
 * `records`, `lines` are the same records as packed.
 */
export type RecordsReceiver = (records: readonly TapeRecord[], first: number, lines: Buffer) => void;

export type RecorderLog = {
  readonly info: (data: object, text: string) => void;
  readonly warn: (data: object, text: string) => void;
  readonly error: (data: object, text: string) => void;
};

export type RecorderStats = {
  /** Records that were not sent to the followers yet. */
  readonly waiting: number;
  /** Failed writes since the start. */
  readonly failures: number;
  /** When writing to the tape began to fail, epoch milliseconds; null while it works. */
  readonly notStoredSince: number | null;
  readonly lastError: string | null;
};

export type RecorderOptions = {
  readonly tape: Tape;
  /** `timestamp` of the message of a happening. */
  readonly timeOf: (happening: Happening) => number;
  /** Called when another epoch has begun, because a record that was sent is not on the tape. */
  readonly onEpoch: (epoch: string) => void;
  readonly now: Clock['now'];
  readonly timers: Pick<Clock, 'after' | 'soon'>;
  readonly log: RecorderLog;
  /** Sends nothing before it is on the tape, however long that takes; records are held back meanwhile. */
  readonly holdsBack?: boolean;
  /** Bytes that can wait in memory while the tape cannot be written; beyond that a new epoch begins. */
  readonly asideBytes?: number;
  /** How long a write can take before its records are sent without it. */
  readonly timeoutMs?: number;
};

type Pending = NewBatch & { readonly records: readonly TapeRecord[] };

/** Size at which a batch is closed. */
const fullBytes = 64 * 1024;
// Short, because the stream gathers messages as well and the two delays add up
const gatherMs = 2;
/** Most batches in one write. */
const maxAtOnce = 16;
const workMs = 5;
const maxWaiting = 5_000;
const retryMs = 1_000;
const remindMs = 60_000;
const defaultAsideBytes = 16 * 2 ** 20;
// A disk under load can take seconds, and after a new epoch every reader needs a snapshot
const defaultTimeoutMs = 10_000;
const lastTimeoutMs = 2_000;

// Nearly all are changes, and spreading an object takes longer than packing it
const dated = (happening: Happening, at: number): TapeRecord =>
  happening.what === 'change' ? { what: 'change', change: happening.change, at } : { at, ...happening };

/**
 * Packs happenings into batches and passes each batch to the followers once it is on the tape. A tape that cannot be
 * written does not stop the stream: records sent meanwhile are written later or, when they are too many, a new epoch
 * begins. When not even the mark can be removed, as on a disk that hangs, the new epoch begins before they are sent.
 */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #receivers: RecordsReceiver[] = [];
  readonly #pending: Pending[] = [];
  #records: TapeRecord[] = [];
  readonly #lines = new LineWriter();
  #waiting = 0;
  #next: number;
  readonly #waiters = new Waiting();
  readonly #delays = new PublishDelays();
  #cancel: (() => void) | null = null;
  #isRunning = false;
  #ranAt = Number.NEGATIVE_INFINITY;
  #cancelRetry: (() => void) | null = null;
  #retrying: Promise<void> | null = null;
  /** Batches that were sent but are not on the tape yet, in order; null once there were too many. */
  #aside: NewBatch[] | null = [];
  #asideBytes = 0;
  /** Name of the epoch under which records are sent and which the tape has not begun yet. */
  #ahead: string | null = null;
  #failures = 0;
  #notStoredSince: number | null = null;
  #remindedAt = 0;
  #lastError: string | null = null;
  #isClosed = false;
  /** Another writer has taken the next sequences: nothing more is sent. */
  #hasLostPosition = false;
  /** Ends the wait for the current write. */
  #lapse = () => {};

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#next = options.tape.head + 1;
  }

  follow(receiver: RecordsReceiver): void {
    this.#receivers.push(receiver);
  }

  /** Throws when the recorder is closed. */
  checkOpen(): void {
    if (this.#isClosed) throw new Error('the recorder is closed; stop what adds to it first');
  }

  add(happenings: readonly Happening[]): void {
    this.checkOpen();
    if (happenings.length === 0) return;
    const { timeOf } = this.#options;
    for (const happening of happenings) {
      const record = dated(happening, timeOf(happening));
      packRecord(this.#lines, record);
      this.#records.push(record);
      this.#waiting += 1;
      if (this.#lines.length >= fullBytes) this.#closeBatch();
    }
    this.#wanted();
  }

  /** Resolves when few enough records wait that more can be added. */
  ready(): Promise<void> {
    return this.#waiters.until(() => this.#waiting < maxWaiting);
  }

  /** Sequence of the newest record, whether or not it was sent yet. */
  get last(): number {
    return this.#next + this.#waiting - 1;
  }

  /** Resolves when the followers have received everything added so far. */
  flush(): Promise<void> {
    const last = this.#next + this.#waiting;
    return this.#waiters.until(() => this.#next >= last);
  }

  stats(): RecorderStats {
    return {
      waiting: this.#waiting,
      failures: this.#failures,
      notStoredSince: this.#notStoredSince,
      lastError: this.#lastError,
    };
  }

  /** The delays of records until they were sent: of changes from their arrival, of others from their `at`. */
  delays(): Delays {
    return this.#delays.counts();
  }

  /** Writes and sends what is left; nothing can be added afterwards. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel?.();
    this.#cancelRetry?.();
    // Only the write under way: those after it have this patience of their own, however many they are
    const lapse = this.#lapse;
    const hurry = this.#options.timers.after(lastTimeoutMs, () => lapse());
    while (this.#isRunning) await new Promise<void>((resolve) => this.#options.timers.soon(resolve));
    await this.#run();
    if (this.#notStoredSince !== null && this.#options.holdsBack !== true) await this.#within(this.#retry());
    hurry();
  }

  #closeBatch(): void {
    if (this.#records.length === 0) return;
    const records = this.#records;
    const at = (records.at(-1) as TapeRecord).at;
    this.#pending.push({ records, count: records.length, at, bytes: this.#lines.take() });
    this.#records = [];
  }

  /** Schedules a write: at once after a quiet period, otherwise gathered with what follows. */
  #wanted(): void {
    if (this.#cancel !== null || this.#isRunning || this.#hasLostPosition) return;
    const { timers } = this.#options;
    const since = performance.now() - this.#ranAt;
    const isDue = since >= gatherMs || this.#pending.length > 0;
    const run = () => {
      this.#cancel = null;
      void this.#run();
    };
    this.#cancel = isDue ? timers.soon(run) : timers.after(gatherMs - since, run);
  }

  async #run(): Promise<void> {
    if (this.#hasLostPosition) return;
    this.#isRunning = true;
    this.#closeBatch();
    for (let some = this.#pending.splice(0, maxAtOnce); some.length > 0; some = this.#pending.splice(0, maxAtOnce)) {
      if (this.#options.holdsBack === true && !(await this.#keepAtLast(some))) break;
      const isStored = this.#options.holdsBack === true || (this.#notStoredSince === null && (await this.#keep(some)));
      await this.#handOnAll(some, isStored);
    }
    this.#isRunning = false;
    this.#ranAt = performance.now();
    if (this.#records.length > 0 && !this.#isClosed) this.#wanted();
  }

  /** Writes batches; whether they are on the tape. Many are written together, as a write takes the same time for any number. */
  async #keep(batches: readonly Pending[]): Promise<boolean> {
    const appended = this.#options.tape.append(...batches);
    try {
      if (await this.#within(appended)) return true;
      this.#noteFailure(new Error('the disk does not answer'));
      // It is unknown whether the write will succeed, and that cannot be noted on this disk
      this.#goAhead();
      const again = () => this.#retryLater();
      appended.then(again, again);
    } catch (error) {
      await this.#failed(error);
    }
    return false;
  }

  #within(work: Promise<unknown>): Promise<boolean> {
    const { timers, timeoutMs = defaultTimeoutMs } = this.#options;
    return inTime(work, this.#isClosed ? Math.min(timeoutMs, lastTimeoutMs) : timeoutMs, (milliseconds, run) => {
      this.#lapse = run;
      return timers.after(milliseconds, run);
    });
  }

  /** Retries until the batches are on the tape under the expected sequences; false when the recorder gives up on them. */
  async #keepAtLast(batches: readonly Pending[]): Promise<boolean> {
    for (;;) {
      try {
        const first = await this.#options.tape.append(...batches);
        if (first !== this.#next)
          throw new PositionLost(`the tape gave sequence ${first} where ${this.#next} was expected`);
        if (this.#notStoredSince !== null) this.#options.log.info({}, 'tape writable again');
        this.#notStoredSince = null;
        return true;
      } catch (error) {
        if (error instanceof PositionLost) return this.#losePosition(error);
        this.#heldBack(error);
      }
      if (this.#isClosed) return false;
      await new Promise<void>((resolve) => this.#options.timers.after(retryMs, resolve));
    }
  }

  /** Stops for good: a retry could send records twice, or under sequences of another writer. */
  #losePosition({ message }: PositionLost): false {
    this.#hasLostPosition = true;
    this.#failures += 1;
    this.#lastError = message;
    this.#notStoredSince ??= this.#options.now();
    this.#options.log.error({ error: message }, 'position on the tape lost; publishing stopped');
    return false;
  }

  #heldBack(error: unknown): void {
    if (this.#hasFailed(error))
      this.#options.log.warn({ error: this.#lastError }, 'tape not writable; publishing paused');
  }

  /** Sends batches, yielding the event loop in between, as followers encode, log and send each record. */
  async #handOnAll(batches: readonly Pending[], isStored: boolean): Promise<void> {
    let until = performance.now() + workMs;
    for (const [at, batch] of batches.entries()) {
      if (performance.now() > until) {
        await new Promise<void>((resolve) => this.#options.timers.soon(resolve));
        until = performance.now() + workMs;
      }
      if (!isStored && this.#notStoredSince === null) {
        // The tape has caught up meanwhile, so the rest can be written before it is sent
        this.#pending.unshift(...batches.slice(at));
        return;
      }
      // In the same turn as sending, so that exactly what was sent is set aside
      if (!isStored) this.#setAside(batch);
      this.#handOn(batch);
    }
  }

  #handOn({ records, count, bytes }: Pending): void {
    const first = this.#next;
    this.#next += count;
    this.#waiting -= count;
    for (const receive of this.#receivers) receive(records, first, bytes);
    this.#delays.note(records, this.#options.now());
    this.#waiters.lookAgain();
  }

  async #failed(error: unknown): Promise<void> {
    this.#noteFailure(error);
    if (this.#ahead === null && !(await this.#hasDoubted())) this.#goAhead();
    this.#retryLater();
  }

  async #hasDoubted(): Promise<boolean> {
    const { tape, log } = this.#options;
    try {
      return await this.#within(tape.doubt());
    } catch (error) {
      log.error({ error: String(error) }, 'tape not marked as incomplete');
      return false;
    }
  }

  /** Sends everything from here on under another epoch, before the tape has begun it. */
  #goAhead(): void {
    this.#ahead = newEpoch();
    this.#aside = null;
    this.#asideBytes = 0;
    this.#options.onEpoch(this.#ahead);
  }

  #noteFailure(error: unknown): void {
    if (!this.#hasFailed(error)) return;
    this.#options.log.warn(
      { error: this.#lastError, since: new Date(this.#notStoredSince ?? 0).toISOString() },
      'tape not writable; publishing without it, trying again',
    );
  }

  /** Notes that writing has failed; whether it is time to log that. */
  #hasFailed(error: unknown): boolean {
    const { now } = this.#options;
    this.#failures += 1;
    this.#lastError = error instanceof Error ? error.message : String(error);
    if (this.#notStoredSince !== null && now() - this.#remindedAt < remindMs) return false;
    this.#notStoredSince ??= now();
    this.#remindedAt = now();
    return true;
  }

  #setAside({ count, at, bytes }: NewBatch): void {
    if (this.#aside === null) return;
    this.#aside.push({ count, at, bytes });
    this.#asideBytes += bytes.length;
    if (this.#asideBytes <= (this.#options.asideBytes ?? defaultAsideBytes)) return;
    this.#aside = null;
    this.#asideBytes = 0;
  }

  #retryLater(): void {
    if (this.#isClosed) return;
    this.#cancelRetry ??= this.#options.timers.after(retryMs, () => {
      this.#cancelRetry = null;
      void this.#retry();
    });
  }

  #retry(): Promise<void> {
    this.#retrying ??= this.#catchUp()
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#retrying = null;
        if (this.#notStoredSince !== null) this.#retryLater();
      });
    return this.#retrying;
  }

  /** Writes the batches that were set aside, or begins a new epoch when they were too many. */
  async #catchUp(): Promise<void> {
    const { tape, log, now } = this.#options;
    while (this.#aside === null || this.#aside.length > 0) {
      if (this.#aside === null) await this.#renew();
      await this.#writeAside();
    }
    const seconds = Math.round((now() - (this.#notStoredSince ?? now())) / 1000);
    // From here on nothing is sent before it is on the tape
    this.#notStoredSince = null;
    await tape.trust();
    log.info({ seconds, epoch: tape.epoch, head: tape.head }, 'tape writable again, all records on it');
  }

  async #renew(): Promise<void> {
    const { tape, onEpoch } = this.#options;
    const name = this.#ahead ?? newEpoch();
    this.#aside = [];
    this.#asideBytes = 0;
    try {
      await tape.renew(this.#next, name);
    } catch (error) {
      this.#aside = null;
      throw error;
    }
    if (this.#ahead === null) onEpoch(name);
    this.#ahead = null;
  }

  async #writeAside(): Promise<void> {
    for (let batch = this.#aside?.[0]; batch !== undefined; batch = this.#aside?.[0]) {
      await this.#options.tape.append(batch);
      if (this.#aside === null) break;
      this.#aside.shift();
      this.#asideBytes -= batch.bytes.length;
    }
  }
}
