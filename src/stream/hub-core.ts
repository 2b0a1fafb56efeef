import type { Clock } from '../runtime/clock.ts';
import { type Game, type LiveOffer, type Marketplace, marketplaceWithId, type Position } from '../schema/index.ts';
import type { Happening, TapeRecord } from '../tape/record.ts';
import { Backlog, type BacklogTape } from './backlog.ts';
import { FanOut } from './fan-out.ts';
import { FanOutGroup, type GroupFacts, type GroupMember, groupKey } from './fan-out-group.ts';
import type { TraitsOf } from './filter.ts';
import { FilterIndex } from './filter-index.ts';
import { LiveQueries } from './live/live-queries.ts';
import type { LiveReader } from './live/view.ts';
import type { StreamEncoder } from './log/encoder.ts';
import { EntryTexts } from './log/entry-texts.ts';
import { Lines } from './log/lines.ts';
import type { StreamLog } from './log/log.ts';
import { linkOf, recordEntry } from './log/to-entry.ts';
import type { OutboxLimits } from './outbox.ts';
import { planReplay } from './replay/plan.ts';
import { type Replay, ReplaySlots } from './replay/replay.ts';
import type { ReplayRequest } from './replay/replay-request.ts';
import { createSendClock, type SendClock } from './send-clock.ts';
import { type Reads, readsAll, type SubscriptionRequest } from './subscription-request.ts';

/** Reads the offers that are on sale now. */
export type BookReader = {
  readonly names: (game: Game) => Iterable<string>;
  readonly offers: (marketplaceId: number, game: Game, name: string) => readonly LiveOffer[];
  readonly traits: TraitsOf;
};

export type HubSettings = {
  readonly outbox: OutboxLimits;
  /** How long changes are gathered before they are sent, so that one write carries many. */
  readonly gatherMs: number;
  /** How long a reader can be behind, or read nothing, before it is closed. */
  readonly lagMs: number;
  readonly subscriptionsPerConnection: number;
  /** How many replays can run at once. */
  readonly replays: number;
};

/** Why the service closes a connection. */
export type Ending = 'behind' | 'stopping' | 'flooding' | 'replayed';

/** A connection as the hub schedules it. */
export type HubReader = {
  /** Sends the next pieces of what is not live; true when more can be sent at once. */
  readonly work: () => boolean;
  /** Both are given the time on `clock.elapsed`, so that no reader is closed or left without heartbeats by a clock that is set. */
  readonly tick: (at: number) => void;
  readonly lagMs: (at: number) => number;
  readonly close: (ending: Ending, reason: string) => void;
};

export type HubOptions = {
  readonly log: StreamLog;
  /** Source of entries that the log in memory no longer has; without it they cannot be read. */
  readonly tape?: BacklogTape;
  /** Time of the newest record on the tape, epoch milliseconds. */
  readonly publishedAt?: number | null;
  readonly encoder: StreamEncoder;
  readonly bookReader: BookReader;
  /** Marketplaces that this service reads. */
  readonly connected: readonly Marketplace[];
  /** By default every game is read from each of them. */
  readonly reads?: Reads;
  readonly settings: HubSettings;
  /** The sequence of the book's newest change, which may not be on the tape yet; by default it is on it. */
  readonly newest?: () => number;
  /** Whether other nodes send the same stream, and may be ahead of this one; default false. */
  readonly followOthers?: boolean;
  readonly timers: Pick<Clock, 'after' | 'elapsed' | 'every' | 'soon'>;
  readonly now: Clock['now'];
};

export type HubStats = {
  readonly readers: number;
  readonly groups: number;
  readonly sequence: number;
  readonly retainedFrom: number;
  readonly logBytes: number;
  /** Messages handed to readers since the start. */
  readonly messagesSent: number;
  /** Readers closed because they fell behind. */
  readonly closedBehind: number;
  /** How long the slowest reader has been behind, or has read nothing; 0 when all keep up. */
  readonly lagMs: number;
};

