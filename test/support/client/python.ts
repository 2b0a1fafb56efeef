import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/**
 * A Python that has websockets; undefined if there is none. Debian's package is for Debian's Python, which is not
 * necessarily the first one in the path.
 */
export const python = ['python3', '/usr/bin/python3'].find(
  (program) => spawnSync(program, ['-c', 'import websockets']).status === 0,
);

/** The environment in which Python finds the client of this tree. */
export const pythonEnvironment = {
  PATH: process.env['PATH'],
  PYTHONPATH: resolve(import.meta.dirname, '..', '..', '..', 'clients/python/src'),
  PYTHONDONTWRITEBYTECODE: '1',
};
