import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { freePort } from '../support/network/free-port.ts';
import { killAll, runCommand, serve } from '../support/processes/served-process.ts';
import { testFolder } from '../support/runner/file-folders.ts';

const folder = testFolder('without-nats');
const listed = join(folder, 'modules');

const hooks = `
import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  appendFileSync(${JSON.stringify(listed)}, url + '\\n');
  return await next(url, context);
}`;

/** Lists the modules that a process loads. */
const listing = (): Record<string, string> => {
  const [file, entry] = [join(folder, 'hooks.mjs'), join(folder, 'register.mjs')];
  writeFileSync(listed, '');
  writeFileSync(file, hooks);
  writeFileSync(entry, `import { register } from 'node:module'; register('${pathToFileURL(file)}');`);
  return { NODE_OPTIONS: `--import=${pathToFileURL(entry)}` };
};
const loaded = (): string[] => readFileSync(listed, 'utf8').trim().split('\n');

afterAll(killAll);

it('a service without cluster.nats loads nothing of NATS, from its start to its stop', async () => {
  const environment = { ...listing(), COLLECT_ONLY: 'dmarket' };
  const service = serve({ folder: join(folder, 'data'), relay: 'http://127.0.0.1:9', environment });
  await service.origin;
  expect(await service.stop('SIGTERM')).toMatchObject({ code: 0 });

  expect(loaded().filter((url) => url.includes('/dist/parts/')).length).toBeGreaterThan(5);
  expect(loaded().filter((url) => url.includes('@nats-io'))).toEqual([]);
});

it('a command of a cluster loads it', async () => {
  const cluster = { CLUSTER_NATS: `nats://127.0.0.1:${await freePort()}`, DATA_FOLDER: join(folder, 'data') };
  expect(await runCommand(['keys', 'list'], { ...listing(), ...cluster })).toMatchObject({ code: 1 });

  expect(loaded().filter((url) => url.includes('@nats-io'))).not.toEqual([]);
});
