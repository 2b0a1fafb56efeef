import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { inWorker } from '../worker.ts';
import type { Load, LoadResult } from './load.ts';

const hasWrk = (): boolean => spawnSync('wrk', ['-v']).error === undefined;

export type LoadTool = { readonly name: string; readonly send: (load: Load) => Promise<LoadResult> };

/** wrk if it is installed, else `bench/load.ts`, which uses about as much CPU as the server. */
export const loadTool = (): LoadTool =>
  hasWrk()
    ? { name: 'wrk, 1 thread', send: sendByWrk }
    : { name: 'bench/load.ts', send: (load) => inWorker('sendOverAndOver', load) };

async function sendByWrk({ port, path, key, connections, seconds }: Load): Promise<LoadResult> {
  const { stdout } = await promisify(execFile)('wrk', [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '-H',
    `X-API-Key: ${key}`,
    `http://127.0.0.1:${port}${path}`,
  ]);
  const answers = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  if (/Non-2xx|Socket errors/.test(stdout) || !(answers > 0 && perSecond > 0)) {
    throw new Error(`wrk does not report a clean run:\n${stdout}`);
  }
  return { answers, perSecond };
}

export type LoadFigures = {
  readonly perSecond: number;
  /** CPU seconds of the server per 100,000 answers. */
  readonly cpuSeconds: number;
};

/** Loads a server and measures its CPU time meanwhile. */
export async function underLoad(
  tool: LoadTool,
  load: Load,
  server: { readonly cpuSeconds: () => Promise<number> },
): Promise<LoadFigures> {
  const before = await server.cpuSeconds();
  const { answers, perSecond } = await tool.send(load);
  const spent = (await server.cpuSeconds()) - before;
  return { perSecond, cpuSeconds: (spent * 100_000) / answers };
}