const tickMs = 1_000;
// Per turn of the event loop, for all readers that are behind; live messages wait meanwhile
const workMs = 2;
// Another node has sent the entry, so it is on the tape; this node cannot read it while NATS elects a leader
const toComeMs = 10_000;

/** The hub as connections, subscriptions and snapshots use it. */
export class HubCore {
  readonly log: StreamLog;
  readonly backlog: Backlog | null;
  readonly texts: EntryTexts;
  readonly bookReader: BookReader;
  readonly connected: readonly Marketplace[];
  readonly reads: Reads;
  readonly settings: HubSettings;
  readonly now: Clock['now'];
  readonly elapsed: Clock['elapsed'];
  readonly clock: SendClock;
  readonly replays: ReplaySlots;
  readonly #timers: HubOptions['timers'];
  readonly #index = new FilterIndex();
  readonly #groups = new Map<string, FanOutGroup>();
  readonly #connections = new Set<HubReader>();
  readonly #busy = new Set<HubReader>();
  readonly #fanOut: FanOut;
  readonly #stopTicking: () => void;
  readonly #awaitingPublication: { readonly sequence: number; readonly call: () => void }[] = [];
  readonly #awaited = new Set<{ readonly sequence: number; readonly call: () => void }>();
  #waiting: { readonly request: SubscriptionRequest; readonly call: () => void }[] = [];
  readonly #back = new Set<number>();
  readonly #newest: () => number;
  readonly #followOthers: boolean;
  #isLoading = false;
  #liveQueries: LiveQueries | null = null;
  #stopWork: (() => void) | null = null;
  #messagesSent = 0;
  #closedBehind = 0;
  #isStopped = false;

