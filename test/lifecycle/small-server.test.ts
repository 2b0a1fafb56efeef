import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { WebSocket } from 'ws';
import { marketplaces } from '../../src/schema/marketplace.ts';
import { sampleOf } from '../../src/stage/catalogue/catalogue.ts';
import { createWorld } from '../../src/stage/market/create-world.ts';
import { players } from '../../src/stage/players/index.ts';
import { type Stage, startStage } from '../../src/stage/server.ts';
import { megabytesOf, metricsOf } from '../support/processes/process-facts.ts';
import { killAll, playedCredentials, type ServedProcess, serve } from '../support/processes/served-process.ts';
import { installWithoutEngine } from '../support/processes/without-engine.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { extent, longRun } from '../support/runner/long-run.ts';
import { needing } from '../support/runner/needs.ts';
import { until } from '../support/time/until.ts';

/** Three of ten items of the catalogue reach half a million offers in half an hour, as lookups keep finding more. */
const items = longRun ? sampleOf(10, 3) : sampleOf(36);
const lastsMs = extent({ short: 8_000, long: 1_800_000 });
const readers = extent({ short: 10, long: 100 });
const offersAtFirst = extent({ short: 6_000, long: 300_000 });
const offersAtLast = extent({ short: 6_000, long: 450_000 });
/** With half a million offers, some thousands of changes a second. */
const tickSeconds = extent({ short: 1, long: 3 });
const minPerSecond = 2_000;
/** As the units and the image set it; without, glibc keeps some 40 MB more. */
const asInstalled = { MALLOC_MMAP_THRESHOLD_: '131072', API_CACHE_SECONDS: '10' };
/** Of memory, usually; for a moment, a quarter more. */
const megabytesWithin = { with: 700, without: 450 };
const peak = 1.25;

const middleOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const engines = ['without', 'with'] as const;

describe.each(engines)(
  'a service with the default settings and every marketplace, %s the embedded database',
  (engine) => {
    const installed = engine === 'without' ? installWithoutEngine() : null;
    const folder = testFolder('small');
    const world = createWorld({ seed: 11, startedAt: Date.now(), items });
    const sockets: WebSocket[] = [];
    let stage: Stage;
    let service: ServedProcess;

    beforeAll(async () => {
      stage = await startStage({ world, players, now: Date.now, tickSeconds });
      service = serve({
        folder,
        relay: stage.origin,
        ...(installed !== null && { program: installed.program }),
        environment: { ...playedCredentials(), ...asInstalled, COLLECT_ONLY: '', LOG_LEVEL: 'warn' },
      });
    });
    afterAll(async () => {
      for (const socket of sockets) socket.terminate();
      await killAll();
      await stage?.close();
      installed?.remove();
    });

    const listen = async (origin: string, key: string, marketplace: string): Promise<void> => {
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws/v2/offers?apiKey=${key}`);
      sockets.push(socket);
      await once(socket, 'open');
      socket.send(JSON.stringify({ subscribeTo: [marketplace], games: 'all' }));
      socket.resume();
    };

    needing('/proc').it('stays within the memory of a small server', async () => {
      const [origin, key] = await Promise.all([service.origin, service.firstKey()]);
      const pid = service.child.pid ?? 0;
      const names = marketplaces.map(({ name }) => name);
      for (let at = 0; at < readers; at += 1) await listen(origin, key, names[at % names.length] ?? '');
      const changeCount = async () => (await metricsOf(origin))('itemtape_stream_changes_total');
      await until('the first message', async () => (await changeCount()) > 0);
      const offers = async () => (await metricsOf(origin))('itemtape_book_offers');
      await until('the book to be filled', async () => (await offers()) > offersAtFirst);

      const before = await changeCount();
      const seen: number[] = [];
      for (const endsAt = Date.now() + lastsMs; Date.now() < endsAt; await wait(1_000))
        seen.push(megabytesOf(pid, 'VmRSS'));
      const [third, last] = [seen.slice(seen.length >> 1, (seen.length * 3) >> 2), seen.slice((seen.length * 3) >> 2)];

      expect(await offers()).toBeGreaterThan(offersAtLast);
      expect(middleOf(last)).toBeLessThan(megabytesWithin[engine]);
      expect(megabytesOf(pid, 'VmHWM')).toBeLessThan(megabytesWithin[engine] * peak);
      if (!longRun) return;
      expect(((await changeCount()) - before) / (lastsMs / 1_000)).toBeGreaterThan(minPerSecond);
      expect(middleOf(last) / middleOf(third)).toBeLessThan(1.05);
    });
  },
);
