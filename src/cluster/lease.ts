import type { KV } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Clock } from '../clock.ts';
import { inTime } from '../waiting.ts';
import { openBucket } from './bucket.ts';

/** Twice the longest time that three servers needed to elect a leader. */
export const leaseMs = 15_000;
const renewMs = 3_000;
/** From here on the holder takes it for lost, before anybody else can have it. */
const trustMs = 10_000;
const checkMs = 500;
const againMs = 1_000;
/** Whoever gives it back waits no longer for the answer to a renewal, which ends with the lease. */
const answeredMs = 1_000;

export type LeaseOptions = {
  readonly leases: KV;
  readonly key: string;
  /** Who asks for it: no two processes alike. */
  readonly holder: string;
  readonly clock: Pick<Clock, 'elapsed' | 'after' | 'every'>;
  readonly random: () => number;
  /** Calls back when somebody says that it has given a lease back, so that nobody needs to wait out the usual pause. */
  readonly freed?: (call: () => void) => void;
  /** Called once, when the lease is not this process's any more though it was not given back. */
  readonly onLost: (why: string) => void;
};

/** The leases of a cluster. What is not renewed is gone after a while, and nobody is told. */
export const openLeases = async (connection: NatsConnection, name: string, replicas: number): Promise<KV> =>
  await openBucket(connection, `${name}-leases`, { history: 1, ttl: leaseMs, replicas });

/** Waits for a lease as long as it takes, and holds it; null when the signal aborts before. */
export async function takeLease(options: LeaseOptions, signal: AbortSignal): Promise<Lease | null> {
  const { clock, random, freed } = options;
  while (!signal.aborted) {
    const lease = await tryLease(options);
    if (lease !== null) return lease;
    await new Promise<void>((resolve) => {
      clock.after(againMs * (0.5 + random()), resolve);
      freed?.(resolve);
    });
  }
  return null;
}

/** A lease that nobody has; null where somebody has it, or nobody says. */
export async function tryLease(options: LeaseOptions): Promise<Lease | null> {
  const since = options.clock.elapsed();
  const revision = await obtain(options).catch(() => null);
  return revision === null ? null : new Lease(options, revision, since);
}

/**
 * Looks before it writes. NATS before 2.9.21 forgets over a change of leader how many messages it has refused, and
 * answers nothing until as many have come again (github.com/nats-io/nats-server/pull/4365).
 */
async function obtain({ leases, key, holder }: LeaseOptions): Promise<number | null> {
  const found = await leases.get(key);
  if (found === null) return await leases.create(key, holder);
  // Its own where the answer was lost when it was written
  const isFree = found.operation !== 'PUT' || found.string() === holder;
  return isFree ? await leases.update(key, holder, found.revision) : null;
}

/** Held by one process at a time, without trusting that two machines have the same time. */
export class Lease {
  readonly #options: LeaseOptions;
  readonly #stops: (() => void)[];
  #revision: number;
  /** Of the monotonic clock: when the renewal that was answered last was asked for. */
  #renewedAt: number;
  #renewing: Promise<void> = Promise.resolve();
  #isOver = false;

  constructor(options: LeaseOptions, revision: number, since: number) {
    this.#options = options;
    this.#revision = revision;
    this.#renewedAt = since;
    const { every } = options.clock;
    const renew = () => {
      this.#renewing = this.#renew();
    };
    this.#stops = [every(renewMs, renew), every(checkMs, () => this.#check())];
  }

  get key(): string {
    return this.#options.key;
  }

  /** Whether it can still be relied on, now. */
  get isHeld(): boolean {
    return !this.#isOver && this.#options.clock.elapsed() - this.#renewedAt < trustMs;
  }

  /** Lets the next one have it at once. */
  async release(): Promise<void> {
    if (this.#isOver) return;
    this.#end();
    const { leases, key, clock } = this.#options;
    // It would stand there under another revision than is known here, for as long as it lasts
    await inTime(this.#renewing, answeredMs, clock.after);
    await leases.delete(key, { previousSeq: this.#revision }).catch(() => {});
  }

  async #renew(): Promise<void> {
    const { leases, key, holder, clock } = this.#options;
    const since = clock.elapsed();
    try {
      this.#revision = await leases.update(key, holder, this.#revision);
      this.#renewedAt = since;
    } catch {
      if (await this.#hasOtherRevision()) await this.#renew();
    }
  }

  /**
   * Whether the lease is still this process's, but under another revision, as where the answer to a renewal was lost.
   * That it is found says nothing of how long it lasts: only a renewal that is answered does. That it is not found, or
   * under a former revision, says nothing either: a server that led before it was cut off answers so, to which none of
   * the renewals came. Nobody else can have it as long as it is relied on.
   */
  async #hasOtherRevision(): Promise<boolean> {
    const { leases, key, holder } = this.#options;
    const found = await leases.get(key).catch(() => null);
    if (found === null || found.revision <= this.#revision || this.#isOver) return false;
    if (found.operation !== 'PUT' || found.string() !== holder) {
      this.#lose('another process has it');
      return false;
    }
    this.#revision = found.revision;
    return true;
  }

  #check(): void {
    if (!this.#isOver && !this.isHeld) this.#lose(`it could not be renewed for ${trustMs / 1000} s`);
  }

  #lose(why: string): void {
    if (this.#isOver) return;
    this.#end();
    this.#options.onLost(why);
  }

  #end(): void {
    this.#isOver = true;
    for (const stop of this.#stops) stop();
  }
}
