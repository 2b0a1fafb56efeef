import process from 'node:process';
import { tasks } from './tasks.ts';

// Runs a task in a separate process, so that its memory and CPU time can be measured on their own

/** A request to the process: a task, or the CPU time used so far. */
export type Call = { readonly task: keyof typeof tasks; readonly given: readonly unknown[] } | 'cpu';

async function perform(call: Call): Promise<unknown> {
  if (call === 'cpu') return process.cpuUsage();
  const task = tasks[call.task] as (...given: readonly unknown[]) => unknown;
  return await task(...call.given);
}

process.on('message', (call: Call) => {
  perform(call).then(
    (result) => process.send?.({ result }),
    (error: unknown) =>
      process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
process.on('disconnect', () => process.exit());
