import type { Position } from '../schema/index.ts';
import { type CatchUpSource, readConflated, readOn } from './catch-up.ts';
import type { FanOutGroup } from './fan-out-group.ts';
import type { Framing } from './framing.ts';
import { framed } from './framing.ts';
import type { HubCore, HubReader } from './hub-core.ts';
import { LiveQueryMember } from './live/live-query-member.ts';
import { controlText, type Shape } from './message.ts';
import type { Outbox } from './outbox.ts';
import type { Replay } from './replay/replay.ts';
import { Snapshot } from './snapshot.ts';
import type { SubscriptionRequest } from './subscription-request.ts';

/** The connection that a subscription belongs to. */
export type SubscriptionHost = HubReader & {
  readonly hub: HubCore;
  readonly framing: Framing;
  readonly outbox: Outbox;
  /** Whether live messages of other readers must go first; it is woken afterwards. */
  readonly isCrowded: () => boolean;
  /** Sends a message about the stream itself. */
  readonly sendText: (text: string, eventId?: string | null) => void;
  /** Reports to the reader that it was too slow, then closes the connection. */
  readonly fallBehind: (why: string) => void;
  /** Ends a subscription whose replay is complete. */
  readonly finish: (id: string | null) => void;
};

// Timers fire at once above 24 days
const maxWaitMs = 3_600_000;

/**
 * One subscription of one reader. While live it receives what is sent to its group. While it resumes, or after its
 * outbox was full, it reads the log at its own pace. A snapshot, if requested, comes before either.
 */
export class Subscription {
  readonly #connection: SubscriptionHost;
  readonly #hub: HubCore;
  readonly #request: SubscriptionRequest;
  readonly #shape: Shape;
  #group: FanOutGroup;
  #member: LiveQueryMember | null = null;
  #isLive = false;
  #hasLeft = false;
  /** null when there is none, or when it has ended. */
  #replay: Replay | null;
  #stopWaiting: (() => void) | null = null;
  #snapshot: Snapshot | null = null;
  /** Sequence of the newest change the snapshot may include; null until all of it was read. */
  #shownTo: number | null = null;
  /** The next sequence to read while not live. */
  #next = 0;
  #behindSince: number | null = null;
  #sent = 0;
  #sentAtEntry = 0;
  #heartbeatAt = 0;

  constructor(connection: SubscriptionHost, request: SubscriptionRequest, replay: Replay | null = null) {
    this.#connection = connection;
    this.#replay = replay;
    this.#hub = connection.hub;
    this.#request = request;
    this.#shape = { tag: request.id, sequence: request.sequence };
    this.#group = this.#hub.group({ filter: request.filter, shape: this.#shape, framing: connection.framing });
  }

  /** Whether it has caught up and has nothing waiting to be sent. */
  get isLive(): boolean {
    return this.#isLive && this.#member?.isWaiting !== true;
  }

  get isReplaying(): boolean {
    return this.#replay !== null;
  }

  /** Since when, on `clock.elapsed`, it has been reading the log instead of being live; null while it keeps up. */
  get behindSince(): number | null {
    return this.#behindSince ?? this.#member?.behindSince ?? null;
  }

