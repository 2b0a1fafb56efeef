import { runUntilSignal } from '../../src/cli/run-until-signal.ts';

// Fails to stop, and leaves a timer behind that keeps the process alive
setInterval(() => {}, 60_000);
const say = (text: string): boolean => process.stdout.write(`${text}\n`);
process.exitCode = await runUntilSignal({
  log: { info: say, error: (_, text) => say(text) },
  start: async () => ({
    async stop() {
      throw new Error('nothing could be written');
    },
  }),
  started: () => say('started'),
}).catch((error: unknown) => {
  say(String(error));
  return 1;
});
