import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { RuleActions } from '../../alerts/rule-actions.ts';
import { type Keys, keysIn } from '../../api/keys.ts';
import { systemClock } from '../../runtime/clock.ts';
import { guarded } from '../../runtime/guarded.ts';
import type { Position } from '../../schema/index.ts';
import type { OpenStore } from '../../store/open-store.ts';
import type { Writer, WriterStats } from '../../store/writer.ts';
import type { CollectingOptions } from '../connectors/make-collector.ts';
import { totalOf } from '../metrics/writer-metrics.ts';
import type { Begun, Node } from '../node/node.ts';
import { version } from '../version.ts';
import { createNodeComparison, sharedSettingsOf } from './compare-nodes.ts';
import { LiveRecords } from './live-records.ts';
import { type Lease, takeLease, tryLease } from './nats/lease.ts';
import { OtherNodes } from './other-nodes.ts';
import { OtherUses } from './other-uses.ts';
import type { NatsAccess } from './reach-nats.ts';
import { answerForRules, askForRules } from './shared-rules.ts';
import { SourcesElsewhere } from './sources-elsewhere.ts';
import { storeTape } from './store-tape.ts';

export type NodeOptions = CollectingOptions & {
  /** Aborts when the process has to stop while it waits for its turn. */
  readonly signal: AbortSignal;
  /** Stops the process because of an error. */
  readonly fatal: (error: unknown) => void;
  readonly openStore: () => Promise<OpenStore>;
};

const brokenMs = 500;

/** What every node of a cluster does: it reports its state, holds leases, and can write the tape to the store. */
export abstract class ClusterNode implements Node {
  readonly isAlone = false;
  readonly isTapeReadable = false;
  readonly cluster: string;
  readonly api: Node['api'];
  readonly connections: Node['connections'];
  protected readonly options: NodeOptions;
  protected readonly reached: NatsAccess;
  protected readonly nodes: OtherNodes;
  protected readonly elsewhere: SourcesElsewhere;
  protected readonly holder = `${hostname()} ${process.pid} ${randomUUID()}`;
  /** Aborts once the process stops. */
  protected readonly leaving: AbortSignal;
  readonly #leaving = new AbortController();
  readonly #uses: OtherUses;
  readonly #sharedSettings: Readonly<Record<string, string>>;
  readonly #name: string;
  readonly #stops: (() => void)[] = [];
  #held: Lease[] = [];
  /** Callbacks of waits for a lease, by its key; called when another node releases it. */
  readonly #freed = new Map<string, () => void>();
  #begun: Begun | null = null;
  #storing: Promise<void> = Promise.resolve();
  /** The state of writing the tape to the store; null where another node does that. */
  #storingStats: Writer['stats'] | null = null;
  #liveRecords: LiveRecords | null = null;

