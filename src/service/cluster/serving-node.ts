import type { Follower } from '../../tape/follower.ts';
import type { Parts } from '../parts.ts';
import type { OpenTape } from '../snapshots/open-tape.ts';
import type { Sources } from '../sources/sources.ts';
import { type Storing, type StoringParts, storingOfOthers } from '../tape/open-storing.ts';
import { ClusterNode } from './cluster-node.ts';
import { awaitedPlan, type Following, followedBook, RatesFollowed } from './follow-tape.ts';

// A node that started before the first rates were stored has none until it looks again
const ratesMs = 10_000;

/** A node that reads no marketplace: it gets everything from the tape. */
export class ServingNode extends ClusterNode {
  #follower: Follower | null = null;

  async takeTurn(): Promise<void> {}

  readonly openTape = async (): Promise<OpenTape> => {
    const { tape, openSnapshots } = this.reached;
    const snapshots = await openSnapshots();
    const plan = await awaitedPlan(tape, snapshots, this.options.log, this.leaving);
    return { tape, snapshots, plan, streamAfter: plan.after };
  };

  readonly openStoring = async (parts: StoringParts): Promise<Storing> => storingOfOthers(parts);

  /** The sources as other nodes report them. */
  readonly openSources = async (): Promise<Sources> => ({
    collector: {
      health: () => this.elsewhere.list(),
      itemRequested: (game, name, marketplaceId) => this.reached.channel.send('asked', { game, name, marketplaceId }),
      offersLookedUp: async () => {},
      renew: async () => [],
    },
    tasks: [],
    start: () => {},
    stop: async () => {},
    storeLastCompleteness: async () => {},
  });

  readonly openJournal = async (): Promise<null> => null;

  /** It may have no right to create one. */
  readonly createFirstKey = async (): Promise<null> => null;

  readonly restore = async (parts: Parts): Promise<void> => {
    const { hub, store } = parts;
    const { tape } = this.reached;
    const { epoch, head: until } = tape;
    // Noted there before the first record of an epoch is published
    if (until >= tape.first && (await store.markOf(epoch)) === null)
      this.options.log.warn({ epoch }, 'database empty of this tape; all nodes of a cluster must use one database');
    const failed = (error: unknown) => this.fail(error);
    const published: Following['published'] = (records, lines) => hub.publish(records, lines());
    this.#follower = await followedBook({ ...parts, tape, live: this.live, published, failed });
    await this.#follower.reached(until);
    const followed = new RatesFollowed(parts, this.leaving);
    this.every(ratesMs, () => followed.look());
  };

  protected async stopOwn(): Promise<void> {
    await this.#follower?.stop();
  }
}
