import { fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { extname, join } from 'node:path';
import type { tasks } from './tasks.ts';
import type { Call } from './worker-main.ts';

type Tasks = typeof tasks;
type Given<Task extends keyof Tasks> = Parameters<Tasks[Task]>;
type Result<Task extends keyof Tasks> = Awaited<ReturnType<Tasks[Task]>>;
type Reply = { readonly result: unknown } | { readonly error: string };

export type Worker = {
  readonly pid: number;
  /** Runs a task in the process; one at a time. */
  readonly call: <Task extends keyof Tasks>(task: Task, ...given: Given<Task>) => Promise<Result<Task>>;
  /** CPU seconds of all its threads since the start. */
  readonly cpuSeconds: () => Promise<number>;
  readonly stop: () => Promise<void>;
};

export function startWorker(): Worker {
  const entry = join(import.meta.dirname, `worker-main${extname(import.meta.filename)}`);
  const worker = fork(entry, { serialization: 'advanced' });
  const gone = new AbortController();
  const replies = new EventEmitter();
  worker.on('message', (reply: Reply) => replies.emit('reply', reply));
  worker.once('exit', () => gone.abort(new Error('the child process ended before its work was done')));
  const ask = async (call: Call): Promise<unknown> => {
    worker.send(call);
    const [reply] = (await once(replies, 'reply', { signal: gone.signal })) as [Reply];
    if ('error' in reply) throw new Error(`in a child process: ${reply.error}`);
    return reply.result;
  };
  return {
    // Missing only if no process could be started, which the first call reports
    pid: worker.pid ?? 0,
    call: <Task extends keyof Tasks>(task: Task, ...given: Given<Task>) =>
      ask({ task, given }) as Promise<Result<Task>>,
    cpuSeconds: async () => {
      const { user, system } = (await ask('cpu')) as NodeJS.CpuUsage;
      return (user + system) / 1e6;
    },
    stop: async () => {
      if (worker.exitCode !== null || worker.signalCode !== null) return;
      const ended = once(worker, 'exit');
      worker.disconnect();
      await ended;
    },
  };
}

/** Runs one task in a new process. */
export async function inWorker<Task extends keyof Tasks>(task: Task, ...given: Given<Task>): Promise<Result<Task>> {
  const worker = startWorker();
  try {
    return await worker.call(task, ...given);
  } finally {
    await worker.stop();
  }
}
