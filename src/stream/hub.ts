import type { Clock } from '../runtime/clock.ts';
import { type Marketplace, marketplaceWithId, type Position, type Sight } from '../schema/index.ts';
import type { Happening, TapeRecord } from '../tape/record.ts';
import { changesAfter } from './changes.ts';
import { Connection, type ConnectionSink } from './connection.ts';
import { FanOut } from './fan-out.ts';
import { FanOutGroup, type GroupFacts, type GroupMember, groupKey } from './fan-out-group.ts';
import { FilterIndex } from './filter-index.ts';
import type { Framing } from './framing.ts';
import type { BookReader, HubPort, HubReader, HubSettings } from './hub-port.ts';
import type { StreamEncoder } from './log/encoder.ts';
import { EntryTexts } from './log/entry-texts.ts';
import { Lines } from './log/lines.ts';
import type { StreamLog } from './log/log.ts';
import { linkOf, recordEntry } from './log/to-entry.ts';
import { Past, type PastTape } from './past.ts';
import { Refusal } from './refusal.ts';
import { planReplay } from './replay/plan.ts';
import { type Replay, ReplayPlaces } from './replay/replay.ts';
import { createSendClock, type SendClock } from './send-clock.ts';
import { Standings } from './standing/standings.ts';
import type { StandingReader } from './standing/view.ts';
import { type Reads, readsAll, type SubscriptionRequest, toSubscriptionRequest } from './subscription-request.ts';

export type HubOptions = {
  readonly log: StreamLog;
  /** Source of entries that the log in memory no longer has; without it they cannot be read. */
  readonly tape?: PastTape;
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
  readonly followsOthers?: boolean;
  readonly timers: Pick<Clock, 'after' | 'elapsed' | 'every' | 'soon'>;
  readonly now: Clock['now'];
};

