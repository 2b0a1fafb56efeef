import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../network/free-port.ts';
import { testFolder } from '../runner/file-folders.ts';
import { programFor } from '../runner/needs.ts';

export type PostgresServer = {
  readonly url: string;
  /** Kills the server as a crash does; `begin` starts it again on the same port and folder. */
  readonly kill: () => Promise<void>;
  readonly begin: () => Promise<void>;
};

// The server refuses to run as root
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null;

/** An empty PostgreSQL server on a free port of loopback. */
export async function startPostgres(): Promise<PostgresServer> {
  const program = programFor('postgres');
  const folder = testFolder('postgres');
  if (nobody !== null) {
    chownSync(folder, nobody.uid, nobody.gid);
    chmodSync(tmpdir(), 0o711);
  }
  const port = await freePort();
  const start = (name: string, words: readonly string[]): ChildProcess =>
    spawn(join(dirname(program), name), words, { stdio: 'ignore', cwd: folder, ...nobody });
  const made = start('initdb', [
    '-D',
    folder,
    '-U',
    'itemtape',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '-N',
    '--no-instructions',
  ]);
  const [code] = await once(made, 'close');
  if (code !== 0) throw new Error(`initdb ended with ${code}`);

  const isReady = async (): Promise<boolean> =>
    (await once(start('pg_isready', ['-q', '-h', '127.0.0.1', '-p', String(port)]), 'close'))[0] === 0;

  let child: ChildProcess | null = null;
  const begin = async (): Promise<void> => {
    for (;;) {
      // Nothing here loses power
      const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' };
      const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      const started = start('postgres', ['-D', folder, '-p', String(port), ...words]);
      let isOver = false;
      const over = once(started, 'close').then(() => {
        isOver = true;
      });
      while (!isOver && !(await isReady())) await Promise.race([over, wait(50)]);
      child = started;
      if (!isOver) return;
      // Its children have noticed only now that it was killed
      await wait(50);
    }
  };
  const kill = async (): Promise<void> => {
    if (child === null) return;
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
    child = null;
  };
  await begin();
  return { url: `postgres://itemtape@127.0.0.1:${port}/postgres`, kill, begin };
}
