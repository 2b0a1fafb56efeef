import { counted, type Scope, wholeScope } from '../schema/index.ts';
import { type Framing, framed } from './framing.ts';
import type { Ending, HubCore } from './hub-core.ts';
import { controlText } from './message.ts';
import { Outbox } from './outbox.ts';
import { Refusal, type RefusalCode } from './refusal.ts';
import type { Replay } from './replay/replay.ts';
import { Subscription } from './subscription.ts';
import {
  fieldsIn,
  idIn,
  parseClientMessage,
  type RequestFields,
  type SubscriptionRequest,
} from './subscription-request.ts';

/** The transport of a connection. */
export type ConnectionSink = {
  readonly write: (bytes: Buffer, written: () => void) => void;
  /** Closes the connection once everything written has been sent. */
  readonly close: (ending: Ending, reason: string) => void;
  /** Whether the shared path to the reader is congested; `again` is called once it is free. Missing where no path is shared. */
  readonly isCrowded?: (again: () => void) => boolean;
};

/** One reader: its subscriptions and its outbox. */
export class Connection {
  readonly hub: HubCore;
  readonly framing: Framing;
  readonly outbox: Outbox;
  readonly #sink: ConnectionSink;
  readonly #scope: Scope;
  readonly #subscriptions = new Map<string | null, Subscription>();
  /** Subscriptions that resume ahead of this node, or need state that is still being restored. */
  readonly #held = new Map<string | null, SubscriptionRequest>();
  #isOpen = true;
  /** The subscription whose replay is being planned; null when none is. */
  #planned: SubscriptionRequest | null = null;

  constructor(hub: HubCore, sink: ConnectionSink, framing: Framing, scope: Scope = wholeScope) {
    this.hub = hub;
    this.framing = framing;
    this.#sink = sink;
    this.#scope = scope;
    this.outbox = new Outbox({ sink, limits: hub.settings.outbox, elapsed: hub.elapsed, onRoom: () => hub.wake(this) });
  }

