import { fork } from 'node:child_process';
import { once } from 'node:events';
import { extname, join } from 'node:path';
import type { works } from './tasks.ts';

type Works = typeof works;
type Given<Work extends keyof Works> = Parameters<Works[Work]>;
type Result<Work extends keyof Works> = Awaited<ReturnType<Works[Work]>>;
type Reply = { readonly result: unknown } | { readonly error: string };

export type Child = {
  /** Lets the process do one piece of work; one at a time. */
  readonly call: <Work extends keyof Works>(work: Work, ...given: Given<Work>) => Promise<Result<Work>>;
  /** CPU seconds of all its threads since it began. */
  readonly cpuSeconds: () => Promise<number>;
  readonly stop: () => Promise<void>;
};

export function startChild(): Child {
  const entry = join(import.meta.dirname, `worker-main${extname(import.meta.filename)}`);
  const child = fork(entry, { serialization: 'advanced' });
  const gone = new AbortController();
  child.once('exit', () => gone.abort(new Error('the child process ended before its work was done')));
  const ask = async (task: object | 'cpu'): Promise<unknown> => {
    child.send(task);
    const [reply] = (await once(child, 'message', { signal: gone.signal })) as [Reply];
    if ('error' in reply) throw new Error(`in a child process: ${reply.error}`);
    return reply.result;
  };
  return {
    call: <Work extends keyof Works>(work: Work, ...given: Given<Work>) =>
      ask({ work, given }) as Promise<Result<Work>>,
    cpuSeconds: async () => {
      const { user, system } = (await ask('cpu')) as NodeJS.CpuUsage;
      return (user + system) / 1e6;
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

/** One piece of work in a process that is started for it. */
export async function inChild<Work extends keyof Works>(work: Work, ...given: Given<Work>): Promise<Result<Work>> {
  const child = startChild();
  try {
    return await child.call(work, ...given);
  } finally {
    await child.stop();
  }
}
