import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { JournalStorage } from '../../alerts/journal.ts';
import type { RuleActions } from '../../alerts/rule-actions.ts';
import { systemClock } from '../../clock.ts';
import type { Channel } from '../../cluster/channel.ts';
import { type Lease, takeLease, tryLease } from '../../cluster/lease.ts';
import { guarded } from '../../guarded.ts';
import { type Position, StartRefused } from '../../schema/index.ts';
import type { OpenStore } from '../../store/open-store.ts';
import type { Writer } from '../../store/writer.ts';
import type { Follower } from '../../tape/follower.ts';
import type { CollectingOptions } from '../connectors/make-collector.ts';
import { planRestore } from '../snapshots/restore-plan.ts';
import type { OpenTape } from '../tape/open-tape.ts';
import { version } from '../version.ts';
import { type Asker, openAsker } from './asker.ts';
import { createNodeComparison, sharedSettingsOf } from './compare-nodes.ts';
import { awaitedPlan, followedBook, publishedBetween, RatesFollowed } from './follow-tape.ts';
import { LiveRecords } from './live-records.ts';
import type { Begun, ClusterNode, Gathering, ReplicaParts } from './node.ts';
import { OtherNodes } from './other-nodes.ts';
import { OtherUses } from './other-uses.ts';
import { explained, type Reached, reachNats } from './reach-nats.ts';
import { remoteIntake, takeRemoteIntake } from './remote-intake.ts';
import { SharedCollector } from './shared-collector.ts';
import { openSharedJournal } from './shared-journal.ts';
import type { SharedKeys } from './shared-keys.ts';
import { answerForRules, askForRules } from './shared-rules.ts';
import { leastSkewMs, SourcesElsewhere } from './sources-elsewhere.ts';
import { storeTape } from './store-tape.ts';

export type NodeOptions = CollectingOptions & {
  /** Aborts when the process has to stop while it waits for its turn. */
  readonly signal: AbortSignal;
  readonly openStore: () => Promise<OpenStore>;
};

type Published = NonNullable<Parameters<typeof followedBook>[0]['published']>;

// A node that started before the first rates were stored has none until it looks again
const ratesMs = 10_000;
const brokenMs = 500;

/** Joins the cluster. A node that collects reads its share for the node that writes the tape, until it becomes that node. */
export async function openNode(options: NodeOptions): Promise<ClusterNode> {
  const { signal } = options;
  const reached = await reachNats(options);
  try {
    const node = new OpenNode(options, reached);
    await node.takeTurn(signal).catch(async (error: unknown) => {
      await node.leave();
      throw error;
    });
    if (!signal.aborted) return node;
    await node.leave();
    throw signal.reason;
  } catch (error) {
    await reached.connection.close();
    throw explained(error);
  }
}

class OpenNode implements ClusterNode {
  readonly isReplica: boolean;
  readonly skewMs = leastSkewMs;
  readonly #options: NodeOptions;
  readonly #sharedSettings: Readonly<Record<string, string>>;
  readonly #name: string;
  readonly nodes: OtherNodes;
  readonly uses: OtherUses;
  readonly #reached: Reached;
  readonly #channel: Channel;
  readonly #holder = `${hostname()} ${process.pid} ${randomUUID()}`;
  readonly #leaving = new AbortController();
  readonly #stops: (() => void)[] = [];
  #held: Lease[] = [];
  readonly elsewhere: SourcesElsewhere;
  /** Callbacks of waits for a lease, by its key; called when another node releases it. */
  readonly #freed = new Map<string, () => void>();
  /** Sequence of the newest record of earlier writers. */
  #claimedAt = 0;
  #begun: Begun | null = null;
  #asker: Promise<Asker | null> = Promise.resolve(null);
  readonly #askerEnding = new AbortController();
  #storing: Promise<void> = Promise.resolve();
  #follower: Follower | null = null;
  #liveRecords: LiveRecords | null = null;

