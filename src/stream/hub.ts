import type { Clock } from '../clock.ts';
import { type Marketplace, marketplaceWithId, type Sight } from '../schema/index.ts';
import type { Happening, TapeRecord } from '../tape/record.ts';
import { changesAfter } from './changes.ts';
import { Connection, type ConnectionSink } from './connection.ts';
import type { MessageEncoder, StreamEncoder } from './encoder.ts';
import { FanOut } from './fan-out.ts';
import { FanOutGroup, type GroupFacts, type GroupMember, groupKey } from './fan-out-group.ts';
import { FilterIndex } from './filter-index.ts';
import type { Framing } from './framing.ts';
import type { BookReader, HubPort, HubReader, HubSettings } from './hub-port.ts';
import { Lines, wordless } from './log/lines.ts';
import type { StreamLog } from './log/log.ts';
import { Past, type PastTape } from './past.ts';
import { Refusal } from './refusal.ts';
import { planReplay } from './replay/plan.ts';
import { type Replay, ReplayPlaces } from './replay/replay.ts';
import type { Position } from './replay/replay-request.ts';
import { createSendClock, type SendClock } from './send-clock.ts';
import { Standings } from './standing/standings.ts';
import type { StandingReader } from './standing/view.ts';
import { type SubscriptionRequest, toSubscriptionRequest } from './subscription-request.ts';
import { linkOf, recordEntry } from './to-entry.ts';

export type HubOptions = {
  readonly log: StreamLog;
  /** Where what the log no longer has is read; without one it cannot be. */
  readonly tape?: PastTape;
  /** When the last of what is on the tape was told, epoch milliseconds. */
  readonly toldAt?: number | null;
  readonly encoder: StreamEncoder;
  readonly bookReader: BookReader;
  /** Marketplaces that are read. */
  readonly connected: readonly Marketplace[];
  readonly settings: HubSettings;
  readonly timers: Pick<Clock, 'after' | 'every' | 'soon'>;
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
  /** How long the reader that is furthest behind has been so, or has read nothing; 0 when all keep up. */
  readonly lagMs: number;
};

const tickMs = 1_000;
// In a turn of the event loop, for all who are behind: what is told live waits for it
const workMs = 2;
// What another node has told stands in the log; while its servers elect a leader, this one does not come to it
const toComeMs = 10_000;

/** The offer stream: keeps the last of what happened in memory, and tells each reader what it asked for. */
export class Hub implements HubPort {
  readonly log: StreamLog;
  readonly past: Past | null;
  readonly encoder: MessageEncoder;
  readonly bookReader: BookReader;
  readonly connected: readonly Marketplace[];
  readonly settings: HubSettings;
  readonly now: Clock['now'];
  readonly clock: SendClock;
  readonly replays: ReplayPlaces;
  readonly #timers: HubOptions['timers'];
  readonly #index = new FilterIndex();
  readonly #groups = new Map<string, FanOutGroup>();
  readonly #connections = new Set<HubReader>();
  readonly #busy = new Set<HubReader>();
  readonly #fanOut: FanOut;
  readonly #wordless: MessageEncoder;
  readonly #stopTicking: () => void;
  readonly #untold: { readonly sequence: number; readonly call: () => void }[] = [];
  readonly #awaited = new Set<{ readonly sequence: number; readonly call: () => void }>();
  #waiting: { readonly request: SubscriptionRequest; readonly call: () => void }[] = [];
  readonly #back = new Set<number>();
  #newest: (() => number) | null = null;
  #follows = false;
  #isLoading = false;
  #standings: Standings | null = null;
  #stopWork: (() => void) | null = null;
  #messagesSent = 0;
  #closedBehind = 0;
  #isStopped = false;

