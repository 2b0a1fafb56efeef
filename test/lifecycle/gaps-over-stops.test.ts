import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTape, type GapMessage } from '#client';
import { connectors } from '../../src/connectors/index.ts';
import { useServedFolder } from '../support/processes/served-folder.ts';
import { until } from '../support/time/until.ts';

type StoredSource = {
  readonly slug: string;
  readonly source: string;
  readonly game: string;
  readonly at: number;
  readonly dueAt: number;
};

// From feeds, lists and lookups
const slugs = ['skinport', 'bitskins', 'lis-skins', 'csfloat', 'dmarket', 'market-csgo'];
const feeds = new Set(
  connectors.flatMap(({ slug, sources }) =>
    sources.filter(({ kind }) => kind === 'feed').map((source) => `${slug}/${source.name}`),
  ),
);
const isFeed = ({ slug, source }: StoredSource): boolean => feeds.has(`${slug}/${source}`);
const everyMs = new Map(
  connectors.flatMap(({ slug, sources }) =>
    sources.map((source) => [`${slug}/${source.name}`, 'everySeconds' in source ? source.everySeconds * 1000 : 0]),
  ),
);
/** Until when the next reading of a polled source is in time. */
const inTimeUntil = ({ slug, source, dueAt }: StoredSource): number =>
  dueAt + (everyMs.get(`${slug}/${source}`) ?? expect.fail());
const idOf = ({ slug, source, game }: StoredSource): string => `${slug}/${source}/${game}`;

describe('a stop of the service', () => {
  const { folder, key, start } = useServedFolder(6, { COLLECT_ONLY: slugs.join(), COLLECT_GAMES: 'CS2,Rust' });

  /** How far the sources had got according to sources.json; none before anything is recorded. */
  const storedSources = (): readonly StoredSource[] => {
    try {
      return (JSON.parse(readFileSync(join(folder, 'sources.json'), 'utf8')) as { sources: StoredSource[] }).sources;
    } catch {
      return [];
    }
  };
  const gapsAt = async (url: string): Promise<GapMessage[]> => {
    const gaps: GapMessage[] = [];
    for await (const message of createTape({ url, key: key() }).changes({ channels: 'gaps' }))
      if (message.type === 'gap') gaps.push(message);
    return gaps;
  };

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'by %s is a gap of its feeds, and of no source that is read again in time',
    async (signal) => {
      const first = start();
      await first.origin;
      const begunAt = Date.now();
      const ofThisRun = () => storedSources().filter((one) => isFeed(one) && one.at > begunAt);
      await until('the feeds of this run in sources.json', async () => ofThisRun().length > 0);
      await first.stop(signal);
      const stoppedAt = Date.now();
      const [stored, before] = [ofThisRun(), storedSources()];
      const second = start();
      const origin = await second.origin;
      const startedAt = Date.now();

      const isOfThisStop = ({ data }: GapMessage) => data.to * 1000 >= startedAt;
      const found = await until('a gap of each feed', async () => {
        const gaps = (await gapsAt(origin)).filter(isOfThisStop);
        return stored.every((one) => gaps.some(({ id }) => id.startsWith(idOf(one)))) && gaps;
      });
      await second.stop('SIGTERM');

      expect(stored.length).toBeGreaterThan(0);
      for (const one of stored) {
        const gaps = found.filter(({ id }) => id.startsWith(idOf(one)));
        expect(
          gaps.map(({ data }) => [data.reason, data.from]),
          idOf(one),
        ).toEqual([['notRunning', Math.floor(one.at / 1000)]]);
        expect(one.at).toBeLessThanOrEqual(stoppedAt);
        if (signal === 'SIGTERM') expect(gaps[0]?.id).toBe(`${idOf(one)}/${one.at}`);
      }
      // On a busy machine, some are read late
      for (const { id, data } of found.filter(({ id }) => ![...feeds].some((feed) => id.startsWith(feed)))) {
        const one = before.find((other) => id.startsWith(`${idOf(other)}/`)) ?? expect.fail(id);
        expect(data.to, id).toBeGreaterThanOrEqual(Math.floor(inTimeUntil(one) / 1000));
      }
    },
  );
});
