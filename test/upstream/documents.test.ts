import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { freePort } from '../support/network/free-port.ts';
import { readJson } from '../support/processes/served-process.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { until } from '../support/time/until.ts';

const repository = join(import.meta.dirname, '..', '..');
const folder = testFolder('docs');
const stops: (() => void)[] = [];
afterAll(() => {
  for (const stop of stops) stop();
});

/** Runs a line as a shell would: first environment variables, last an output file. */
function run(line: string) {
  const [command = '', file] = line.split(' > ');
  const words = command.split(' ');
  const at = words.indexOf('itemtape');
  const variables = Object.fromEntries(words.slice(0, at).map((word) => word.split('=')));
  // Limits the demo to what the example reads from it
  const only = { COLLECT_ONLY: 'SkinPort,CSFloat', COLLECT_GAMES: 'CS2' };
  const environment = { PATH: process.env['PATH'] ?? '', LOG_FORMAT: 'json', ...only, ...variables };
  const main = join(repository, 'dist', 'main.js');
  const child = spawn(process.execPath, [main, ...words.slice(at + 1)], { cwd: folder, env: environment });
  stops.push(() => child.kill('SIGKILL'));
  let out = '';
  child.stdout.on('data', (data) => {
    out += data;
  });
  const ended = once(child, 'close').then(() => {
    if (file !== undefined) writeFileSync(join(folder, file), out);
  });
  return { out: () => out, ended };
}

it('the example of docs/upstream.md runs as written', async () => {
  const text = readFileSync(join(repository, 'docs', 'upstream.md'), 'utf8');
  const ports = { 7400: await freePort(), 7500: await freePort() };
  const block = /```\n(itemtape demo[^`]+)```/.exec(text)?.[1] ?? '';
  const lines = block
    .trim()
    .replaceAll('7400', String(ports[7400]))
    .replaceAll('7500', String(ports[7500]))
    .split('\n');
  expect(lines).toHaveLength(3);
  const [demo = '', keys = '', serve = ''] = lines;

  run(demo);
  const first = `http://127.0.0.1:${ports[7400]}`;
  await until('the demo', async () => (await fetch(`${first}/ready`).catch(() => null))?.ok);
  await run(keys).ended;
  const second = run(serve);
  const key = await until('the key of the second service', async () => /it_[\w-]{43}/.exec(second.out())?.[0]);
  for (const marketplace of ['SkinPort', 'CSFloat']) {
    const search = `/v2/items/search?game=CS2&query=AK-47&marketplace=${marketplace}`;
    const rows = await until(`prices of ${marketplace}`, async () => {
      const found = await readJson(`http://127.0.0.1:${ports[7500]}${search}`, key).catch(() => []);
      return found.length > 0 ? found : null;
    });
    expect(rows[0].priceUSD).toBeGreaterThan(0);
  }
});
