import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { KV } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { type Clock, systemClock } from '../../clock.ts';
import { type Channel, openChannel } from '../../cluster/channel.ts';
import { connectNats } from '../../cluster/connect.ts';
import { type Lease, openLeases, takeLease } from '../../cluster/lease.ts';
import type { Collector } from '../../collect/collector.ts';
import type { SourceHealth } from '../../collect/schedule/health.ts';
import { guarded } from '../../guarded.ts';
import type { Log } from '../../log.ts';
import type { Config } from '../../settings.ts';
import type { OpenStore } from '../../store/open-store.ts';
import { type JetStreamTape, openJetStreamTape } from '../../tape/jetstream/jetstream-tape.ts';
import { joinStore } from '../tape/join-store.ts';
import { applyTold, recordsAfter, restoreReplica, storedIn } from './follow-tape.ts';
import type { ClusterNode, Gathering, ReplicaParts } from './node.ts';
import { storeTape } from './store-tape.ts';

export type NodeOptions = {
  readonly config: Config;
  readonly secrets: (name: string) => string | null;
  readonly log: Log;
  readonly now: Clock['now'];
  readonly random: () => number;
  /** Aborts when the process is told to stop while it waits for its turn. */
  readonly signal: AbortSignal;
  readonly openStore: () => Promise<OpenStore>;
};

type Reached = { readonly connection: NatsConnection; readonly tape: JetStreamTape; readonly leases: KV };

const healthMs = 2_000;
const ratesMs = 60_000;

/** Joins the cluster. A node that collects waits until it is the one that does. */
export async function openNode(options: NodeOptions): Promise<ClusterNode> {
  const { config, secrets, log, signal } = options;
  const name = config['cluster.name'];
  const connection = await connectNats({ servers: config['cluster.nats'], name: `${name} ${hostname()}`, secrets });
  try {
    const replicas = config['cluster.replicas'];
    const keep = { keepMs: config['tape.keepHours'] * 3_600_000, keepBytes: config['tape.keepMegabytes'] * 2 ** 20 };
    const leases = await openLeases(connection, name, replicas);
    const tape = await openJetStreamTape({ connection, name, replicas, log, ...keep });
    const node = new OpenNode(options, { connection, tape, leases });
    await node.takeTurn(signal);
    if (!signal.aborted) return node;
    await node.leave();
    throw signal.reason;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

class OpenNode implements ClusterNode {
  readonly isReplica: boolean;
  readonly #options: NodeOptions;
  readonly #reached: Reached;
  readonly #channel: Channel;
  readonly #holder = `${hostname()} ${process.pid} ${randomUUID()}`;
  readonly #leaving = new AbortController();
  readonly #stops: (() => void)[] = [];
  readonly #held: Lease[] = [];
  readonly #health = new Map<string, SourceHealth>();
  #storing: Promise<void> = Promise.resolve();
  #following: Promise<void> = Promise.resolve();

  constructor(options: NodeOptions, reached: Reached) {
    this.#options = options;
    this.#reached = reached;
    this.#channel = openChannel(reached.connection, options.config['cluster.name']);
    this.isReplica = !options.config['cluster.roles'].includes('collect');
  }

  /** A node that collects may begin when nobody else does. */
  async takeTurn(signal: AbortSignal): Promise<void> {
    const { log } = this.#options;
    if (this.isReplica) return;
    log.info({}, 'waiting to be the node that collects');
    if ((await this.#take('collect', signal)) === null) return;
    // Whoever had it before and wakes up now cannot write any more
    await this.#reached.tape.claim();
    log.info({}, 'this node collects');
  }

  async openTape(store: OpenStore) {
    const { tape } = this.#reached;
    const storedTo = this.isReplica ? await storedIn(store, tape) : await joinStore(tape, store, this.#options.log);
    // Its limits are the log's own
    return { tape, storedTo, stored: () => {} };
  }

  begin(health: () => readonly SourceHealth[], asked: Collector['itemRequested']): void {
    if (this.#options.config['cluster.roles'].includes('store')) this.#storing = this.#store();
    if (this.isReplica) return;
    this.#every(healthMs, () => this.#channel.tell('health', health()));
    this.#channel.hear('asked', (said) => {
      const { game, name } = said as { game: Parameters<typeof asked>[0]; name: string };
      asked(game, name);
    });
  }

  async follow(parts: ReplicaParts): Promise<void> {
    this.#channel.hear('health', (said) => {
      for (const one of said as SourceHealth[]) this.#health.set(`${one.slug}/${one.source}/${one.game}`, one);
    });
    await restoreReplica(parts);
    const { tape } = this.#reached;
    const until = tape.head;
    await new Promise<void>((resolve) => {
      if (parts.hub.log.head >= until) resolve();
      this.#following = this.#guard(async () => {
        for await (const told of recordsAfter(tape, parts.storedTo)) {
          applyTold(parts, told);
          if (parts.hub.log.head >= until) resolve();
        }
      }).finally(resolve);
    });
    this.#every(ratesMs, () => {
      parts.store.lastRates().then(parts.rates.accept, () => {});
    });
  }

  readonly told: Gathering = {
    collector: {
      health: () => [...this.#health.values()],
      itemRequested: (game, name) => this.#channel.tell('asked', { game, name }),
      offersLookedUp: async () => {},
    },
    start: () => {},
    stop: async () => {},
    keepTold: async () => {},
    keepLastTold: async () => {},
  };

  stopping(patienceMs: number): void {
    this.#leaving.abort();
    for (const stop of this.#stops) stop();
    this.#stops.push(systemClock.after(patienceMs, () => void this.#reached.tape.close()));
  }

  async leave(): Promise<void> {
    this.#leaving.abort();
    for (const stop of this.#stops) stop();
    const { tape, connection } = this.#reached;
    await tape.close();
    await Promise.all([this.#storing, this.#following]);
    await Promise.all(this.#held.map((lease) => lease.release()));
    await connection.close();
  }

  #every(milliseconds: number, run: () => void): void {
    this.#stops.push(systemClock.every(milliseconds, guarded(run)));
  }

  async #take(key: string, signal: AbortSignal): Promise<Lease | null> {
    const { random } = this.#options;
    const onLost = (why: string) => this.#fail(new Error(`the lease to ${key} is lost: ${why}`));
    const wish = { leases: this.#reached.leases, key, holder: this.#holder, clock: systemClock, random, onLost };
    const lease = await takeLease(wish, signal);
    if (lease !== null) this.#held.push(lease);
    return lease;
  }

  async #store(): Promise<void> {
    const { now, log, openStore } = this.#options;
    await this.#guard(async () => {
      if ((await this.#take('store', this.#leaving.signal)) === null) return;
      // Opened now: versions of rows go on from those of whoever wrote before
      const store = await openStore();
      try {
        await storeTape({ tape: this.#reached.tape, store, now, log });
      } finally {
        await store.close();
      }
    });
  }

  async #guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.#leaving.signal.aborted) this.#fail(error);
    }
  }

  /** A node that has lost its place tells nothing more and ends; started again, it finds where the others are. */
  #fail(error: unknown): void {
    if (this.#leaving.signal.aborted) return;
    guarded(() => this.#reached.tape.close())();
    // Nobody is prepared for it, by which the process stops in order
    void Promise.reject(error);
  }
}
