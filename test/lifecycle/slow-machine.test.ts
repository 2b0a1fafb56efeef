import { type ChildProcess, spawn } from 'node:child_process';
import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { games } from '../../src/schema/index.ts';
import { type Demo, startDemo } from '../support/processes/demo.ts';
import { killAll, readJson } from '../support/processes/served-process.ts';
import { extent, longRun } from '../support/runner/long-run.ts';
import { needing } from '../support/runner/needs.ts';
import { until } from '../support/time/until.ts';

/** The first request in the README. */
const first = '/v2/items/compare?game=CS2&name=AK-47%20%7C%20Redline%20(Field-Tested)';

const collected = extent({
  short: { COLLECT_ONLY: 'SkinPort,CSFloat,DMarket', COLLECT_GAMES: 'CS2' },
  long: { COLLECT_ONLY: '', COLLECT_GAMES: games.join() },
});

type Health = { readonly marketplace: string; readonly source: string; readonly game: string; readonly state: string };

describe('the demo, with every core taken by a busy loop', () => {
  const loops: ChildProcess[] = [];
  let demo: Demo;
  let startedAt = 0;

  beforeAll(async () => {
    for (const _ of cpus()) loops.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
    startedAt = Date.now();
    demo = await startDemo(collected);
  });
  afterAll(async () => {
    for (const loop of loops) loop.kill('SIGKILL');
    await demo?.stop();
    await killAll();
  });

  const downs = async (): Promise<string[]> => {
    const sources = (await readJson(`${demo.origin}/health/sources`)) as Health[];
    return sources.flatMap((one) => (one.state === 'down' ? [`${one.marketplace}/${one.source} ${one.game}`] : []));
  };

  it('answers the first request, and no source is down', async () => {
    const ask = async () => {
      const answer = await fetch(`${demo.origin}${first}`, { headers: { 'x-api-key': demo.key } });
      return answer.status === 200 ? ((await answer.json()) as { marketplaces: unknown[] }) : null;
    };
    const { marketplaces } = await until('the first request to be answered', ask);

    expect(marketplaces.length).toBeGreaterThan(0);
    expect(await downs()).toEqual([]);
    if (longRun) expect(Date.now() - startedAt).toBeLessThan(60_000);
  });

  // Five minutes say nothing about a machine that runs other tests at the same time
  needing('LONG_RUN').it('has no source down after five minutes', async () => {
    await wait(300_000);

    expect(await downs()).toEqual([]);
  });
});
