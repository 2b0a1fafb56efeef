import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFront } from '../../../bench/http/front.ts';
import type { ApiOptions } from '../../../src/api/create-api.ts';
import type { ForFronts } from '../../../src/front/for-fronts.ts';
import { openSocketPaths } from '../../../src/front/main-process/socket-paths.ts';

const secret = 'at front';

/** The path from one server to a front worker that runs in this process. */
export function openFront() {
  const fronts: NonNullable<ApiOptions['fronts']> = {
    secret,
    report: () => ({ wanted: 1, running: 1, restarts: 0, hung: 0 }),
  };
  const closing: (() => unknown)[] = [];

  return {
    fronts,
    /** Connects the server to the worker, which hands readers over to `take`; resolves to the worker's port. */
    async listen(server: Server, take: ForFronts['take'] = (reader) => reader.destroy()): Promise<number> {
      const folder = mkdtempSync(join(tmpdir(), 'itemtape-at-front-'));
      const { path, trunk, close } = await openSocketPaths(server, folder);
      const { port, stop } = await startFront({ path, trunk, secret }, take);
      closing.push(stop, close, () => rmSync(folder, { recursive: true, force: true }));
      return port;
    },
    async close(): Promise<void> {
      for (const close of closing.splice(0)) await close();
    },
  };
}
