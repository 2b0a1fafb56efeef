import { resolve } from 'node:path';

/** The environment in which Python finds the client of this tree. */
export const pythonEnvironment = {
  PATH: process.env['PATH'],
  PYTHONPATH: resolve(import.meta.dirname, '..', '..', '..', 'clients/python/src'),
  PYTHONDONTWRITEBYTECODE: '1',
};
