import { type Change, type Marketplace, marketplaceWithId } from '../schema/index.ts';
import { Line, type LineSink } from './connection.ts';
import type { StreamSale, StreamSource, Wording } from './encoder.ts';
import { Distribution } from './fan-out.ts';
import { Audience, type AudienceFacts, audienceKey, type Listener } from './fan-out-group.ts';
import { InterestIndex } from './filter-index.ts';
import type { Framing } from './framing.ts';
import type { HubPort, HubReader, HubSettings, HubTimers, Window } from './hub-port.ts';
import type { Entry } from './log/entry.ts';
import type { StreamLog } from './log/log.ts';
import { createSaleMemory } from './sale-dedup.ts';
import { createSendClock, type SendClock } from './send-clock.ts';
import { Refusal, type Subscription, toSubscription } from './subscription-request.ts';
import { changeEntry, saleEntry, sourceEntry } from './to-entry.ts';

export type HubOptions = {
  readonly log: StreamLog;
  readonly wording: Wording;
  readonly window: Window;
  /** Marketplaces that are read. */
  readonly connected: readonly Marketplace[];
  readonly settings: HubSettings;
  readonly timers: HubTimers;
  readonly now: () => number;
};

export type HubStats = {
  readonly readers: number;
  readonly audiences: number;
  readonly sequence: number;
  readonly keptFrom: number;
  readonly logBytes: number;
  /** Messages handed to readers since the start. */
  readonly told: number;
  /** Readers closed because they fell behind. */
  readonly closedBehind: number;
  /** How long the reader that is furthest behind has been so, or has read nothing; 0 when all keep up. */
  readonly lagMs: number;
};

const tickMs = 1_000;
const workMs = 5;

/** The offer stream: numbers what happens, keeps the last of it, and tells each reader what it asked for. */
export class Hub implements HubPort {
  readonly log: StreamLog;
  readonly wording: Wording;
  readonly window: Window;
  readonly connected: readonly Marketplace[];
  readonly settings: HubSettings;
  readonly now: () => number;
  readonly clock: SendClock;
  readonly #timers: HubTimers;
  readonly #index = new InterestIndex();
  readonly #audiences = new Map<string, Audience>();
  readonly #lines = new Set<HubReader>();
  readonly #busy = new Set<HubReader>();
  readonly #distribution: Distribution;
  readonly #saleMemory: ReturnType<typeof createSaleMemory>;
  readonly #stopTicking: () => void;
  #stopWork: (() => void) | null = null;
  #told = 0;
  #closedBehind = 0;
  #isStopped = false;