  constructor(options: HubOptions) {
    this.log = options.log;
    this.texts = new EntryTexts(options.encoder);
    this.bookReader = options.bookReader;
    this.connected = [...options.connected].sort((a, b) => a.id - b.id);
    this.reads = options.reads ?? readsAll;
    this.settings = options.settings;
    this.now = options.now;
    this.elapsed = options.timers.elapsed;
    this.clock = createSendClock(options.now, options.publishedAt ?? 0);
    this.#newest = options.newest ?? (() => 0);
    this.#followOthers = options.followOthers ?? false;
    this.replays = new ReplaySlots(options.settings.replays);
    this.#timers = options.timers;
    const { tape, encoder, timers } = options;
    this.backlog = tape === undefined ? null : new Backlog({ tape, encoder, timers });
    this.#fanOut = new FanOut({
      log: options.log,
      index: this.#index,
      limits: options.settings.outbox,
      gatherMs: options.settings.gatherMs,
      timers: options.timers,
      onSent: (messages) => {
        this.#messagesSent += messages;
      },
      onLost: (from) => {
        const members = [...this.#groups.values()].flatMap((group) => [...group.members]);
        for (const member of members) member.miss(from);
      },
    });
    this.#stopTicking = options.timers.every(tickMs, () => this.#tick());
  }

  /** Sequence of the last entry sent to live readers. */
  get served(): number {
    return this.#fanOut.served;
  }

  /** The `timestamp` for something that happens now; call it once for each happening. */
  timeOf(happening: Happening): number {
    const link = linkOf(happening);
    return link === null ? this.clock.present() : this.clock.at(link);
  }

  /**
   * Publishes the next records of the tape; `lines` holds them as packed. A message is encoded now when a live
   * subscription may match it, otherwise from its line when somebody reads it.
   */
  publish(records: readonly TapeRecord[], lines: Buffer): void {
    const later = new Lines(lines, this.texts);
    for (const [number, record] of records.entries()) {
      const entry = recordEntry(record, this.texts.encoder);
      if (this.#index.mayConcern(entry)) this.log.append(entry, this.texts.ofRecord(record));
      else this.log.appendLater(entry, later, number);
    }
    this.#fanOut.wanted();
    // In order of their sequences, as `last` only grows
    while ((this.#awaitingPublication[0]?.sequence ?? Number.POSITIVE_INFINITY) <= this.log.head)
      this.#awaitingPublication.shift()?.call();
    for (const awaited of this.#awaited) if (awaited.sequence <= this.log.head) awaited.call();
  }

  /** The book is being restored: entries of the tape can be sent, subscriptions that need current state wait. */
  beginLoading(): void {
    this.#isLoading = true;
  }

  /** These marketplaces are restored in full, up to what readers were sent. */
  markLoaded(marketplaceIds: readonly number[]): void {
    for (const id of marketplaceIds) this.#back.add(id);
    this.#callWaiting();
  }

  isBack(marketplaceId: number): boolean {
    return this.#back.has(marketplaceId);
  }

  endLoading(): void {
    this.#isLoading = false;
    this.#callWaiting();
  }

  /** Whether a subscription needs current state that is still being restored. */
  isLoading({ liveQueries, snapshot, replay, resume, filter }: SubscriptionRequest): boolean {
    if (!this.#isLoading) return false;
    const isShown = snapshot && replay === null && !this.canResumeFrom(resume);
    // Best prices, deals and searches compare all marketplaces
    return liveQueries.length > 0 || (isShown && !filter.marketplaceIds.every((id) => this.isBack(id)));
  }

  /** Calls once that state is restored. */
  whenLoaded(request: SubscriptionRequest, call: () => void): void {
    this.#waiting.push({ request, call });
  }

  #callWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) {
      if (this.isLoading(one.request)) this.#waiting.push(one);
      else one.call();
    }
  }

  /** Whether a place lies ahead of this node but may already have been sent by another one. */
  isAhead({ epoch, sequence }: Position): boolean {
    return this.#followOthers && epoch === this.log.epoch && sequence > this.log.head;
  }

  /** Calls once everything up to a sequence is in the log, or after ten seconds without it. */
  whenReceived(sequence: number, call: () => void): void {
    const done = (): void => {
      stop();
      this.#awaited.delete(awaited);
      call();
    };
    const awaited = { sequence, call: done };
    const stop = this.#timers.after(toComeMs, done);
    this.#awaited.add(awaited);
  }

  /** From now on the channels best, deals and found can be subscribed to. */
  useLiveReader(reader: LiveReader): void {
    const onceAllPublished = (call: () => void) => {
      const { last } = this;
      if (this.log.head >= last) call();
      else this.whenPublished(last, call);
    };
    this.#liveQueries = new LiveQueries({ reader, timers: this.#timers, onceAllPublished });
  }

  /** Views for the channels best, deals and found; null where nothing provides them. */
  get liveQueries(): LiveQueries | null {
    return this.#liveQueries;
  }

  /** Sequence of the newest change of the book, whether or not it was sent yet. */
  get last(): number {
    return Math.max(this.#newest(), this.log.head);
  }

  /** Calls once everything up to a sequence is in the log. */
  whenPublished(sequence: number, call: () => void): void {
    this.#awaitingPublication.push({ sequence, call });
  }

  /** Sequence of the oldest entry that can still be read. */
  get first(): number {
    return Math.min(this.log.first, this.backlog?.first ?? this.log.first);
  }

  /** Earliest possible time of the oldest entry that can be read; null while there is none. */
  get oldestAt(): number | null {
    return this.backlog?.oldestAt ?? this.log.timeAt(this.log.first);
  }

  /** Sequence of the first entry at an instant or later, head + 1 when there is none. */
  async sequenceAt(instant: number): Promise<number> {
    const since = this.log.timeAt(this.log.first);
    if (this.backlog === null || (since !== null && since < instant)) return this.log.sequenceAt(instant);
    return await this.backlog.sequenceAt(instant);
  }

  /** Finds where a replay starts and ends; throws a Refusal. */
  planReplay(request: ReplayRequest, resume: Position | null): Promise<Replay> {
    return planReplay(this, request, resume);
  }

  /** Wakes a reader after a delay; returns a function that cancels it. */
  wakeAfter(reader: HubReader, milliseconds: number): () => void {
    return this.#timers.after(milliseconds, () => this.wake(reader));
  }

  /** Whether every entry after a sequence can still be read. */
  hasReached(sequence: number): boolean {
    return this.log.hasReached(sequence) || this.backlog?.hasReached(sequence, this.log.first) === true;
  }

  /** Whether a reader can resume after a place; false for null. */
  canResumeFrom(position: Position | null): boolean {
    return position !== null && this.log.isOf(position.epoch, position.sequence) && this.hasReached(position.sequence);
  }

  /** Adds a reader, unless the service is stopping. */
  admit(reader: HubReader): void {
    if (this.#isStopped) reader.close('stopping', 'the service is stopping');
    else this.#connections.add(reader);
  }

  /** Closes all connections because the service stops; accepts no new ones. */
  stop(): void {
    this.#isStopped = true;
    this.#stopTicking();
    this.#fanOut.stop();
    this.#liveQueries?.stop();
    this.backlog?.stop();
    this.#stopWork?.();
    for (const connection of [...this.#connections]) connection.close('stopping', 'the service is stopping');
  }

  stats(): HubStats {
    const at = this.elapsed();
    return {
      readers: this.#connections.size,
      groups: this.#groups.size,
      sequence: this.log.head,
      retainedFrom: this.backlog === null ? this.log.first : Math.min(this.log.first, this.backlog.first),
      logBytes: this.log.bytes,
      messagesSent: this.#messagesSent,
      closedBehind: this.#closedBehind,
      lagMs: [...this.#connections].reduce((max, connection) => Math.max(max, connection.lagMs(at)), 0),
    };
  }

  /** The group with these facts, created when there is none. */
  group(facts: GroupFacts): FanOutGroup {
    const key = groupKey(facts);
    return this.#groups.get(key) ?? new FanOutGroup(key, facts, (...item) => this.bookReader.traits(...item));
  }

  enter(group: FanOutGroup, member: GroupMember): FanOutGroup {
    const current = this.#groups.get(group.key) ?? group;
    if (current.members.size === 0) {
      this.#groups.set(current.key, current);
      this.#index.add(current);
    }
    current.members.add(member);
    return current;
  }

  exit(group: FanOutGroup, member: GroupMember): void {
    if (!group.members.delete(member) || group.members.size > 0) return;
    this.#groups.delete(group.key);
    this.#index.remove(group);
  }

  /** Schedules a connection to continue catching up, in turn with others. */
  wake(connection: HubReader): void {
    if (this.#isStopped) return;
    this.#busy.add(connection);
    this.#stopWork ??= this.#timers.soon(() => this.#work());
  }

  count(messages: number): void {
    this.#messagesSent += messages;
  }

  /** Sends live readers the next entries, as many as fit one run. */
  distribute(): void {
    this.#fanOut.run();
  }

  remove(connection: HubReader, why: 'behind' | 'other'): void {
    if (why === 'behind') this.#closedBehind += 1;
    this.#connections.delete(connection);
    this.#busy.delete(connection);
  }

  namesOf(marketplaceIds: readonly number[]): string[] {
    return marketplaceIds.map((id) => marketplaceWithId(id).name);
  }

  #work(): void {
    this.#stopWork = null;
    this.clock.turn();
    const until = performance.now() + workMs;
    // Several pieces per turn: on a busy event loop turns are rare
    for (const connection of this.#busy) {
      this.#busy.delete(connection);
      // Re-adding moves it to the end of the queue
      if (connection.work()) this.#busy.add(connection);
      if (performance.now() >= until) break;
    }
    if (this.#busy.size > 0 && !this.#isStopped) this.#stopWork ??= this.#timers.soon(() => this.#work());
  }

  #tick(): void {
    const at = this.elapsed();
    this.#liveQueries?.tick();
    for (const connection of [...this.#connections]) connection.tick(at);
  }
}
