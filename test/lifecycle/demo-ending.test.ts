import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { startDemo } from '../support/processes/demo.ts';
import { killAll } from '../support/processes/served-process.ts';
import { extent } from '../support/runner/long-run.ts';

const question = 'GET /api.skinport.com/v1/items?app_id=730 HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\n\r\n';

afterAll(killAll);

it('the demo ends while its marketplaces are kept busy', async () => {
  for (let round = 0; round < extent({ short: 1, long: 20 }); round += 1) {
    const demo = await startDemo();
    const { stage } = JSON.parse(await demo.line((line) => line.includes('"stage"')));
    const sockets = Array.from({ length: 40 }, () => {
      const socket = connect(Number(new URL(stage).port), '127.0.0.1');
      socket.on('error', () => {});
      socket.resume();
      return socket;
    });
    const requesting = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write(question.repeat(20));
    }, 20);

    demo.child.kill('SIGTERM');
    const { code, signal } = await demo.ended;
    clearInterval(requesting);
    for (const socket of sockets) socket.destroy();

    expect(demo.err()).toBe('');
    // Where the machine is too busy to close the database, it has said so
    if (signal === 'SIGTERM') expect(demo.out()).toContain('ends without closing its database');
    else expect(code).toBe(0);
  }
});

describe.each(['SIGTERM', 'SIGINT'] as const)('at %s, with every core taken by busy loops, the demo', (signal) => {
  /** The end of a demo that has read something, in a folder of its own, with the files that it has left there. */
  async function endedWhileBusy(environment: Readonly<Record<string, string>>) {
    const temporary = mkdtempSync(join(tmpdir(), 'itemtape-busy-'));
    const demo = await startDemo({ TMPDIR: temporary, STAGE_TICK_SECONDS: '1', ...environment });
    const loops = cpus().flatMap(() => [1, 2, 3].map(() => spawn(process.execPath, ['-e', 'for (;;);'])));
    onTestFinished(() => {
      for (const loop of loops) loop.kill('SIGKILL');
      rmSync(temporary, { recursive: true, force: true });
    });
    await demo.line((line) => line.includes('"firstKey"'));
    demo.child.kill(signal);
    const ended = await demo.ended;
    return { ended, said: demo.out(), err: demo.err(), left: readdirSync(temporary) };
  }

  it('writes nothing, waits for nobody and leaves nothing behind', async () => {
    const { ended, said, err, left } = await endedWhileBusy({});

    const isClosed = !said.includes('ends without closing its database');
    expect(ended).toEqual(isClosed ? { code: 0, signal: null } : { code: null, signal });
    expect([err, left]).toEqual(['', []]);
    expect(said).toContain('stopping: nothing is kept');
    for (const step of ['writing what is left', 'dump of the book', 'store was too slow', 'could not stop in time'])
      expect(said).not.toContain(step);
  });

  it('keeps its data in a folder that was named', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'itemtape-kept-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { ended, said } = await endedWhileBusy({ DATA_FOLDER: folder });

    expect(said).toContain('stopping: finishing answers, writing what is left');
    if (!said.includes('could not stop in time')) expect(ended).toEqual({ code: 0, signal: null });
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['engine', 'tape']));
  });
});
