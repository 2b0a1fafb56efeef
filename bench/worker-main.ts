import process from 'node:process';
import { type Handed, isHanded } from './handed.ts';
import { tasks } from './tasks.ts';

// A process of its own for one piece of work: what it holds and spends is not mixed with that of others

/** What the process is asked for: a task, or the CPU time that it has taken so far. */
export type Call = { readonly task: keyof typeof tasks; readonly given: readonly unknown[] } | 'cpu';

async function perform(call: Call): Promise<unknown> {
  if (call === 'cpu') return process.cpuUsage();
  const task = tasks[call.task] as (...given: readonly unknown[]) => unknown;
  return await task(...call.given);
}

process.on('message', (call: Call | Handed) => {
  // Not for here
  if (typeof call === 'object' && isHanded(call)) return;
  perform(call).then(
    (result) => process.send?.({ result }),
    (error: unknown) =>
      process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
process.on('disconnect', () => process.exit());
