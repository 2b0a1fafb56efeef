import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { createTape, type GapMessage } from '#client';
import { shareKeyOf } from '../../src/service/cluster/shared-collector.ts';
import { useCluster } from '../support/cluster/cluster.ts';
import { createKey, killAll, readJson, type ServedProcess } from '../support/processes/served-process.ts';
import { needing } from '../support/runner/needs.ts';
import { defaultConnectors } from '../support/stage/default-connectors.ts';
import { until } from '../support/time/until.ts';

/** The feeds, each with the key of its share. */
const feeds = defaultConnectors.flatMap((connector) =>
  connector.sources
    .filter(({ kind }) => kind === 'feed')
    .map((source) => ({ slug: connector.slug, source: source.name, share: shareKeyOf(connector, source) })),
);
type Feed = (typeof feeds)[number];
type Health = { readonly slug: string; readonly source: string; readonly state: string };

/** Longer than it takes until other nodes know how far a source is complete. */
const knownMs = 6_000;

/** When a node took each of the shares that it has, by its log. */
function takenBy(node: ServedProcess): Map<string, number> {
  const taken = new Map<string, number>();
  for (const line of node.out().split('\n').slice(0, -1)) {
    const { msg, budget = '', time } = JSON.parse(line) as { msg: string; budget?: string; time: number };
    if (msg === 'budget lease acquired') taken.set(budget, time);
    if (msg === 'budget lease handed over') taken.delete(budget);
  }
  return taken;
}

needing('nats-server').describe('the gaps of a cluster', () => {
  const only = { COLLECT_ONLY: [...new Set(feeds.map(({ slug }) => slug))].join() };
  const { folderOf, start } = useCluster(59, only, { tickMs: 1_000 });
  let key: string;

  beforeAll(async () => {
    key = await createKey(folderOf('one'));
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'are as long as nobody read a feed after a node ended by %s, whoever had read it before',
    async (signal) => {
      // Nodes of an attempt that failed would keep those of the next one waiting
      onTestFinished(killAll);
      const one = start('one', 'collect,store');
      const url = await one.origin;
      const live = async (): Promise<Feed[]> => {
        const sources: Health[] = await readJson(`${url}/health/sources`);
        const isLive = (feed: Feed) =>
          sources.some(({ slug, source, state }) => slug === feed.slug && source === feed.source && state === 'live');
        return feeds.filter(isLive);
      };
      await until('most feeds of one node', async () => (await live()).length > feeds.length / 2);
      // Until then they are complete as far as this node knows
      await wait(knownMs);

      const two = start('two', 'collect');
      const liveOfTwo = async (): Promise<Feed[]> => {
        const taken = takenBy(two);
        return (await live()).filter(({ share }) => taken.has(share));
      };
      // Which shares a node takes follows from its random id, and it can be a single one
      await until('feeds of the other node', async () => (await liveOfTwo()).length > 0);
      await wait(knownMs);
      const taken = takenBy(two);
      const ofTwo = await liveOfTwo();
      const endedAt = Date.now();
      await two.stop(signal);
      // A node that stops in order reads until it has handed over
      const stoppedAt = Date.now();
      const sourceOf = ({ id }: GapMessage): string => id.split('/').slice(0, 2).join('/');
      const gapOf = (found: readonly GapMessage[], { slug, source }: Feed) =>
        found.find((one) => sourceOf(one) === `${slug}/${source}`);
      const gaps = await until(
        'a gap of each of its feeds',
        async () => {
          const found: GapMessage[] = [];
          for await (const message of createTape({ url, key }).changes({ channels: 'gaps' }))
            if (message.type === 'gap' && message.data.to * 1_000 >= endedAt) found.push(message);
          return ofTwo.every((feed) => gapOf(found, feed) !== undefined) && found;
        },
        () => ofTwo,
      );
      for (const feed of ofTwo) {
        const { from = 0 } = gapOf(gaps, feed)?.data ?? {};
        expect(from * 1_000 + 999, feed.share).toBeGreaterThan(taken.get(feed.share) ?? 0);
        expect(from * 1_000, feed.share).toBeLessThanOrEqual(stoppedAt);
      }
      await one.stop('SIGTERM');
    },
  );
});
