import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backlog } from '../limits.ts';
import { Trunks } from './trunks.ts';

// Longest path of a socket, in bytes, that the kernels of all systems accept
const maxPathLength = 100;

export type SocketPaths = {
  /** Where the server listens. */
  readonly path: string;
  /** Where the server accepts trunks. */
  readonly trunk: string;
  readonly trunks: Pick<Trunks, 'streams'>;
  readonly close: () => Promise<void>;
};

/** Makes a server listen for connections and trunks at paths that only the owner of the data folder can reach. */
export async function openSocketPaths(server: Server, dataFolder: string): Promise<SocketPaths> {
  const preferred = join(dataFolder, 'fronts');
  const isShort = Buffer.byteLength(join(preferred, 'trunk.sock')) <= maxPathLength;
  const folder = isShort ? await emptied(preferred) : await mkdtemp(join(tmpdir(), 'itemtape-fronts-'));
  const path = join(folder, 'book.sock');
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ path, backlog }, resolve);
  });
  const trunk = join(folder, 'trunk.sock');
  const trunks = new Trunks(server);
  await trunks.open(trunk);
  const close = async (): Promise<void> => {
    trunks.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { path, trunk, trunks, close };
}

/** Only in the data folder, where nobody else can take the name in between. */
async function emptied(folder: string): Promise<string> {
  // Left by a run that was killed
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  // `mkdir` applies the umask of the process
  await chmod(folder, 0o700);
  return folder;
}
