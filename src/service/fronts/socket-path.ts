import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backlog } from '../../front/backlog.ts';

// What the kernel takes for the path of a socket, on all systems
const longestPath = 100;

/** Has a server listen where nobody but the owner of the data folder comes; the result takes it away again. */
export async function openSocketPath(
  server: Server,
  dataFolder: string,
): Promise<{ readonly path: string; readonly close: () => Promise<void> }> {
  const wished = join(dataFolder, 'fronts');
  const isShort = Buffer.byteLength(join(wished, 'book.sock')) <= longestPath;
  const folder = isShort ? wished : await mkdtemp(join(tmpdir(), 'itemtape-fronts-'));
  // Of a run that was killed
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  // Whatever the process's own mask says
  await chmod(folder, 0o700);
  const path = join(folder, 'book.sock');
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ path, backlog }, resolve);
  });
  return { path, close: () => rm(folder, { recursive: true, force: true }) };
}