  /** Confirms the subscription and starts sending. */
  start(): void {
    const { resume, snapshot } = this.#request;
    const { served } = this.#hub;
    const isReached = resume !== null && this.#hub.canResumeFrom(resume);
    // A replay that cannot resume was refused when it was planned
    const isRecovered = isReached || (resume !== null && this.#replay !== null);
    const start = this.#replay?.start ?? (isReached ? resume.sequence : served);
    this.#next = start + 1;
    this.#heartbeatAt = this.#hub.elapsed();
    this.#connection.sendText(this.#confirmation(start, isRecovered), this.#eventId(start));
    if (this.#hasLeft) return;
    this.#member = this.#createMember();
    if (snapshot && (!isRecovered || this.#member !== null)) this.#snapshot = this.#snapshotAt(start, isRecovered);
    if (this.#snapshot === null && this.#replay === null && this.#next === served + 1) this.#goLive();
    else this.#hub.wake(this.#connection);
  }

  /** A resumed subscription needs no offers here; best, deals and found cannot be resumed and are always shown. */
  #snapshotAt(sequence: number, isRecovered: boolean): Snapshot {
    const { filter } = this.#request;
    return new Snapshot(this.#hub, {
      filter: isRecovered ? { ...filter, channels: [] } : filter,
      shape: this.#shape,
      framing: this.#connection.framing,
      sequence,
      liveQueries: this.#member?.show() ?? [],
    });
  }

  #createMember(): LiveQueryMember | null {
    const { liveQueries, elapsed } = this.#hub;
    const { liveQueries: liveQueriesOf } = this.#request;
    if (liveQueries === null || liveQueriesOf.length === 0) return null;
    const { framing, outbox } = this.#connection;
    const wake = () => this.#hub.wake(this.#connection);
    const onSent = (messages: number) => this.#hub.count(messages);
    return new LiveQueryMember({
      liveQueries,
      subscriptions: liveQueriesOf,
      shape: this.#shape,
      framing,
      outbox,
      elapsed,
      wake,
      onSent,
    });
  }

  receive(bytes: Buffer, messages: number, from: number): void {
    if (this.#connection.outbox.offer(bytes, messages)) return;
    // The group counts these messages, but they did not reach this member
    this.#sent -= messages;
    this.miss(from);
  }

  miss(from: number): void {
    this.#sent += this.#group.sentCount - this.#sentAtEntry;
    this.#hub.exit(this.#group, this);
    this.#isLive = false;
    this.#next = from;
    this.#behindSince = this.#hub.elapsed();
    this.#hub.wake(this.#connection);
  }

  /** Sends one piece; true when more can be sent at once. */
  work(): boolean {
    if (!this.#connection.outbox.hasRoom() || this.#connection.isCrowded()) return false;
    if (this.#snapshot !== null) return this.#sendSnapshot(this.#snapshot);
    const isMore = this.#member?.isWaiting === true && this.#member.send();
    return this.#isLive ? isMore : this.#catchUp() || isMore;
  }

  tick(at: number, lagMs: number): void {
    if (this.behindSince !== null && at - this.behindSince > lagMs) {
      this.#connection.fallBehind(`it could not keep up for ${Math.round(lagMs / 1000)} s`);
      return;
    }
    const every = this.#request.heartbeatSeconds;
    if (every === null || at - this.#heartbeatAt < every * 1000 || this.#snapshot !== null) return;
    this.#heartbeatAt = at;
    const sequence = this.#isLive ? this.#hub.served : this.#next - 1;
    const fields = { timestamp: this.#hub.now(), ...this.#positionAt(sequence), count: this.#count() };
    // A reader that is behind gets no heartbeats
    if (this.#connection.outbox.hasRoom())
      this.#connection.sendText(controlText('heartbeat', this.#shape, fields), this.#eventId(sequence));
  }

  leave(): void {
    this.#hasLeft = true;
    if (this.#isLive) this.#hub.exit(this.#group, this);
    this.#isLive = false;
    this.#snapshot = null;
    this.#stopWaiting?.();
    this.#replay?.end();
    this.#replay = null;
    this.#member?.leave();
    this.#member = null;
  }

  #count(): number {
    return (this.#member?.sentCount ?? 0) + this.#sent + (this.#isLive ? this.#group.sentCount - this.#sentAtEntry : 0);
  }

  #goLive(): void {
    this.#group = this.#hub.enter(this.#group, this);
    this.#sentAtEntry = this.#group.sentCount;
    this.#isLive = true;
    this.#behindSince = null;
  }

  #catchUp(): boolean {
    const hub = this.#hub;
    if (this.#replay?.isOver(this.#next) === true) return this.#endReplay();
    if (!hub.hasReached(this.#next - 1)) {
      this.#connection.fallBehind('the messages it had yet to read are no longer kept');
      return false;
    }
    // A replay may have been planned with entries that live readers were not sent yet
    if (this.#next > hub.served + (this.#replay === null ? 1 : 0)) hub.distribute();
    if (this.#next > hub.served) return this.#catchUpEnds();
    const read = this.#request.conflate && this.#behindSince !== null ? readConflated : readOn;
    const source = this.#source();
    if (source === null) return false;
    const piece = read(source, this.#group, this.#next);
    if (piece.messages > 0 && !this.#connection.outbox.offer(piece.bytes, piece.messages)) return false;
    this.#next = piece.next;
    this.#sent += piece.messages;
    hub.count(piece.messages);
    if (piece.nextAt !== undefined) return this.#waitFor(piece.nextAt, source.due ?? piece.nextAt);
    if (this.#replay?.isOver(this.#next) === true) return this.#endReplay();
    return this.#catchUpEnds();
  }

  /** Goes live when everything is read; true when there is more to read. */
  #catchUpEnds(): boolean {
    const isMore = this.#replay !== null && this.#replay.last !== null;
    if (isMore || this.#next !== this.#hub.served + 1) return true;
    if (this.#replay !== null) this.#endReplay();
    if (!this.#hasLeft) this.#goLive();
    return false;
  }

  /** Schedules reading on for when a past time is due. */
  #waitFor(time: number, due: number): boolean {
    this.#stopWaiting?.();
    const milliseconds = Math.min(maxWaitMs, this.#replay?.waitMs(time, due) ?? 0);
    this.#stopWaiting = this.#hub.wakeAfter(this.#connection, Math.max(1, Math.ceil(milliseconds)));
    return false;
  }

  /** Sends `replayEnd`, which says whether live messages follow. */
  #endReplay(): boolean {
    const isOver = this.#replay?.last !== null;
    this.#replay?.end();
    this.#replay = null;
    const sequence = this.#next - 1;
    const fields = { timestamp: this.#hub.now(), ...this.#positionAt(sequence), count: this.#sent, live: !isOver };
    this.#connection.sendText(controlText('replayEnd', this.#shape, fields), this.#eventId(sequence));
    if (isOver && !this.#hasLeft) this.#connection.finish(this.#request.id);
    return false;
  }

  /** Where the next entry is read: the log in memory, or a page of the tape; null while that is being loaded. */
  #source(): CatchUpSource | null {
    const { log, backlog, now, settings } = this.#hub;
    const served = Math.min(this.#hub.served, this.#replay?.last ?? Number.POSITIVE_INFINITY);
    if (backlog === null || this.#next >= log.first) return this.#dueOf({ log, served, now, settings });
    const page = backlog.page(this.#next);
    if (page === null) {
      backlog.load(this.#next, () => this.#hub.wake(this.#connection));
      return null;
    }
    const { position } = page;
    const epochAt = (sequence: number): string => log.epochAt(sequence);
    return this.#dueOf({ log: { epochAt, position }, served: Math.min(served, page.last), now, settings });
  }

  /** Limits a source to what is due by the speed of the replay. */
  #dueOf(source: CatchUpSource): CatchUpSource {
    if (this.#replay === null) return source;
    const { segment, at } = source.log.position(this.#next);
    return { ...source, due: this.#replay.due(this.#hub.elapsed(), () => segment.time(at)) };
  }

  #sendSnapshot(snapshot: Snapshot): boolean {
    const { outbox, framing } = this.#connection;
    const piece = snapshot.read();
    if (!piece.isEnd) {
      outbox.force(piece.bytes, piece.messages);
      return true;
    }
    this.#shownTo ??= this.#hub.last;
    if (this.#hub.log.head < this.#shownTo) {
      // A reader can resume after `snapshotEnd`, so everything shown must be on the tape before it is sent
      if (piece.messages > 0) outbox.force(piece.bytes, piece.messages);
      this.#hub.whenPublished(this.#shownTo, () => this.#hub.wake(this.#connection));
      return false;
    }
    this.#snapshot = null;
    this.#member?.shown();
    const { sequence, count } = snapshot;
    const fields = { timestamp: this.#hub.now(), ...this.#positionAt(sequence), count };
    const end = framed(framing, controlText('snapshotEnd', this.#shape, fields), this.#eventId(sequence));
    outbox.force(Buffer.concat([piece.bytes, end]), piece.messages + 1);
    return true;
  }

  #positionAt(sequence: number): Position {
    return { epoch: this.#hub.log.epochAt(sequence), sequence };
  }

  // Readers of server-sent events resume by the id of the last event
  #eventId(sequence: number): string | null {
    return this.#connection.framing === 'events' ? `${this.#hub.log.epochAt(sequence)}:${sequence}` : null;
  }

  #confirmation(sequence: number, isRecovered: boolean): string {
    const { filter, resume, snapshot } = this.#request;
    const { marketplaceIds, games, newFloorOnly } = filter;
    const marketplaces = this.#hub.namesOf(marketplaceIds);
    const isNumbered = this.#shape.sequence || snapshot || this.#request.heartbeatSeconds !== null;
    return controlText('subscribed', this.#shape, {
      marketplaces,
      games,
      newFloorOnly,
      ...(isNumbered ? this.#positionAt(sequence) : {}),
      ...(resume === null ? {} : { recovered: isRecovered }),
    });
  }
}
