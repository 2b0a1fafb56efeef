import { createBook } from '../../book/create-book.ts';
import type { OpenStore } from '../../store/open-store.ts';
import type { JetStreamTape } from '../../tape/jetstream/jetstream-tape.ts';
import { chosenConnectors } from '../connectors/chosen-connectors.ts';
import { knownFees } from '../connectors/known-fees.ts';
import { knownTerms } from '../connectors/known-terms.ts';
import { type CollectingOptions, collectorMaker, type SinkOf } from '../connectors/make-collector.ts';
import { PatienceFile } from '../patience/patience-file.ts';
import { restoreShare } from '../restore-share.ts';
import { changesOf } from '../tape/replay.ts';
import { recordsAfter, storedIn } from './follow-tape.ts';
import { SharedCollector, type SharedCollectorOptions } from './shared-collector.ts';

export type AskerOptions = CollectingOptions & {
  readonly openStore: () => Promise<OpenStore>;
  readonly openTape: () => Promise<JetStreamTape>;
  readonly sinkOf: SinkOf;
  readonly sharing: Omit<SharedCollectorOptions, 'connectors' | 'make'>;
  readonly failed: (error: unknown) => void;
};

export type Asker = { readonly stop: () => Promise<void> };

/**
 * Reads this node's share of the marketplaces while another node writes the tape, and sends the records to that node. The
 * tape tells it which items are worth requesting.
 */
export async function openAsker(options: AskerOptions): Promise<Asker> {
  const { config, sharing, failed, sinkOf } = options;
  const connectors = chosenConnectors(options.connectors, config);
  const book = createBook(knownFees(connectors, config), knownTerms(connectors, config));
  const store = await options.openStore();
  const tape = await options.openTape();
  const patience = new PatienceFile({ ...options, folder: config['data.folder'] });
  let isStopped = false;
  let following: Promise<void> = Promise.resolve();
  let collector: SharedCollector | null = null;
  let stopped: Promise<void> | null = null;
  const end = async (): Promise<void> => {
    isStopped = true;
    await collector?.stop();
    await patience.close();
    await tape.close();
    await following;
    await store.close();
  };
  const stop = async (): Promise<void> => {
    stopped ??= end();
    await stopped;
  };
  try {
    const storedTo = await storedIn(store, tape, options.log);
    for (const share of await store.liveState()) await restoreShare(book, share);
    following = (async () => {
      for await (const { records } of recordsAfter(tape, storedTo)) book.replay(changesOf(records));
      if (!isStopped) throw new Error('the tape, from which this node knows what to request, has ended');
    })().catch((error: unknown) => {
      if (!isStopped) failed(error);
    });
    const lastCompleteness = sharing.elsewhere.completeUntil;
    const make = await collectorMaker(options, { book, store, sinkOf, lastCompleteness, patience, spreadSeconds: 1 });
    collector = new SharedCollector({ ...sharing, connectors, make });
    collector.start();
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
