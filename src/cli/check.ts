import { secretsFrom } from '../config.ts';
import type { Probe } from '../service/probe.ts';
import type { Run } from './command.ts';
import { countFlag, gameFlag, readFlag } from './flags.ts';

export const run: Run = async ({ positionals, flags, environment, read, out }) => {
  const { createProbe } = await import('../service/probe.ts');
  const probe = createProbe({ config: read.config, secrets: secretsFrom(environment), marketplace: positionals[0] });
  const game = gameFlag(flags);
  const item = readFlag(flags, 'item');
  const seconds = countFlag(flags, 'seconds', 30);
  let failures = 0;
  try {
    for (const one of probe.sources) {
      const wanted = one.games.filter((candidate) => game === null || candidate === game);
      // One connection of a feed speaks of all its games
      for (const covered of one.source.kind === 'feed' ? wanted.slice(0, 1) : wanted) {
        const title = `${one.source.name}  ${covered}`.padEnd(28);
        if (one.missingCredential !== null) {
          out(`${title} off        ${one.missingCredential} is not set: ${probe.about(one.missingCredential)}\n`);
          continue;
        }
        const result = await probe.ask(one.source.name, covered, item, seconds).catch((error: Error) => error.message);
        out(typeof result === 'string' ? `${title} not asked  ${result}\n` : lines(title, result));
        if (typeof result === 'string' || result.outcome !== 'read') failures += 1;
      }
    }
  } finally {
    await probe.stop();
  }
  return failures === 0 ? 0 : 1;
};

const lines = (title: string, result: Awaited<ReturnType<Probe['ask']>>): string => {
  const { outcome, detail, rows, rejected, counts, offenders } = result;
  const found = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
  const asked = `${title} ${outcome.padEnd(10)} ${rows} rows, ${rejected} rejected  ${found.join(', ')}  ${detail ?? ''}`;
  return `${[asked, ...offenders.map(({ reason, row }) => `${''.padEnd(28)} ${reason}: ${row}`)].join('\n')}\n`;
};
