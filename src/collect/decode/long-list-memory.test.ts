import { execFile } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { priceRows } from '../../../test/support/collect/tiny-sources.ts';
import { compiled } from '../../../test/support/processes/compiled.ts';
import { createScriptedServer } from '../../../test/support/servers/scripted-server.ts';

const mebibyte = 1024 * 1024;
const heapMebibytes = 24;
const rowsPerBlock = 5000;
const block = Buffer.from(
  JSON.stringify(priceRows(rowsPerBlock).map((row) => ({ ...row, about: `★ ${'unread '.repeat(10)}` }))).slice(1, -1),
);

/** Writes a list of this many blocks no faster than it is read; returns its size in bytes. */
async function writeList(response: ServerResponse, blocks: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"success":true,"items":[');
  for (let index = 0; index < blocks; index += 1) {
    if (index > 0) response.write(',');
    if (!response.write(block)) await new Promise((resolve) => response.once('drain', resolve));
  }
  response.end(']}');
}

it('reads a list of 64 MB in a process with a heap of 24 MB', async () => {
  const blocks = Math.ceil((64 * mebibyte) / block.length);
  const server = await createScriptedServer();
  server.play(() => ({ write: (response) => void writeList(response, blocks) }));
  const { script, remove } = await compiled('test/support/collect/stream-child.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [
    `--max-old-space-size=${heapMebibytes}`,
    script,
    server.origin,
  ]);
  const logged = JSON.parse(stdout);
  await server.close();
  remove();

  expect(logged).toMatchObject({ outcome: 'read', rows: blocks * rowsPerBlock, records: blocks * rowsPerBlock });
  expect(logged.max.heap).toBeLessThan(2 * heapMebibytes);
});
