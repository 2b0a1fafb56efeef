import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compiled } from '../../test/support/processes/compiled.ts';
import { extent } from '../../test/support/runner/long-run.ts';
import { seededNumbers } from '../../test/support/runner/seed.ts';
import { temporaryFolder } from '../../test/support/store/store-samples.ts';
import { openStore } from './open-store.ts';

const kills = extent({ short: 3, long: 20 });
const chance = seededNumbers();

type Count = { count: number; distinct: number; isWhole: boolean };
type Found = { sales: Count; points: Count; isLivelyLatest: boolean };
type WorkerLine = { found?: Found; acknowledged?: number; closed?: true };

describe('the data folder and the processes that want it', () => {
  let child: Awaited<ReturnType<typeof compiled>>;
  const folder = temporaryFolder();
  const children = new Set<ChildProcess>();

  beforeAll(async () => {
    child = await compiled('test/support/store/store-child.ts');
  });
  afterAll(() => {
    for (const running of children) running.kill('SIGKILL');
    folder.remove();
    child?.remove();
  });

  const start = (acknowledged: number, batches: number) => {
    const running = spawn(process.execPath, [child.script, folder.path, String(acknowledged), String(batches)], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    children.add(running);
    const ended = once(running, 'exit').then(([code, signal]) => {
      children.delete(running);
      return { code, signal };
    });
    let complaints = '';
    running.stderr.on('data', (data) => {
      complaints += data;
    });
    const lines = createInterface({ input: running.stdout })[Symbol.asyncIterator]();
    const next = async (): Promise<WorkerLine | null> => {
      const { value, done } = await lines.next();
      return done ? null : JSON.parse(value);
    };
    return { running, ended, next, complaints: () => complaints };
  };

  const expectAll = (found: Found | undefined, complaints: string) => {
    expect(complaints).toBe('');
    for (const kind of ['sales', 'points'] as const) {
      expect(found?.[kind].isWhole, kind).toBe(true);
      expect(found?.[kind].distinct, kind).toBe(found?.[kind].count);
    }
    expect(found?.isLivelyLatest).toBe(true);
  };

  /** Writes batches until killed, and returns the last one that was acknowledged. */
  const killed = async (acknowledged: number, whileOpening: boolean): Promise<number> => {
    const { running, ended, next, complaints } = start(acknowledged, 1000);
    const kill = (within: number) => setTimeout(() => running.kill('SIGKILL'), chance() * within);
    if (whileOpening) kill(400);
    let last = acknowledged;
    for (let line = await next(); line !== null; line = await next()) {
      if (line.found !== undefined) {
        expectAll(line.found, complaints());
      }
      // Killed only after a write, so that each round has written something, however slow the machine
      if (!whileOpening && line.acknowledged === acknowledged + 1) kill(600);
      last = line.acknowledged ?? last;
    }
    expect((await ended).signal).toBe('SIGKILL');
    return last;
  };

  it(`has everything acknowledged, and nothing twice, after each of ${kills} kills in the middle of writing`, async () => {
    let acknowledged = 0;
    for (let round = 0; round < kills; round += 1) acknowledged = await killed(acknowledged, round % 5 === 4);

    expect(acknowledged).toBeGreaterThanOrEqual((kills * 4) / 5);
    const last = start(acknowledged, 0);
    expectAll((await last.next())?.found, last.complaints());
    last.running.stdin.end();
    expect(await last.next()).toEqual({ closed: true });
    expect(await last.ended).toEqual({ code: 0, signal: null });
  });

  it('names the owner of the folder to a second process, and is free once the owner is killed', async () => {
    const { running, ended, next } = start(0, 0);
    await next();

    const inUse = `the data folder ${folder.path} is in use by process ${running.pid}`;
    await expect(openStore({ at: { folder: folder.path }, now: Date.now })).rejects.toThrow(inUse);
    // Without owner.json the engine's own lock refuses
    await rm(join(folder.path, 'owner.json'));
    await expect(openStore({ at: { folder: folder.path }, now: Date.now })).rejects.toThrow(inUse);
    running.kill('SIGKILL');
    await ended;

    const store = await openStore({ at: { folder: folder.path }, now: Date.now });
    await store.ping();
    await store.close();
  });

  it('takes over from a dead process even if its process id lives on as another one', async () => {
    const note = { pid: process.ppid, startedAt: 'an earlier boot/12345', since: '2026-01-01T00:00:00.000Z' };
    await writeFile(join(folder.path, 'owner.json'), JSON.stringify(note));

    const store = await openStore({ at: { folder: folder.path }, now: Date.now });

    expect(JSON.parse(await readFile(join(folder.path, 'owner.json'), 'utf8')).pid).toBe(process.pid);
    await expect(openStore({ at: { folder: folder.path }, now: Date.now })).rejects.toThrow(
      `in use by process ${process.pid}`,
    );
    await store.close();
  });
});
