import process from 'node:process';
import { tasks } from './tasks.ts';

// A process of its own for one piece of work: what it holds and spends is not mixed with that of others

type Task = { readonly work: keyof typeof tasks; readonly given: unknown[] } | 'cpu';

async function perform(task: Task): Promise<unknown> {
  if (task === 'cpu') return process.cpuUsage();
  const work = tasks[task.work] as (...given: unknown[]) => unknown;
  return await work(...task.given);
}

process.on('message', (task: Task) => {
  perform(task).then(
    (result) => process.send?.({ result }),
    (error: unknown) =>
      process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
process.on('disconnect', () => process.exit());