  /** Handles a text message of the client; an invalid one is answered with an error and changes nothing. */
  take(text: string): void {
    if (!this.#isOpen) return;
    this.#answering(null, () => {
      const fields = fieldsIn(text);
      this.#answering(idIn(fields), () => this.#obey(fields));
    });
  }

  /** `id` is that of the subscription that the refused message was about; null if it has none. */
  refuse(message: string, code: RefusalCode = 'INVALID_PARAMS', id: string | null = null): void {
    this.sendText(controlText('error', { tag: id }, { message, code }));
  }

  /** Begins a subscription; `replay` is the planned replay, when a request for one is planned already. */
  subscribe(request: SubscriptionRequest, replay: Replay | null = null): void {
    const { resume } = request;
    this.#held.delete(request.id);
    if (this.hub.isLoading(request)) this.#hold(request, (call) => this.hub.whenLoaded(request, call));
    else if (resume !== null && request.replay === null && this.hub.isAhead(resume))
      this.#hold(request, (call) => this.hub.whenReceived(resume.sequence, call));
    else this.#begin(request, replay);
  }

  /** Begins a subscription once `once` calls, unless it was replaced or unsubscribed by then. */
  #hold(request: SubscriptionRequest, once: (call: () => void) => void): void {
    const { id } = request;
    this.#held.set(id, request);
    once(() => {
      if (!this.#isOpen || this.#held.get(id) !== request) return;
      this.#held.delete(id);
      this.#answering(id, () => this.#begin(request, null));
    });
  }

  /** `id` is that of the subscription that the work is about. */
  #answering(id: string | null, work: () => void): void {
    try {
      work();
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      this.refuse(thrown.message, thrown.code, id);
    }
  }

  #begin(request: SubscriptionRequest, replay: Replay | null): void {
    const { id } = request;
    const previous = this.#subscriptions.get(id);
    const max = this.hub.settings.subscriptionsPerConnection;
    if (previous === undefined && this.#subscriptions.size >= max) {
      throw new Refusal(`this connection has ${counted(max, 'subscription')} already; unsubscribe from one first`);
    }
    if (this.#planned?.id === id) this.#planned = null;
    if (request.replay !== null && replay === null) {
      this.#requireNoReplay(id);
      void this.#plan(request, request.replay);
      return;
    }
    previous?.leave();
    const subscription = new Subscription(this, request, replay);
    this.#subscriptions.set(id, subscription);
    subscription.start();
  }

  /** Allows one replay per connection, as each takes time from other readers. */
  #requireNoReplay(id: string | null): void {
    const other = [...this.#subscriptions].find(([key, { isReplaying }]) => isReplaying && key !== id)?.[0];
    if (this.#planned === null && other === undefined) return;
    throw new Refusal(
      'this connection already has a replay running; wait for its end, or open another connection',
      'TOO_MANY_REPLAYS',
    );
  }

  async #plan(request: SubscriptionRequest, wanted: NonNullable<SubscriptionRequest['replay']>): Promise<void> {
    this.#planned = request;
    const isWanted = (): boolean => this.#isOpen && this.#planned === request;
    try {
      const replay = await this.hub.planReplay(wanted, request.resume);
      if (isWanted()) this.subscribe(request, replay);
      else replay.end();
    } catch (thrown) {
      if (!isWanted()) return;
      this.#planned = null;
      if (thrown instanceof Refusal) this.refuse(thrown.message, thrown.code, request.id);
      else this.refuse(`the tape cannot be read: ${String(thrown)}`, 'NO_LONGER_KEPT', request.id);
    }
  }

  /** Ends a subscription whose replay is complete; closes the connection when it was the last one. */
  finish(id: string | null): void {
    this.#subscriptions.get(id)?.leave();
    this.#subscriptions.delete(id);
    if (this.#subscriptions.size === 0 && this.#planned === null) this.close('replayed', 'the replay has ended');
  }

  /** Sends a message about the stream itself. */
  sendText(text: string, eventId: string | null = null): void {
    if (!this.#isOpen) return;
    const bytes = framed(this.framing, text, eventId);
    if (this.outbox.offer(bytes, 1)) return;
    // Answers may exceed a full outbox, up to twice its limits
    if (this.outbox.isTwiceFull) this.fallBehind('it asked for more answers than it read');
    else this.outbox.force(bytes, 1);
  }

  /** Whether live messages of other readers must go first. */
  isCrowded(): boolean {
    return this.#sink.isCrowded?.(() => this.hub.wake(this)) ?? false;
  }

  /** Sends one piece for each subscription that is not live; true when more can be sent at once. */
  work(): boolean {
    let isMore = false;
    for (const subscription of this.#subscriptions.values()) {
      if (!this.#isOpen) return false;
      if (!subscription.isLive && subscription.work()) isMore = true;
    }
    return isMore && this.#isOpen;
  }

  /** How long the reader has been behind, or has read nothing although bytes are waiting, in milliseconds. */
  lagMs(at: number): number {
    const since = [...this.#subscriptions.values()].map(({ behindSince }) => behindSince ?? at);
    return at - Math.min(at, this.outbox.stuckSince ?? at, ...since);
  }

  tick(at: number): void {
    const { lagMs } = this.hub.settings;
    const stuckSince = this.outbox.stuckSince;
    if (stuckSince !== null && at - stuckSince > lagMs) {
      this.fallBehind(`it read nothing for ${Math.round(lagMs / 1000)} s`);
      return;
    }
    for (const subscription of this.#subscriptions.values()) if (this.#isOpen) subscription.tick(at, lagMs);
  }

  /** Reports to the reader that it was too slow, then closes the connection. */
  fallBehind(why: string): void {
    if (!this.#isOpen) return;
    this.#sendLast(
      `this reader fell behind: ${why}; read faster, narrow the subscription, or set "conflate"`,
      'FELL_BEHIND',
    );
    this.close('behind', `fell behind: ${why}`);
  }

  /** Reports to the reader that it sends too much, then closes the connection. */
  cutOff(): void {
    if (!this.#isOpen) return;
    const found = 'this connection sends too many messages, or too long ones';
    this.#sendLast(`${found}; subscribe once, then read`, 'TOO_MANY_MESSAGES');
    this.close('flooding', found);
  }

  close(ending: Ending, reason: string): void {
    if (!this.#isOpen) return;
    this.leave(ending === 'behind' ? 'behind' : 'other');
    this.#sink.close(ending, reason);
  }

  /** The connection is gone. */
  leave(why: 'behind' | 'other' = 'other'): void {
    this.#isOpen = false;
    for (const subscription of this.#subscriptions.values()) subscription.leave();
    this.#subscriptions.clear();
    this.hub.remove(this, why);
  }

  #obey(fields: RequestFields): void {
    const message = parseClientMessage(fields, this.hub.connected, this.#scope, this.hub.reads);
    switch (message.kind) {
      case 'ping':
        this.sendText(controlText('pong', { tag: null }, { timestamp: this.hub.now() }));
        return;
      case 'unsubscribe':
        this.#unsubscribe(message.id);
        return;
      case 'subscribe':
        this.subscribe(message.request);
    }
  }

  #sendLast(message: string, code: string): void {
    this.outbox.force(framed(this.framing, JSON.stringify({ type: 'error', message, code })), 1);
  }

  #unsubscribe(id: string): void {
    const subscription = this.#subscriptions.get(id);
    const isHeld = this.#held.delete(id);
    if (this.#planned?.id === id) this.#planned = null;
    else if (subscription === undefined && !isHeld) {
      const known = [...this.#subscriptions.keys()].filter((key) => key !== null).slice(0, 10);
      throw new Refusal(
        `there is no subscription with the id ${JSON.stringify(id)}; there are ${known.length === 0 ? 'none with an id' : known.join(', ')}`,
      );
    }
    subscription?.leave();
    this.#subscriptions.delete(id);
    this.sendText(controlText('unsubscribed', { tag: id }, {}));
  }
}
