import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiOptions } from '../../src/api/create-api.ts';
import { Front } from '../../src/front/front.ts';
import { openSocketPaths } from '../../src/service/fronts/socket-paths.ts';

const secret = 'at front';
const beatMs = 200;

/** A way to one server for a front worker that runs in this process. */
export function openFront() {
  const fronts: NonNullable<ApiOptions['fronts']> = {
    secret,
    report: () => ({ wanted: 1, running: 1, restarts: 0, hung: 0 }),
  };
  const closing: (() => unknown)[] = [];

  return {
    fronts,
    /** Has the server answer the worker; resolves to the worker's port. */
    async listen(server: Server): Promise<number> {
      const folder = mkdtempSync(join(tmpdir(), 'itemtape-at-front-'));
      const { path, trunk, close } = await openSocketPaths(server, folder);
      const begin = { is: 'begin', host: '127.0.0.1', port: 0, bytes: 2 ** 24, path, trunk, secret } as const;
      return await new Promise((resolve, reject) => {
        const front = new Front(begin, {
          say: (word) => {
            if (word.is === 'listening') resolve(word.port);
            else if (word.is === 'refused') reject(new Error(word.message));
          },
          ended: () => {},
        });
        front.beat();
        const beating = setInterval(() => front.beat(), beatMs);
        closing.push(
          () => clearInterval(beating),
          () => front.stop(),
          () => close(),
          () => rmSync(folder, { recursive: true, force: true }),
        );
      });
    },
    async close(): Promise<void> {
      for (const close of closing.splice(0)) await close();
    },
  };
}