  constructor(options: NodeOptions, reached: Reached) {
    this.#options = options;
    this.#reached = reached;
    this.#channel = reached.channel;
    this.isReplica = !options.config['cluster.roles'].includes('collect');
    const { config, log } = options;
    this.#sharedSettings = sharedSettingsOf(config);
    this.#name = `${hostname()}:${config['http.port'] === 0 ? process.pid : config['http.port']}`;
    const comparing = { ownName: this.#name, own: this.#sharedSettings, clock: systemClock, log };
    const compare = createNodeComparison(comparing);
    this.nodes = new OtherNodes(reached.channel, systemClock, () => this.#report(), compare);
    this.nodes.begin();
    this.uses = new OtherUses(reached.channel, systemClock, () => this.#report());
    reached.channel.onMessage('freed', (key) => this.#freed.get(String(key))?.());
    // A reader of the tape notices a broken one; a writer would wait for ever
    this.#every(brokenMs, () => reached.tape.broken !== null && this.#fail(new Error(reached.tape.broken)));
    guarded(() => this.#endWithConnection())();
    this.elsewhere = new SourcesElsewhere(reached.channel, this.#holder, systemClock);
  }

  get rules(): RuleActions {
    return askForRules(this.#reached.connection, this.#options.config['cluster.name']);
  }

  get keys(): SharedKeys {
    return this.#reached.keys;
  }

  /** Waits until this node is the one that may write the tape; returns immediately for a node that does not collect. */
  async takeTurn(signal: AbortSignal): Promise<void> {
    const { log } = this.#options;
    if (this.isReplica) return;
    const lease = await tryLease(this.#leaseOptions('collect'));
    if (lease !== null) this.#held.push(lease);
    else {
      log.info({}, 'tape written by another node; standing by');
      // What refuses its start would refuse it once it has taken over, too
      const refused = new AbortController();
      this.#asker = this.#ask(signal, (error) => refused.abort(error));
      const taken = await this.#take('collect', AbortSignal.any([signal, refused.signal]));
      refused.signal.throwIfAborted();
      if (taken === null) return;
    }
    // A former holder that resumes now can no longer write
    await this.#reached.tape.claim();
    this.#claimedAt = this.#reached.tape.head;
    log.info({}, 'tape lease acquired');
  }

  async openTape(): Promise<OpenTape> {
    const { tape, openSnapshots } = this.#reached;
    const { log } = this.#options;
    const snapshots = await openSnapshots();
    if (this.isReplica) return { tape, snapshots, plan: await awaitedPlan(tape, snapshots, log, this.#leaving.signal) };
    // A NATS that was restored from a copy may lack what others have sent
    const claimed = { epoch: tape.epoch, sequence: this.#claimedAt };
    const isShorter = await this.nodes.hadMoreThan(claimed, this.#leaving.signal);
    const lost = isShorter ? 'other nodes are ahead of it' : null;
    return { tape, snapshots, plan: await planRestore(tape, snapshots, log, lost) };
  }

  begin(begun: Begun): void {
    this.#begun = begun;
    if (this.#options.config['cluster.roles'].includes('store')) this.#storing = this.#store();
  }

  share({ connectors, make, ...taking }: Parameters<ClusterNode['share']>[0]): ReturnType<ClusterNode['share']> {
    const { connection, tape } = this.#reached;
    const name = this.#options.config['cluster.name'];
    const published = (after: Position) => publishedBetween(tape, after, this.#claimedAt);
    const shared = new SharedCollector({ ...this.#sharing(), connectors, make });
    let stopTaking = (): void => {};
    return {
      health: shared.health,
      completeness: shared.completeness,
      itemRequested: shared.itemRequested,
      offersLookedUp: shared.offersLookedUp,
      renew: shared.renew,
      start: () => {
        stopTaking = takeRemoteIntake({ connection, name, published, ...taking });
        // Records that it read for the former writer and could not deliver come first
        this.#stopAsker().then(shared.start, (error: unknown) => this.#fail(error));
      },
      stop: async () => {
        stopTaking();
        await this.#stopAsker();
        await shared.stop();
      },
    };
  }

  async openJournal(file: string): Promise<JournalStorage> {
    const { config, log, signal } = this.#options;
    const { 'cluster.name': name, 'cluster.replicas': replicas } = config;
    const ending = AbortSignal.any([signal, this.#leaving.signal]);
    return await openSharedJournal({ ...this.#reached, name, replicas, file, log, signal: ending });
  }

  answerForRules(actions: RuleActions): void {
    const { connection } = this.#reached;
    this.#stops.push(answerForRules(connection, this.#options.config['cluster.name'], actions));
  }

  async follow(parts: ReplicaParts): Promise<void> {
    const { hub, plan, store } = parts;
    const { tape } = this.#reached;
    const { epoch, head: until } = tape;
    // Noted there before the first record of an epoch is published
    if (until >= tape.first && (await store.markOf(epoch)) === null)
      this.#options.log.warn({ epoch }, 'database empty of this tape; all nodes of a cluster must use one database');
    const failed = (error: unknown) => this.#fail(error);
    const published: Published = (records, lines) => hub.publish(records, lines());
    const follower = await followedBook({ ...parts, tape, plan, live: this.#live, published, failed });
    this.#follower = follower;
    await follower.reached(until);
    const followed = new RatesFollowed(parts, this.#leaving.signal);
    this.#every(ratesMs, () => followed.look());
  }

  readonly gathering: Gathering = {
    collector: {
      health: () => this.elsewhere.list(),
      itemRequested: (game, name, marketplaceId) => this.#channel.send('asked', { game, name, marketplaceId }),
      offersLookedUp: async () => {},
      renew: async () => [],
    },
    start: () => {},
    stop: async () => {},
    storeCompleteness: async () => {},
    storeLastCompleteness: async () => {},
  };

  stopping(patienceMs: number): void {
    this.#leaving.abort();
    for (const stop of this.#stops) stop();
    this.#stops.push(systemClock.after(patienceMs, () => void this.#reached.tape.close()));
  }

  /** What other processes, and this one, append to the tape. */
  get #live(): LiveRecords {
    this.#liveRecords ??= new LiveRecords(this.#reached.tape, (error) => this.#fail(error));
    return this.#liveRecords;
  }

  async #stopAsker(): Promise<void> {
    this.#askerEnding.abort();
    await (await this.#asker)?.stop();
  }

  storing: ClusterNode['storing'] = () => null;

  async handOver(): Promise<void> {
    this.#reached.tape.unclaim();
    await this.#release(({ key }) => key === 'collect');
  }

  async leave(): Promise<void> {
    this.#leaving.abort();
    await this.#stopAsker();
    for (const stop of this.#stops) stop();
    const { tape, connection, keys } = this.#reached;
    await this.#follower?.stop();
    await tape.close();
    await Promise.all([this.#storing, this.#liveRecords?.ended()]);
    await this.#release(() => true);
    keys.close();
    this.uses.leave();
    this.nodes.leave();
    await connection.close();
  }

  async #release(isToGo: (lease: Lease) => boolean): Promise<void> {
    const going = this.#held.filter(isToGo);
    this.#held = this.#held.filter((lease) => !isToGo(lease));
    for (const lease of going) {
      await lease.release();
      this.#channel.send('freed', lease.key);
    }
  }

  #report() {
    const { config } = this.#options;
    return {
      id: this.#holder,
      name: this.#name,
      version,
      at: systemClock.now(),
      settings: this.#sharedSettings,
      roles: config['cluster.roles'],
      works: this.#held.filter(({ isHeld }) => isHeld).map(({ key }) => key),
      isReady: this.#begun !== null && !this.#leaving.signal.aborted,
      ...(this.#begun?.position() ?? this.#position()),
    };
  }

  /** A node that only follows would serve what it has for ever. */
  async #endWithConnection(): Promise<void> {
    const error = await this.#reached.connection.closed();
    this.#fail(new Error(`the connection to NATS has ended${error ? `: ${error.message}` : ''}`));
  }

  #position(): Position {
    const { epoch, head } = this.#reached.tape;
    return { epoch, sequence: head };
  }

  #every(milliseconds: number, run: () => void): void {
    this.#stops.push(systemClock.every(milliseconds, guarded(run)));
  }

  #sharing() {
    const { random, log } = this.#options;
    const { leases, channel } = this.#reached;
    return { leases, channel, holder: this.#holder, nodes: this.nodes, elsewhere: this.elsewhere, random, log };
  }

  /** Reads its share of the marketplaces for the node that writes the tape, until it becomes that node itself. */
  async #ask(signal: AbortSignal, refused: (error: StartRefused) => void): Promise<Asker | null> {
    const { config, log } = this.#options;
    const { connection, openTape, openSnapshots } = this.#reached;
    const name = config['cluster.name'];
    const position = () => this.#position();
    const sinkOf = (mayPublish: () => boolean) => remoteIntake({ connection, name, position, mayPublish, signal });
    const failed = (error: unknown) => this.#fail(error);
    try {
      return await openAsker({
        ...this.#options,
        signal,
        openTape,
        openSnapshots,
        sinkOf,
        sharing: this.#sharing(),
        failed,
      });
    } catch (error) {
      if (error instanceof StartRefused) refused(error);
      else if (!this.#askerEnding.signal.aborted)
        log.warn({ error: String(error) }, 'standby collector failed; this node reads no marketplace while it waits');
      return null;
    }
  }

  #leaseOptions(key: string) {
    const { random } = this.#options;
    const { leases } = this.#reached;
    const onLost = (why: string) => this.#fail(new Error(`the lease to ${key} is lost: ${why}`));
    const freed = (call: () => void) => this.#freed.set(key, call);
    return { leases, key, holder: this.#holder, clock: systemClock, random, onLost, freed };
  }

  async #take(key: string, signal: AbortSignal): Promise<Lease | null> {
    const lease = await takeLease(this.#leaseOptions(key), signal);
    if (lease !== null) this.#held.push(lease);
    return lease;
  }

  async #store(): Promise<void> {
    const { now, log, openStore } = this.#options;
    await this.#guard(async () => {
      if ((await this.#take('store', this.#leaving.signal)) === null) return;
      // Opened only now, so that versions of rows continue from those of the former writer
      const store = await openStore();
      try {
        const begun = (stats: Writer['stats']) => {
          this.storing = stats;
        };
        const failed = (error: unknown) => this.#fail(error);
        await storeTape({ tape: this.#reached.tape, live: this.#live, store, now, log, begun, failed });
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

  /** A node that has lost its place publishes nothing more and exits; after a restart it continues from the tape. */
  #fail(error: unknown): void {
    if (this.#leaving.signal.aborted) return;
    guarded(() => this.#reached.tape.close())();
    // An unhandled rejection makes the process stop in order
    void Promise.reject(error);
  }
}
