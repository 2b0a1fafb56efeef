import { Book } from '../../book/book.ts';
import type { CollectorOptions } from '../../collect/collector-options.ts';
import type { Connector } from '../../contract/connector.ts';
import type { OpenStore } from '../../store/open-store.ts';
import type { Follower } from '../../tape/follower.ts';
import type { JetStreamTape } from '../../tape/jetstream/jetstream-tape.ts';
import type { Snapshots } from '../../tape/snapshot/snapshot.ts';
import { chosenConnectors, readConnectors } from '../connectors/chosen-connectors.ts';
import { knownFees } from '../connectors/known-fees.ts';
import { knownTerms } from '../connectors/known-terms.ts';
import {
  type CollectingOptions,
  collectorMaker,
  type MakeCollector,
  type SinkOf,
} from '../connectors/make-collector.ts';
import { ScheduleMemoryFile } from '../schedule-memory/memory-file.ts';
import { awaitedPlan, followedBook } from './follow-tape.ts';
import { LiveRecords } from './live-records.ts';
import type { SharedCollector } from './shared-collector.ts';

export type StandbyCollectorOptions = CollectingOptions & {
  readonly openStore: () => Promise<OpenStore>;
  readonly openTape: () => Promise<JetStreamTape>;
  readonly openSnapshots: () => Promise<Snapshots>;
  /** Aborts when this node has to stop, or becomes the one that writes. */
  readonly signal: AbortSignal;
  readonly sinkOf: SinkOf;
  /** Up to when sources were complete, whichever node read them. */
  readonly lastCompleteness: NonNullable<CollectorOptions['lastCompleteness']>;
  /** Divides the marketplaces among the nodes that collect. */
  readonly share: (connectors: readonly Connector[], make: MakeCollector) => SharedCollector;
  readonly failed: (error: unknown) => void;
};

export type StandbyCollector = { readonly stop: () => Promise<void> };

/**
 * Reads this node's share of the marketplaces while another node writes the tape, and sends the records to that node. The
 * tape tells it which items are worth requesting.
 */
export async function openStandbyCollector(options: StandbyCollectorOptions): Promise<StandbyCollector> {
  const { config, share, lastCompleteness, failed, sinkOf } = options;
  const connectors = chosenConnectors(options.connectors, config);
  const book = new Book(knownFees(connectors, config), knownTerms(connectors, config));
  const store = await options.openStore();
  const tape = await options.openTape();
  const scheduleMemory = new ScheduleMemoryFile({ ...options, folder: config['data.folder'] });
  let isStopped = false;
  const ending = new AbortController();
  let live: LiveRecords | null = null;
  let follower: Follower | null = null;
  let collector: SharedCollector | null = null;
  let stopped: Promise<void> | null = null;
  const end = async (): Promise<void> => {
    isStopped = true;
    ending.abort();
    await collector?.stop();
    await scheduleMemory.close();
    await follower?.stop();
    await tape.close();
    await live?.ended();
    await store.close();
  };
  const stop = async (): Promise<void> => {
    stopped ??= end();
    await stopped;
  };
  try {
    const fail = (error: unknown) => {
      if (!isStopped) failed(error);
    };
    live = new LiveRecords(tape, fail);
    const snapshots = await options.openSnapshots();
    const signal = AbortSignal.any([ending.signal, options.signal]);
    const plan = await awaitedPlan(tape, snapshots, options.log, signal);
    follower = await followedBook({ book, tape, snapshots, plan, live, failed: fail });
    const make = await collectorMaker(options, {
      book,
      store,
      sinkOf,
      lastCompleteness,
      scheduleMemory,
      spreadSeconds: 1,
    });
    collector = share(readConnectors(connectors, options), make);
    collector.start();
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
