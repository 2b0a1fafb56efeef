import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTape, type GapMessage } from '#client';
import { connectors } from '../src/connectors/index.ts';
import { createWorld } from '../src/stage/market/create-world.ts';
import { players } from '../src/stage/players/index.ts';
import { type Stage, startStage } from '../src/stage/server.ts';
import { fewItems } from './support/kept-state.ts';
import { killAll, playedCredentials, runCommand, serve } from './support/served-process.ts';
import { until } from './support/until.ts';

type Kept = { readonly slug: string; readonly source: string; readonly game: string; readonly at: number };

const feeds = new Set(
  connectors.flatMap(({ slug, sources }) =>
    sources.filter(({ kind }) => kind === 'feed').map((source) => `${slug}/${source.name}`),
  ),
);
const isFeed = ({ slug, source }: Kept): boolean => feeds.has(`${slug}/${source}`);
const idOf = ({ slug, source, game }: Kept): string => `${slug}/${source}/${game}`;

describe('a stop of the service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'itemtape-stops-'));
  let stage: Stage;
  let key: string;

  beforeAll(async () => {
    const world = createWorld({ seed: 6, startedAt: Date.now(), items: fewItems });
    stage = await startStage({ world, players, now: Date.now, tickSeconds: 1 });
    key = (await runCommand(['keys', 'create', 'test'], { DATA_FOLDER: folder })).out.trim();
  });
  afterAll(async () => {
    killAll();
    await stage?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = () => serve({ folder, relay: stage.origin, environment: playedCredentials() });
  /** How far the feeds had told, as it is noted; null before any was. */
  const keptFeeds = (): readonly Kept[] | null => {
    try {
      const { sources } = JSON.parse(readFileSync(join(folder, 'sources.json'), 'utf8')) as { sources: Kept[] };
      const kept = sources.filter(isFeed);
      return kept.length === 0 ? null : kept;
    } catch {
      return null;
    }
  };
  const gapsAt = async (url: string): Promise<GapMessage[]> => {
    const gaps: GapMessage[] = [];
    for await (const message of createTape({ url, key }).changes({ channels: 'gaps' }))
      if (message.type === 'gap') gaps.push(message);
    return gaps;
  };

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'by %s is a gap of its feeds, and of nothing read in time',
    async (signal) => {
      const first = start();
      await first.origin;
      const begunAt = Date.now();
      await until('feeds of this run that are noted', async () => keptFeeds()?.some(({ at }) => at > begunAt));
      await first.stop(signal);
      const stoppedAt = Date.now();
      const kept = keptFeeds()?.filter(({ at }) => at > begunAt) ?? [];
      const second = start();
      const origin = await second.origin;
      const startedAt = Date.now();

      const isOfThisStop = ({ data }: GapMessage) => data.to * 1000 >= startedAt;
      const found = await until('a gap of each feed', async () => {
        const gaps = (await gapsAt(origin)).filter(isOfThisStop);
        return kept.every((one) => gaps.some(({ id }) => id.startsWith(idOf(one)))) && gaps;
      });
      await second.stop('SIGTERM');

      expect(kept.length).toBeGreaterThan(0);
      for (const one of kept) {
        const gaps = found.filter(({ id }) => id.startsWith(idOf(one)));
        expect(
          gaps.map(({ data }) => [data.reason, data.from]),
          idOf(one),
        ).toEqual([['notRunning', Math.floor(one.at / 1000)]]);
        expect(one.at).toBeLessThanOrEqual(stoppedAt);
        if (signal === 'SIGTERM') expect(gaps[0]?.id).toBe(`${idOf(one)}/${one.at}`);
      }
      const ofOthers = found.filter(({ id }) => ![...feeds].some((feed) => id.startsWith(feed)));
      expect(ofOthers).toEqual([]);
    },
  );
});
