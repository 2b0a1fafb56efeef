import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRecordingSink, type RecordingSink } from '../../../test/support/collect/collecting.ts';
import { priceList, priceRows } from '../../../test/support/collect/tiny-sources.ts';
import { createScriptedServer, type ScriptedServer } from '../../../test/support/servers/scripted-server.ts';
import { createHandClock, type HandClock } from '../../../test/support/time/hand-clock.ts';
import { holds } from '../../../test/support/time/until.ts';
import { type Collector, type CompleteUntil, createCollector } from '../../collect/collector.ts';
import type { Budget, Connector, Credential } from '../../contract/connector.ts';
import { ScheduleMemoryFile } from './memory-file.ts';

const key: Credential = { env: 'TINY_KEY', about: 'Make one in the settings.', carry: { in: 'header', name: 'x-key' } };
const good = () => ({ body: { items: priceRows(3) } });
const minute = 60_000;

let folder: string;
let server: ScriptedServer;
let clock: HandClock;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'itemtape-patience-'));
  server = await createScriptedServer();
  clock = createHandClock();
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

type Run = { readonly collector: Collector; readonly sink: RecordingSink; readonly end: () => Promise<void> };

type Setup = {
  readonly budget?: Partial<Budget>;
  readonly secret?: string;
  readonly completeness?: CompleteUntil | null;
  readonly everySeconds?: number;
};

/** A start of the service on the folder; without `end`, as if it had been killed. */
function started({ budget, secret, completeness = null, everySeconds = 600 }: Setup = {}): Run {
  const sink = createRecordingSink();
  const connector: Connector = {
    slug: 'skinport',
    games: ['CS2'],
    credentials: [key],
    budgets: { all: { requests: 1_000, perSeconds: 60, scope: 'ip', ...budget } },
    sources: [priceList({ credential: key.env, everySeconds })],
  };
  const scheduleMemory = new ScheduleMemoryFile({ folder, now: clock.now, log: { warn: () => {} } });
  const collector = createCollector({
    userAgent: 'test',
    connectors: [connector],
    secrets: (env) => (env === key.env ? (secret ?? 'k-12345678') : null),
    sink,
    clock,
    random: () => 0.5,
    relay: server.origin,
    log: { debug: () => undefined },
    names: () => [],
    valueOf: () => null,
    marketplaceItemId: () => null,
    spreadSeconds: 0,
    scheduleMemory,
    ...(completeness !== null && { lastCompleteness: () => completeness }),
  });
  collector.start();
  const end = async () => {
    await collector.stop();
    await scheduleMemory.close();
  };
  return { collector, sink, end };
}

const runs = (run: Run, count: number) => holds(() => run.sink.runs.length >= count, `run ${count}`);

/** Advances the clock to just before, and then past, the end of a wait. */
async function expectAskedOnlyAfter(run: Run, milliseconds: number): Promise<void> {
  const before = server.requests.length;
  await clock.advance(milliseconds - 1_000);
  expect(server.requests).toHaveLength(before);
  await clock.advance(2_000);
  await runs(run, 1);
  expect(server.requests).toHaveLength(before + 1);
}