  constructor(options: HubOptions) {
    this.log = options.log;
    this.encoder = options.encoder;
    this.#wordless = wordless(options.encoder);
    this.bookReader = options.bookReader;
    this.connected = [...options.connected].sort((a, b) => a.id - b.id);
    this.settings = options.settings;
    this.now = options.now;
    this.clock = createSendClock(options.now, options.toldAt ?? 0);
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
      now: options.now,
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

  /** Sequence of the last entry that live readers were told of. */
  get served(): number {
    return this.#fanOut.served;
  }

  /** The time in the envelope of what happens now, to be asked once for each. */
  timeOf(happening: Happening): number {
    const link = linkOf(happening);
    return link === null ? this.clock.present() : this.clock.at(link);
  }

  /**
   * Tells what stands on the tape after everything told before, and as which lines. Words are made at once where
   * somebody may listen, and of the lines when somebody comes to read them where nobody does.
   */
  tell(records: readonly TapeRecord[], lines: Buffer): void {
    const later = new Lines(lines, this.encoder);
    for (const [number, record] of records.entries()) {
      const entry = recordEntry(record, this.#wordless);
      if (this.#index.mayConcern(entry)) this.log.append(recordEntry(record, this.encoder));
      else this.log.append(entry, later, number);
    }
    this.#fanOut.wanted();
    // Asked for in the order of their sequences, as the book only runs on
    while ((this.#untold[0]?.sequence ?? Number.POSITIVE_INFINITY) <= this.log.head) this.#untold.shift()?.call();
    for (const awaited of this.#awaited) if (awaited.sequence <= this.log.head) awaited.call();
  }

  /** The book runs ahead of what is told by what is not on the tape yet; says how far. */
  runsAhead(newest: () => number): void {
    this.#newest = newest;
  }

  /** How things stand is being put back: what is on the tape can be told, and whoever asks for the rest waits. */
  loads(): void {
    this.#isLoading = true;
  }

  /** All of some marketplaces is there, as readers were told. */
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
    // What stands over marketplaces follows from all of them
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

  /** Other nodes tell the same, each at its own moment. */
  followsOthers(): void {
    this.#follows = true;
  }

  isToCome({ epoch, sequence }: Position): boolean {
    return this.#follows && epoch === this.log.epoch && sequence > this.log.head;
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

  /** From now on it can be asked for how things stand. */
  tellStanding(reader: StandingReader): void {
    const onceToldAll = (call: () => void) => {
      const { last } = this;
      if (this.log.head >= last) call();
      else this.onceTold(last, call);
    };
    this.#standings = new Standings({ reader, timers: this.#timers, onceToldAll });
  }

  get standings(): Standings | null {
    return this.#standings;
  }

  get last(): number {
    return this.#newest?.() ?? this.log.head;
  }

  onceTold(sequence: number, call: () => void): void {
    this.#untold.push({ sequence, call });
  }

  get first(): number {
    return Math.min(this.log.first, this.past?.first ?? this.log.first);
  }

  /** When the oldest entry that can be told was told at the earliest; null while there is none. */
  get oldestAt(): number | null {
    return this.past?.oldestAt ?? this.log.timeAt(this.log.first);
  }

  /** First sequence told at an instant or later, head + 1 where there is none. */
  async sequenceAt(instant: number): Promise<number> {
    const since = this.log.timeAt(this.log.first);
    if (this.past === null || (since !== null && since < instant)) return this.log.sequenceAt(instant);
    return await this.past.sequenceAt(instant);
  }

  /** Finds what a replay begins and ends with; throws a Refusal. */
  planReplay(...wanted: Parameters<HubPort['planReplay']>): Promise<Replay> {
    return planReplay(this, ...wanted);
  }

  wakeAfter(reader: HubReader, milliseconds: number): () => void {
    return this.#timers.after(milliseconds, () => this.wake(reader));
  }

  /** Whether everything after a sequence can be told: all or nothing. */
  reaches(sequence: number): boolean {
    return this.log.reaches(sequence) || this.past?.reaches(sequence, this.log.first) === true;
  }

  goesOnFrom(place: Position | null): boolean {
    return place !== null && this.log.isOf(place.epoch, place.sequence) && this.reaches(place.sequence);
  }

  /** Takes a reader on, who hears nothing until it subscribes. */
  connect(sink: ConnectionSink, framing: Framing, sight?: Sight): Connection {
    const connection = new Connection(this, sink, framing, sight);
    if (this.#isStopped) connection.close('stopping', 'the service is stopping');
    else this.#connections.add(connection);
    return connection;
  }

  /** Reads the fields of a subscription that did not come as a message. */
  subscriptionRequestOf(
    fields: Readonly<Record<string, unknown>>,
    sight?: Sight,
  ): { readonly request: SubscriptionRequest } | Refusal {
    try {
      return { request: toSubscriptionRequest(fields, this.connected, sight) };
    } catch (thrown) {
      if (thrown instanceof Refusal) return thrown;
      throw thrown;
    }
  }

  /** Plans what a request that did not come as a message wants of the past. */
  async replayOf({ replay, resume }: SubscriptionRequest): Promise<{ readonly replay: Replay | null } | Refusal> {
    try {
      return { replay: replay === null ? null : await this.planReplay(replay, resume) };
    } catch (thrown) {
      if (thrown instanceof Refusal) return thrown;
      throw thrown;
    }
  }

  /** What was told after a sequence, up to now, as lines of JSON; the last one is a heartbeat. */
  changesAfter(request: SubscriptionRequest, after: number, limit: number): AsyncGenerator<Buffer, void, undefined> {
    return changesAfter(this, request, after, limit);
  }

  /** Tells every reader that the service stops, and takes no more. */
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
    const now = this.now();
    return {
      readers: this.#connections.size,
      groups: this.#groups.size,
      sequence: this.log.head,
      keptFrom: this.past === null ? this.log.first : Math.min(this.log.first, this.past.first),
      logBytes: this.log.bytes,
      messagesSent: this.#messagesSent,
      closedBehind: this.#closedBehind,
      lagMs: [...this.#connections].reduce((most, connection) => Math.max(most, connection.lagMs(now)), 0),
    };
  }

  /** The group of equal wishes, made when it is the first. */
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

  /** Lets a connection go on with what it has to catch up on, soon and in turn with others. */
  wake(connection: HubReader): void {
    if (this.#isStopped) return;
    this.#busy.add(connection);
    this.#stopWork ??= this.#timers.soon(() => this.#work());
  }

  count(messages: number): void {
    this.#messagesSent += messages;
  }

  /** Lets live readers hear of everything that happened so far, as far as one run goes. */
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
    // When others keep the loop busy, turns are rare and one piece in each would be too little
    for (const connection of this.#busy) {
      this.#busy.delete(connection);
      // Behind all others, whose turn comes first
      if (connection.work()) this.#busy.add(connection);
      if (performance.now() >= until) break;
    }
    if (this.#busy.size > 0 && !this.#isStopped) this.#stopWork ??= this.#timers.soon(() => this.#work());
  }

  #tick(): void {
    const now = this.now();
    this.#standings?.tick();
    for (const connection of [...this.#connections]) connection.tick(now);
  }
}