  constructor(options: HubOptions) {
    this.log = options.log;
    this.wording = options.wording;
    this.window = options.window;
    this.connected = [...options.connected].sort((a, b) => a.id - b.id);
    this.settings = options.settings;
    this.now = options.now;
    this.clock = createSendClock(options.now);
    this.#timers = options.timers;
    this.#saleMemory = createSaleMemory(options.now);
    this.#distribution = new Distribution({
      log: options.log,
      index: this.#index,
      limits: options.settings.outbox,
      gatherMs: options.settings.gatherMs,
      timers: options.timers,
      now: options.now,
      told: (messages) => {
        this.#told += messages;
      },
      lost: (from) => {
        const listeners = [...this.#audiences.values()].flatMap((audience) => [...audience.listeners]);
        for (const listener of listeners) listener.miss(from);
      },
    });
    this.#stopTicking = options.timers.every(() => this.#tick(), tickMs);
  }

  /** Sequence of the last entry that live readers were told of. */
  get served(): number {
    return this.#distribution.served;
  }

  publish(changes: readonly Change[]): void {
    for (const change of changes) if (change.kind !== 'known') this.#append(changeEntry(change, this.#tools));
  }

  /** Sales are read again and again; each is told once. */
  publishSale(sale: StreamSale): void {
    if (this.#saleMemory.isNew(sale)) this.#append(saleEntry(sale, this.#tools));
  }

  publishSource(source: StreamSource): void {
    this.#append(sourceEntry(source, this.#tools));
  }

  /** Takes a reader on, who hears nothing until it subscribes. */
  connect(sink: LineSink, framing: Framing): Line {
    const line = new Line(this, sink, framing);
    if (this.#isStopped) line.close('stopping', 'the service is stopping');
    else this.#lines.add(line);
    return line;
  }

  /** Reads the fields of a subscription that did not come as a message. */
  subscriptionOf(
    fields: Readonly<Record<string, unknown>>,
  ): { readonly subscription: Subscription } | { readonly refusal: string } {
    try {
      return { subscription: toSubscription(fields, this.connected) };
    } catch (thrown) {
      if (thrown instanceof Refusal) return { refusal: thrown.message };
      throw thrown;
    }
  }

  /** Tells every reader that the service stops, and takes no more. */
  stop(): void {
    this.#isStopped = true;
    this.#stopTicking();
    this.#distribution.stop();
    this.#stopWork?.();
    for (const line of [...this.#lines]) line.close('stopping', 'the service is stopping');
  }

  stats(): HubStats {
    const now = this.now();
    return {
      readers: this.#lines.size,
      audiences: this.#audiences.size,
      sequence: this.log.head,
      keptFrom: this.log.first,
      logBytes: this.log.bytes,
      told: this.#told,
      closedBehind: this.#closedBehind,
      lagMs: [...this.#lines].reduce((most, line) => Math.max(most, line.lagMs(now)), 0),
    };
  }

  /** The audience of equal wishes, made when it is the first. */
  audience(facts: AudienceFacts): Audience {
    const key = audienceKey(facts);
    return this.#audiences.get(key) ?? new Audience(key, facts);
  }

  enter(audience: Audience, listener: Listener): Audience {
    const current = this.#audiences.get(audience.key) ?? audience;
    if (current.listeners.size === 0) {
      this.#audiences.set(current.key, current);
      this.#index.add(current);
    }
    current.listeners.add(listener);
    return current;
  }

  exit(audience: Audience, listener: Listener): void {
    if (!audience.listeners.delete(listener) || audience.listeners.size > 0) return;
    this.#audiences.delete(audience.key);
    this.#index.remove(audience);
  }

  /** Lets a line go on with what it has to catch up on, soon and in turn with others. */
  wake(line: HubReader): void {
    if (this.#isStopped) return;
    this.#busy.add(line);
    this.#stopWork ??= this.#timers.soon(() => this.#work());
  }

  count(messages: number): void {
    this.#told += messages;
  }

  /** Lets live readers hear of everything that happened so far, as far as one run goes. */
  distribute(): void {
    this.#distribution.run();
  }

  forget(line: HubReader, why: 'behind' | 'other'): void {
    if (why === 'behind') this.#closedBehind += 1;
    this.#lines.delete(line);
    this.#busy.delete(line);
  }

  namesOf(marketplaceIds: readonly number[]): string[] {
    return marketplaceIds.map((id) => marketplaceWithId(id).name);
  }

  get #tools() {
    return { wording: this.wording, timeOf: this.clock.at };
  }

  #append(entry: Entry): void {
    this.log.append(entry);
    this.#distribution.wanted();
  }

  #work(): void {
    this.#stopWork = null;
    const until = performance.now() + workMs;
    // When others keep the loop busy, turns are rare and one piece in each would be too little
    do {
      const lines = [...this.#busy];
      this.#busy.clear();
      for (const line of lines) if (line.work()) this.#busy.add(line);
    } while (this.#busy.size > 0 && performance.now() < until);
    if (this.#busy.size > 0 && !this.#isStopped) this.#stopWork ??= this.#timers.soon(() => this.#work());
  }

  #tick(): void {
    const now = this.now();
    for (const line of [...this.#lines]) line.tick(now);
  }
}
