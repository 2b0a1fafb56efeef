import { runUntilSignal } from '../../../src/cli/run-until-signal.ts';

// Fails to stop, and leaves a timer behind that keeps the process alive
setInterval(() => {}, 60_000);
const report = (text: string): boolean => process.stdout.write(`${text}\n`);
process.exitCode = await runUntilSignal({
  log: { info: report, error: (_, text) => report(text) },
  start: async () => ({
    async stop() {
      throw new Error('nothing could be written');
    },
  }),
  started: () => report('started'),
}).catch((error: unknown) => {
  report(String(error));
  return 1;
});