  constructor(options: NodeOptions, reached: NatsAccess) {
    this.options = options;
    this.reached = reached;
    this.leaving = this.#leaving.signal;
    const { config, log } = options;
    const { channel } = reached;
    this.cluster = config['cluster.name'];
    this.#sharedSettings = sharedSettingsOf(config);
    this.#name = `${hostname()}:${config['http.port'] === 0 ? process.pid : config['http.port']}`;
    const comparing = { ownName: this.#name, own: this.#sharedSettings, clock: systemClock, log };
    const compare = createNodeComparison(comparing);
    this.nodes = new OtherNodes(channel, systemClock, () => this.#report(), compare);
    this.nodes.begin();
    this.#uses = new OtherUses(channel, systemClock, () => this.#report());
    this.api = { nodes: () => this.nodes.list(), usedElsewhere: this.#uses };
    this.connections = { elsewhere: this.nodes.connections };
    channel.onMessage('freed', (key) => this.#freed.get(String(key))?.());
    // A reader of the tape notices a broken one; a writer would wait for ever
    this.every(brokenMs, () => reached.tape.broken !== null && this.fail(new Error(reached.tape.broken)));
    guarded(() => this.#endWithConnection())();
    this.elsewhere = new SourcesElsewhere(channel, this.holder, systemClock);
  }

  /** Waits until this node may start; resolves, too, when the signal aborts. */
  abstract takeTurn(signal: AbortSignal): Promise<void>;
  abstract readonly openTape: Node['openTape'];
  abstract readonly openStoring: Node['openStoring'];
  abstract readonly openSources: Node['openSources'];
  abstract readonly openJournal: Node['openJournal'];
  abstract readonly restore: Node['restore'];
  abstract readonly createFirstKey: Node['createFirstKey'];

  /** Stops what this form of a node does in addition. */
  protected abstract stopOwn(): Promise<void>;

  openKeys(operatorToken: string): Keys {
    const { now, log } = this.options;
    return keysIn({ stored: this.reached.keys, now, log, operatorToken, isShared: true });
  }

  get rules(): RuleActions {
    return askForRules(this.reached.connection, this.cluster);
  }

  begin(begun: Begun): void {
    this.#begun = begun;
    if (begun.alerts !== null) this.#stops.push(answerForRules(this.reached.connection, this.cluster, begun.alerts));
    if (this.options.config['cluster.roles'].includes('store')) this.#storing = this.#store();
  }

  writerStats(own: WriterStats): WriterStats {
    return this.#storingStats === null ? own : totalOf(own, this.#storingStats());
  }

  stopping(timeoutMs: number): void {
    this.#leaving.abort();
    for (const stop of this.#stops) stop();
    this.#stops.push(systemClock.after(timeoutMs, () => this.reached.tape.close()));
  }

  async handOver(stopPublishing: () => Promise<void>): Promise<void> {
    await stopPublishing();
    this.reached.tape.unclaim();
    await this.#release(({ key }) => key === 'collect');
  }

  async leave(): Promise<void> {
    this.#leaving.abort();
    for (const stop of this.#stops) stop();
    await this.stopOwn();
    const { tape, connection, keys } = this.reached;
    await tape.close();
    await Promise.all([this.#storing, this.#liveRecords?.ended()]);
    await this.#release(() => true);
    keys.close();
    this.#uses.leave();
    this.nodes.leave();
    await connection.close();
  }

  /** What other processes, and this one, append to the tape. */
  protected get live(): LiveRecords {
    this.#liveRecords ??= new LiveRecords(this.reached.tape, (error) => this.fail(error));
    return this.#liveRecords;
  }

  protected position(): Position {
    const { epoch, head } = this.reached.tape;
    return { epoch, sequence: head };
  }

  protected every(milliseconds: number, run: () => void): void {
    this.#stops.push(systemClock.every(milliseconds, guarded(run)));
  }

  /** Takes a lease, at once or not at all; returns whether it did. */
  protected async tryToHold(key: string): Promise<boolean> {
    return this.#hold(await tryLease(this.#leaseOptions(key)));
  }

  /** Waits for a lease; resolves to false when the signal aborts. */
  protected async hold(key: string, signal: AbortSignal): Promise<boolean> {
    return this.#hold(await takeLease(this.#leaseOptions(key), signal));
  }

  /** A node that has lost its place publishes nothing more and exits; after a restart it continues from the tape. */
  protected fail(error: unknown): void {
    if (this.leaving.aborted) return;
    guarded(() => this.reached.tape.close())();
    this.options.fatal(error);
  }

  #hold(lease: Lease | null): boolean {
    if (lease !== null) this.#held.push(lease);
    return lease !== null;
  }

  async #release(isToGo: (lease: Lease) => boolean): Promise<void> {
    const going = this.#held.filter(isToGo);
    this.#held = this.#held.filter((lease) => !isToGo(lease));
    for (const lease of going) {
      await lease.release();
      this.reached.channel.send('freed', lease.key);
    }
  }

  #leaseOptions(key: string) {
    const { random } = this.options;
    const { leases } = this.reached;
    const onLost = (why: string) => this.fail(new Error(`the lease to ${key} is lost: ${why}`));
    const freed = (call: () => void) => this.#freed.set(key, call);
    return { leases, key, holder: this.holder, clock: systemClock, random, onLost, freed };
  }

  #report() {
    return {
      id: this.holder,
      name: this.#name,
      version,
      at: systemClock.now(),
      settings: this.#sharedSettings,
      roles: this.options.config['cluster.roles'],
      works: this.#held.filter(({ isHeld }) => isHeld).map(({ key }) => key),
      isReady: this.#begun !== null && !this.leaving.aborted,
      ...(this.#begun?.position() ?? this.position()),
    };
  }

  /** A node that only follows would serve what it has for ever. */
  async #endWithConnection(): Promise<void> {
    const error = await this.reached.connection.closed();
    this.fail(new Error(`the connection to NATS has ended${error ? `: ${error.message}` : ''}`));
  }

  async #store(): Promise<void> {
    const { now, log, openStore } = this.options;
    const failed = (error: unknown) => this.fail(error);
    try {
      if (!(await this.hold('store', this.leaving))) return;
      // Opened only now, so that versions of rows continue from those of the former writer
      const store = await openStore();
      try {
        const begun = (stats: Writer['stats']) => {
          this.#storingStats = stats;
        };
        await storeTape({ tape: this.reached.tape, live: this.live, store, now, log, begun, failed });
      } finally {
        await store.close();
      }
    } catch (error) {
      failed(error);
    }
  }
}