describe('a start', () => {
  it('waits for the end of a hold that began before it', async () => {
    server.play(() => ({ status: 429, headers: { 'retry-after': '3600' } }));
    const first = started();
    await clock.advance(1);
    await runs(first, 1);
    await first.end();
    await clock.advance(10 * minute);

    server.play(good);
    const second = started();
    expect(second.collector.health()[0]).toMatchObject({ state: 'limited', lastAskedAt: null });
    await expectAskedOnlyAfter(second, 50 * minute);
    await second.end();
  });

  it('continues the doubling of holds without an end', async () => {
    server.play(() => ({ status: 429 }));
    let run = started();
    await clock.advance(1);
    await runs(run, 1);
    await run.end();
    run = started();
    await expectAskedOnlyAfter(run, minute);
    await run.end();

    run = started();
    await expectAskedOnlyAfter(run, 2 * minute);
    await run.end();
  });

  it('continues a block and its doubling, and says why', async () => {
    server.play(() => ({ status: 403, body: 'no' }));
    let run = started();
    server.play(() => ({ status: 403, headers: { 'content-type': 'text/html' }, body: '<html>no</html>' }));
    await clock.advance(1);
    await runs(run, 1);
    const [before] = run.collector.health();
    expect(before?.state).toBe('blocked');
    await run.end();

    run = started();
    expect(run.collector.health()[0]).toMatchObject({ state: 'blocked', detail: before?.detail });
    await expectAskedOnlyAfter(run, 15 * minute);
    await run.end();
    run = started();
    await expectAskedOnlyAfter(run, 30 * minute);
    await run.end();
  });

  it.each(['ip', 'key'] as const)('counts earlier requests against a budget by %s', async (scope) => {
    server.play(good);
    const budget = { requests: 1, perSeconds: 600, scope };
    const first = started({ budget });
    await clock.advance(1);
    await runs(first, 1);
    await first.end();

    const second = started({ budget });
    await expectAskedOnlyAfter(second, 10 * minute);
    await second.end();
  });

  it.each([
    ['counts anew', 'key', 2],
    ['goes on counting', 'ip', 1],
  ] as const)('%s for another credential where the marketplace counts by %s', async (_, scope, requestCount) => {
    server.play(good);
    const budget = { requests: 1, perSeconds: 600, scope };
    const first = started({ budget });
    await clock.advance(1);
    await runs(first, 1);
    await first.end();

    const second = started({ budget, secret: 'k-87654321' });
    await clock.advance(1_000);
    if (requestCount === 2) await runs(second, 1);
    expect(server.requests).toHaveLength(requestCount);
    await second.end();
    // The former still counts for its own requests
    const third = started({ budget });
    await clock.advance(1_000);
    expect(server.requests).toHaveLength(requestCount);
    await third.end();
  });

  it('counts a request that was under way at a kill', async () => {
    server.play(() => ({ write: () => {} }));
    const budget = { requests: 1, perSeconds: 600 };
    const killed = started({ budget });
    await clock.advance(1);
    await holds(() => server.requests.length === 1);
    server.play(good);
    const second = started({ budget });
    await expectAskedOnlyAfter(second, 10 * minute);
    await second.end();
    await killed.collector.stop();
  });

  it('does not wait longer than a hold lasts when the clock was set back meanwhile', async () => {
    server.play(() => ({ status: 429, headers: { 'retry-after': '3600' } }));
    const first = started();
    await clock.advance(1);
    await runs(first, 1);
    await first.end();
    clock.set(clock.now() - 30 * 24 * 60 * minute);

    server.play(good);
    const second = started();
    await expectAskedOnlyAfter(second, 60 * minute);
    await second.end();
  });

  it('does not wait longer than a hold lasts when the clock was set ahead meanwhile', async () => {
    server.play(() => ({ status: 429, headers: { 'retry-after': '3600' } }));
    const first = started();
    await clock.advance(1);
    await runs(first, 1);
    await first.end();
    clock.set(clock.now() + 24 * 60 * minute);

    server.play(good);
    const second = started();
    await clock.advance(1);
    await runs(second, 1);
    await second.end();
  });

  it('leaves a list that was read in time until it is due, and has it live', async () => {
    server.play(good);
    const at = clock.now() - 2 * minute;
    const run = started({ completeness: { at, dueAt: at + 10 * minute, reason: null } });
    expect(run.collector.health()[0]).toMatchObject({ state: 'live', lastReadAt: at });
    await expectAskedOnlyAfter(run, 8 * minute);
    expect(run.sink.gaps).toEqual([]);
    await run.end();
  });

  it('reads a list at once whose last reading failed', async () => {
    server.play(good);
    const at = clock.now() - 2 * minute;
    const run = started({ completeness: { at, dueAt: at + 10 * minute, reason: 'failed' } });
    await clock.advance(1);
    await runs(run, 1);
    await run.end();
  });

  it('keeps no credential in the file', async () => {
    server.play(good);
    const run = started({ budget: { scope: 'key' } });
    await clock.advance(1);
    await runs(run, 1);
    await run.end();
    expect(readFileSync(join(folder, 'patience.jsonl'), 'utf8')).toContain('skinport all ');
    expect(readFileSync(join(folder, 'patience.jsonl'), 'utf8')).not.toContain('k-12345678');
  });
});
