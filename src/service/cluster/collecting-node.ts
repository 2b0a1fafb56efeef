import { join } from 'node:path';
import type { JournalStorage } from '../../alerts/journal.ts';
import type { Connector } from '../../contract/connector.ts';
import { type Position, StartRefused } from '../../schema/index.ts';
import type { CollectingOptions, MakeCollector } from '../connectors/make-collector.ts';
import { createFirstKey } from '../node/keys.ts';
import type { Parts } from '../parts.ts';
import type { OpenTape } from '../snapshots/open-tape.ts';
import { restoreBook } from '../snapshots/restore-book.ts';
import { planRestore } from '../snapshots/restore-plan.ts';
import { openCollecting, type Sharing } from '../sources/collecting.ts';
import type { Sources } from '../sources/sources.ts';
import { type Storing, type StoringParts, storingOfOthers } from '../tape/open-storing.ts';
import { storedToOf } from '../tape/stored-to.ts';
import { ClusterNode } from './cluster-node.ts';
import { publishedBetween } from './follow-tape.ts';
import { remoteIntake, takeRemoteIntake } from './remote-intake.ts';
import { SharedCollector } from './shared-collector.ts';
import { openSharedJournal } from './shared-journal.ts';
import { minSkewMs } from './sources-elsewhere.ts';
import { openStandbyCollector, type StandbyCollector } from './standby-collector.ts';

/** A node that reads marketplaces: its share of them for the node that writes the tape, until it becomes that node. */
export class CollectingNode extends ClusterNode {
  /** Sequence of the newest record of earlier writers. */
  #claimedAt = 0;
  #standbyCollector: Promise<StandbyCollector | null> = Promise.resolve(null);
  readonly #standbyEnding = new AbortController();

  async takeTurn(signal: AbortSignal): Promise<void> {
    const { log } = this.options;
    if (!(await this.tryToHold('collect'))) {
      log.info({}, 'tape written by another node; standing by');
      // What refuses its start would refuse it once it has taken over, too
      const refused = new AbortController();
      this.#standbyCollector = this.#ask(signal, (error) => refused.abort(error));
      const isTaken = await this.hold('collect', AbortSignal.any([signal, refused.signal]));
      refused.signal.throwIfAborted();
      if (!isTaken) return;
    }
    // A former holder that resumes now can no longer write
    await this.reached.tape.claim();
    this.#claimedAt = this.reached.tape.head;
    log.info({}, 'tape lease acquired');
  }

  readonly openTape = async (): Promise<OpenTape> => {
    const { tape, openSnapshots } = this.reached;
    const snapshots = await openSnapshots();
    // A NATS that was restored from a copy may lack what others have sent
    const claimed = { epoch: tape.epoch, sequence: this.#claimedAt };
    const isShorter = await this.nodes.hadMoreThan(claimed, this.leaving);
    const lost = isShorter ? 'other nodes are ahead of it' : null;
    const plan = await planRestore(tape, snapshots, this.options.log, lost);
    return { tape, snapshots, plan, streamAfter: tape.head };
  };

  readonly openStoring = async (parts: StoringParts): Promise<Storing> => {
    // Nodes that serve recognise by it whether the database is the one of this tape
    if (parts.store.keepsPast) await storedToOf(parts.tape, parts.store);
    return storingOfOthers(parts);
  };

  readonly openSources = (
    options: CollectingOptions & { readonly isPlayed: boolean },
    parts: Parts,
  ): Promise<Sources> => {
    const { completeUntil, completeness } = this.elsewhere;
    const share: Sharing['share'] = (reading) => this.#share(reading);
    return openCollecting(options, parts, { share, completeUntil, completeness, spreadSeconds: 1 });
  };

  readonly openJournal = async (): Promise<JournalStorage> => {
    const { config, log, signal } = this.options;
    const file = join(config['data.folder'], 'alerts.log');
    const ending = AbortSignal.any([signal, this.leaving]);
    const { 'cluster.name': name, 'cluster.replicas': replicas } = config;
    return await openSharedJournal({ ...this.reached, name, replicas, file, log, signal: ending });
  };

  readonly restore = (parts: Parts): Promise<void> => {
    const { now, log } = this.options;
    return restoreBook({ ...parts, now, log, skewMs: minSkewMs });
  };

  readonly createFirstKey = createFirstKey;

  protected stopOwn(): Promise<void> {
    return this.#stopStandbyCollector();
  }

  #share({ connectors, make, ...taking }: Parameters<Sharing['share']>[0]): ReturnType<Sharing['share']> {
    const { connection, tape } = this.reached;
    const published = (after: Position) => publishedBetween(tape, after, this.#claimedAt);
    const shared = this.#sharedCollector(connectors, make);
    let stopTaking = (): void => {};
    return {
      health: shared.health,
      completeness: shared.completeness,
      itemRequested: shared.itemRequested,
      offersLookedUp: shared.offersLookedUp,
      renew: shared.renew,
      start: () => {
        stopTaking = takeRemoteIntake({ connection, name: this.cluster, published, ...taking });
        // Records that it read for the former writer and could not deliver come first
        this.#stopStandbyCollector().then(shared.start, (error: unknown) => this.fail(error));
      },
      stop: async () => {
        stopTaking();
        await this.#stopStandbyCollector();
        await shared.stop();
      },
    };
  }

  readonly #sharedCollector = (connectors: readonly Connector[], make: MakeCollector): SharedCollector => {
    const { random, log } = this.options;
    const { leases, channel } = this.reached;
    const { holder, nodes, elsewhere } = this;
    return new SharedCollector({ leases, channel, holder, nodes, elsewhere, random, log, connectors, make });
  };

  async #ask(signal: AbortSignal, refused: (error: StartRefused) => void): Promise<StandbyCollector | null> {
    const { connection, openTape, openSnapshots } = this.reached;
    const position = () => this.position();
    const remote = { connection, name: this.cluster, position, signal };
    try {
      return await openStandbyCollector({
        ...this.options,
        signal,
        openTape,
        openSnapshots,
        sinkOf: (mayPublish) => remoteIntake({ ...remote, mayPublish }),
        lastCompleteness: this.elsewhere.completeUntil,
        share: this.#sharedCollector,
        failed: (error) => this.fail(error),
      });
    } catch (error) {
      if (error instanceof StartRefused) refused(error);
      else if (!this.#standbyEnding.signal.aborted)
        this.options.log.warn(
          { error: String(error) },
          'standby collector failed; this node reads no marketplace while it waits',
        );
      return null;
    }
  }

  async #stopStandbyCollector(): Promise<void> {
    this.#standbyEnding.abort();
    await (await this.#standbyCollector)?.stop();
  }
}
