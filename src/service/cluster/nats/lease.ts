import type { KV } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Clock } from '../../../runtime/clock.ts';
import { inTime } from '../../../runtime/waiting.ts';
import { openBucket } from './bucket.ts';

/** Twice the longest time that three servers took to elect a leader. */
export const leaseMs = 15_000;
const renewMs = 3_000;
/** When the holder considers the lease lost, before anybody else can get it. */
const trustMs = 10_000;
const checkMs = 500;
const againMs = 1_000;
/** How long a release waits for the answer to a renewal under way. */
const answeredMs = 1_000;

export type LeaseOptions = {
  readonly leases: KV;
  readonly key: string;
  /** Id of the holder, unique to the process. */
  readonly holder: string;
  readonly clock: Pick<Clock, 'elapsed' | 'after' | 'every'>;
  readonly random: () => number;
  /** Calls back when another node reports that it has released a lease, to cut the usual pause short. */
  readonly freed?: (call: () => void) => void;
  /** Called once, when the lease is lost without having been released. */
  readonly onLost: (why: string) => void;
};

/** Opens the leases of a cluster. One that is not renewed expires without notice. */
export const openLeases = async (connection: NatsConnection, name: string, replicas: number): Promise<KV> =>
  await openBucket(connection, `${name}-leases`, { history: 1, ttl: leaseMs, replicas });

/** Waits until it gets the lease; null when the signal aborts first. */
export async function takeLease(options: LeaseOptions, signal: AbortSignal): Promise<Lease | null> {
  const { clock, random, freed } = options;
  let isFreed = false;
  let wake = (): void => {};
  freed?.(() => {
    isFreed = true;
    wake();
  });
  while (!signal.aborted) {
    isFreed = false;
    const lease = await tryLease(options);
    if (lease !== null) return lease;
    // Released while this try, which found it held, was under way
    if (isFreed) continue;
    await new Promise<void>((resolve) => {
      clock.after(againMs * (0.5 + random()), resolve);
      wake = resolve;
    });
  }
  return null;
}

/** Takes the lease if it is free; null when somebody has it, or when NATS does not answer. */
export async function tryLease(options: LeaseOptions): Promise<Lease | null> {
  const since = options.clock.elapsed();
  const revision = await obtain(options).catch(() => null);
  return revision === null ? null : new Lease(options, revision, since);
}

/**
 * Reads before it writes, as refused writes are a risk: NATS before 2.9.21 forgets over a change of leader how many
 * messages it has refused, and does not answer until as many more have come (github.com/nats-io/nats-server/pull/4365).
 */
async function obtain({ leases, key, holder }: LeaseOptions): Promise<number | null> {
  const found = await leases.get(key);
  if (found === null) return await leases.create(key, holder);
  // It is already this process's when the answer to the write was lost
  const isFree = found.operation !== 'PUT' || found.string() === holder;
  return isFree ? await leases.update(key, holder, found.revision) : null;
}

/** A lease is held by one process at a time. It relies on elapsed time only, not on synchronised clocks. */
export class Lease {
  readonly #options: LeaseOptions;
  readonly #stops: (() => void)[];
  #revision: number;
  /** Monotonic time at which the last renewal that succeeded was sent. */
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

  /** Whether the lease can still be relied on. */
  get isHeld(): boolean {
    return !this.#isOver && this.#options.clock.elapsed() - this.#renewedAt < trustMs;
  }

  /** Releases the lease, so that another process can take it at once. */
  async release(): Promise<void> {
    if (this.#isOver) return;
    this.#end();
    const { leases, key, clock } = this.#options;
    // A renewal under way can change the revision; the delete would be refused, and the lease kept until it expires
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
   * Whether the lease is still this process's but under a newer revision, as when the answer to a renewal was lost. Finding
   * it does not extend it: only an answered renewal does. Not finding it, or finding an older revision, proves nothing: a
   * former leader that was cut off and got none of the renewals answers so. Nobody else can have it while it is relied on.
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
