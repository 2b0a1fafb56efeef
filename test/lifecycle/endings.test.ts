import { mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { type Command, type Ended, killAll, serve, startCommand } from '../support/processes/served-process.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { extent } from '../support/runner/long-run.ts';
import { seededNumbers } from '../support/runner/seed.ts';
import { createScriptedServer } from '../support/servers/scripted-server.ts';

// Each signal at least once
const rounds = extent({ short: 2, long: 24 });
const chance = seededNumbers();
const withinMs = extent({ short: 2_000, long: 4_000 });
const listened = extent<Readonly<Record<string, string>>>({
  short: { COLLECT_GAMES: 'CS2', STAGE_ITEMS: '3000' },
  long: {},
});

const root = testFolder('endings');
afterAll(killAll);

/** A demo with a folder for its data, so that it is stopped in order. */
const startBusyDemo = (temporary: string): Command => {
  const stored = { DATA_FOLDER: join(temporary, 'data') };
  const environment = { ...stored, TMPDIR: temporary, HTTP_PORT: '0', LOG_FORMAT: 'json', STAGE_TICK_SECONDS: '1' };
  return startCommand(['demo'], { ...environment, ...listened });
};

describe('a demo that is told to stop while it reads and writes', () => {
  it(`exits cleanly and leaves nothing behind but its data, in each of ${rounds} rounds`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const temporary = mkdtempSync(join(root, 'once-'));
      const demo = startBusyDemo(temporary);
      await demo.line((line) => line.includes('"store open"'));
      await wait(chance() * withinMs);
      demo.child.kill(round % 2 === 0 ? 'SIGTERM' : 'SIGHUP');
      const ended = await demo.ended;

      expect(demo.err()).toBe('');
      // If stopping took too long, it has said so and killed itself
      if (demo.out().includes('stop timed out')) expect(ended).toEqual({ code: null, signal: 'SIGKILL' });
      else expect(ended).toEqual({ code: 0, signal: null });
      expect(readdirSync(temporary)).toEqual(['data']);
    }
  });

  it(`exits at once on a second signal, without a crash and leaving nothing behind but its data, in each of ${rounds} rounds`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const temporary = mkdtempSync(join(root, 'twice-'));
      const demo = startBusyDemo(temporary);
      await demo.line((line) => line.includes('"store open"'));
      await wait(chance() * withinMs);
      demo.child.kill('SIGINT');
      await wait(chance() * 500);
      demo.child.kill('SIGINT');
      const ended = await demo.ended;

      expect(demo.err()).toBe('');
      // It may have stopped cleanly before the second signal, which then kills it by default if it arrives in time
      const ends: Ended[] = [{ code: null, signal: 'SIGKILL' }];
      if (demo.out().includes('"stopped"')) ends.push({ code: 0, signal: null }, { code: null, signal: 'SIGINT' });
      expect(ends).toContainEqual(ended);
      expect(readdirSync(temporary)).toEqual(['data']);
    }
  });
});

describe('a service in which something fails that no code awaits', () => {
  it.each([
    ['an uncaught exception', 'exception', 'TypeError: Cannot read properties of null'],
    ['an unhandled rejection', 'rejection', 'Error: a made-up rejection'],
  ])('says so, writes its pending data, and exits with code 1, for %s', async (_, name, words) => {
    const sales = Array.from({ length: 500 }, (_, at) => ({
      id: `sale-${at}`,
      name: at === 250 ? name : 'Made-up Case',
      cents: 100,
      soldAt: Date.now() - 1_000,
    }));
    const market = await createScriptedServer();
    market.play(() => ({ body: sales }));
    const folder = join(root, name);
    const service = serve({
      folder,
      relay: market.origin,
      environment: {
        COLLECT_CONNECTORS: join(import.meta.dirname, '..', 'support', 'connectors'),
        COLLECT_ONLY: 'FaultyMarket',
      },
    });

    expect(await service.ended).toEqual({ code: 1, signal: null });
    const lines = service.out().trim().split('\n');
    expect(lines.filter((line) => line.includes('unexpected error'))).toEqual([expect.stringContaining(words)]);
    expect(lines.at(-1)).toContain('"msg":"stopped"');
    expect(service.err()).toBe('');
    await market.close();
    // The fault may have left the memory in any state
    const fault = lines.findIndex((line) => line.includes('unexpected error'));
    expect(lines.slice(fault).filter((line) => line.includes('"snapshot written"'))).toEqual([]);
    const store = await openStore({ at: { folder }, now: Date.now });
    const covered = await store.coverage();
    await store.close();
    expect(covered).toMatchObject([{ salesCount: sales.length }]);
  });
});
