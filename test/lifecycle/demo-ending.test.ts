import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { cpus } from 'node:os';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { startDemo } from '../support/processes/demo.ts';
import { killAll } from '../support/processes/served-process.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { extent } from '../support/runner/long-run.ts';
import { until } from '../support/time/until.ts';

const loopsOfCore = extent({ short: 1, long: 3 });
const question = 'GET /api.skinport.com/v1/items?app_id=730 HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\n\r\n';

afterAll(killAll);

/** Starts a demo whose temporary folders are in a folder of its own, with every core taken by busy loops once it has. */
async function busyDemo(environment: Readonly<Record<string, string>> = {}) {
  const temporary = testFolder('busy');
  const demo = await startDemo({ TMPDIR: temporary, STAGE_TICK_SECONDS: '1', ...environment });
  const loops = cpus().flatMap(() =>
    Array.from({ length: loopsOfCore }, () => spawn('sh', ['-c', 'while :; do :; done'])),
  );
  onTestFinished(() => {
    for (const loop of loops) loop.kill('SIGKILL');
  });
  return { demo, left: () => readdirSync(temporary) };
}

describe.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)('a demo that keeps nothing', (signal) => {
  it(`is ended by ${signal} itself, without doing anything more, and leaves nothing behind`, async () => {
    const { demo, left } = await busyDemo();
    expect(left()).toHaveLength(1);
    const before = demo.out();
    demo.child.kill(signal);

    expect(await demo.ended).toEqual({ code: null, signal });
    expect(demo.err()).toBe('');
    expect(demo.out().slice(before.length)).not.toMatch(/stopp|writing the rest|snapshot written/);
    await until('its folder to be gone', async () => left().length === 0, left);
  });
});

it('a demo ends with its front workers while its marketplaces are kept busy', async () => {
  const { demo, left } = await busyDemo({ HTTP_WORKERS: '2' });
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
  // Its output is closed once the workers have ended, too
  expect(await demo.ended).toEqual({ code: null, signal: 'SIGTERM' });
  clearInterval(requesting);
  for (const socket of sockets) socket.destroy();
  await until('its folder to be gone', async () => left().length === 0, left);
});

it('a demo keeps its data in a folder that was named, and is stopped in order', async () => {
  const folder = testFolder('kept');
  const { demo } = await busyDemo({ DATA_FOLDER: folder });
  demo.child.kill('SIGTERM');
  const ended = await demo.ended;

  expect(demo.out()).toContain('stopping: finishing answers, writing the rest');
  if (!demo.out().includes('stop timed out')) expect(ended).toEqual({ code: 0, signal: null });
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['past', 'tape']));
});