export type HubStats = {
  readonly readers: number;
  readonly groups: number;
  readonly sequence: number;
  readonly keptFrom: number;
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

/** The offer stream: keeps recent entries in memory and sends each reader those it subscribed to. */
export class Hub implements HubPort {
  readonly log: StreamLog;
  readonly past: Past | null;
  readonly texts: EntryTexts;
  readonly bookReader: BookReader;
  readonly connected: readonly Marketplace[];
  readonly reads: Reads;
  readonly settings: HubSettings;
  readonly now: Clock['now'];
  readonly elapsed: Clock['elapsed'];
  readonly clock: SendClock;
  readonly replays: ReplayPlaces;
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
  readonly #followsOthers: boolean;
  #isLoading = false;
  #standings: Standings | null = null;
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
    this.#followsOthers = options.followsOthers ?? false;
    this.replays = new ReplayPlaces(options.settings.replays);
    this.#timers = options.timers;
    const { tape, encoder, timers } = options;
    this.past = tape === undefined ? null : new Past({ tape, encoder, timers });
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
  loads(): void {
    this.#isLoading = true;
  }

  /** These marketplaces are restored in full, up to what readers were sent. */
  broughtBack(marketplaceIds: readonly number[]): void {
    for (const id of marketplaceIds) this.#back.add(id);
    this.#callWaiting();
  }

  isBack(marketplaceId: number): boolean {
    return this.#back.has(marketplaceId);
  }

  loaded(): void {
    this.#isLoading = false;
    this.#callWaiting();
  }

  mustWait({ standing, snapshot, replay, resume, filter }: SubscriptionRequest): boolean {
    if (!this.#isLoading) return false;
    const isShown = snapshot && replay === null && !this.goesOnFrom(resume);
    // Best prices, deals and searches compare all marketplaces
    return standing.length > 0 || (isShown && !filter.marketplaceIds.every((id) => this.isBack(id)));
  }

  onceThere(request: SubscriptionRequest, call: () => void): void {
    this.#waiting.push({ request, call });
  }

  #callWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) {
      if (this.mustWait(one.request)) this.#waiting.push(one);
      else one.call();
    }
  }

  isToCome({ epoch, sequence }: Position): boolean {
    return this.#followsOthers && epoch === this.log.epoch && sequence > this.log.head;
  }

  onceHas(sequence: number, call: () => void): void {
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
  useStandingReader(reader: StandingReader): void {
    const onceAllPublished = (call: () => void) => {
      const { last } = this;
      if (this.log.head >= last) call();
      else this.oncePublished(last, call);
    };
    this.#standings = new Standings({ reader, timers: this.#timers, onceAllPublished });
  }

  get standings(): Standings | null {
    return this.#standings;
  }

  get last(): number {
    return Math.max(this.#newest(), this.log.head);
  }

  oncePublished(sequence: number, call: () => void): void {
    this.#awaitingPublication.push({ sequence, call });
  }

  get first(): number {
    return Math.min(this.log.first, this.past?.first ?? this.log.first);
  }

  /** Earliest possible time of the oldest entry that can be read; null while there is none. */
  get oldestAt(): number | null {
    return this.past?.oldestAt ?? this.log.timeAt(this.log.first);
  }

  /** Sequence of the first entry at an instant or later, head + 1 when there is none. */
  async sequenceAt(instant: number): Promise<number> {
    const since = this.log.timeAt(this.log.first);
    if (this.past === null || (since !== null && since < instant)) return this.log.sequenceAt(instant);
    return await this.past.sequenceAt(instant);
  }

  /** Finds where a replay starts and ends; throws a Refusal. */
  planReplay(...wanted: Parameters<HubPort['planReplay']>): Promise<Replay> {
    return planReplay(this, ...wanted);
  }

  wakeAfter(reader: HubReader, milliseconds: number): () => void {
    return this.#timers.after(milliseconds, () => this.wake(reader));
  }

  /** Whether every entry after a sequence can still be read. */
  reaches(sequence: number): boolean {
    return this.log.reaches(sequence) || this.past?.reaches(sequence, this.log.first) === true;
  }

  goesOnFrom(position: Position | null): boolean {
    return position !== null && this.log.isOf(position.epoch, position.sequence) && this.reaches(position.sequence);
  }

  /** Adds a reader; it gets no messages until it subscribes. */
  connect(sink: ConnectionSink, framing: Framing, sight?: Sight): Connection {
    const connection = new Connection(this, sink, framing, sight);
    if (this.#isStopped) connection.close('stopping', 'the service is stopping');
    else this.#connections.add(connection);
    return connection;
  }

  /** Reads the fields of a subscription that came as an HTTP request. */
  subscriptionRequestOf(
    fields: Readonly<Record<string, unknown>>,
    sight?: Sight,
  ): { readonly request: SubscriptionRequest } | Refusal {
    try {
      return { request: toSubscriptionRequest(fields, this.connected, sight, { reads: this.reads }) };
    } catch (thrown) {
      if (thrown instanceof Refusal) return thrown;
      throw thrown;
    }
  }

  /** Plans the replay of a subscription that came as an HTTP request. */
  async replayOf({ replay, resume }: SubscriptionRequest): Promise<{ readonly replay: Replay | null } | Refusal> {
    try {
      return { replay: replay === null ? null : await this.planReplay(replay, resume) };
    } catch (thrown) {
      if (thrown instanceof Refusal) return thrown;
      throw thrown;
    }
  }

  /** The messages after a sequence, up to now, as lines of JSON; the last line is a heartbeat. */
  changesAfter(request: SubscriptionRequest, after: number, limit: number): AsyncGenerator<Buffer, void, undefined> {
    return changesAfter(this, request, after, limit);
  }

  /** Closes all connections because the service stops; accepts no new ones. */
  stop(): void {
    this.#isStopped = true;
    this.#stopTicking();
    this.#fanOut.stop();
    this.#standings?.stop();
    this.past?.stop();
    this.#stopWork?.();
    for (const connection of [...this.#connections]) connection.close('stopping', 'the service is stopping');
  }

  stats(): HubStats {
    const at = this.elapsed();
    return {
      readers: this.#connections.size,
      groups: this.#groups.size,
      sequence: this.log.head,
      keptFrom: this.past === null ? this.log.first : Math.min(this.log.first, this.past.first),
      logBytes: this.log.bytes,
      messagesSent: this.#messagesSent,
      closedBehind: this.#closedBehind,
      lagMs: [...this.#connections].reduce((most, connection) => Math.max(most, connection.lagMs(at)), 0),
    };
  }

  /** The group with these facts, created when there is none. */
  group(facts: GroupFacts): FanOutGroup {
    const key = groupKey(facts);
    return this.#groups.get(key) ?? new FanOutGroup(key, facts);
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
    this.#standings?.tick();
    for (const connection of [...this.#connections]) connection.tick(at);
  }
}
