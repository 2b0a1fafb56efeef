import { Readable } from 'node:stream';
import { type Run, UsageError } from '../command.ts';
import { countFlag, gameFlag } from '../flags.ts';
import { gatherAll } from '../gather-all.ts';
import { besideCluster } from '../in-cluster.ts';
import { jsonText } from '../json.ts';
import { fileFlag, saveFile } from '../save-file.ts';
import { secretsOf } from '../secrets.ts';
import { reportLines } from './report-lines.ts';

/** Asks every source that is on once, and prints and saves a report of it. */
export const checkAll: Run = async ({ positionals, flags, environment, read, out, err }) => {
  if (positionals.length > 0) throw new UsageError('--all checks every marketplace; name none');
  if (flags['item'] !== undefined) throw new UsageError('--item is for one marketplace; leave out --all');
  const { config } = read;
  const to = fileFlag(flags);
  const game = gameFlag(flags);
  const listenSeconds = countFlag(flags, 'seconds', 30);
  err(besideCluster(config));
  const [{ checkSources }, gathered, secrets] = await Promise.all([
    import('../../service/connectors/check-sources.ts'),
    gatherAll(config, false),
    secretsOf({ environment, read, err }),
  ]);
  for (const { path, reason } of gathered.broken) err(`${path} was not loaded: ${reason}\n`);
  const report = await checkSources({
    ...{ config, secrets, gathered, game, listenSeconds },
    progress: (at, of, name) => err(`${at} of ${of}: ${name}\n`),
  });
  const json = jsonText(report);
  if (flags['json'] === true) out(json);
  else for (const line of reportLines(report)) out(`${line}\n`);
  if (to !== undefined) {
    await saveFile(Readable.from([Buffer.from(json)]), to, new AbortController().signal);
    err(`the report is in ${to}; it has no prices, names of items, keys or addresses\n`);
  }
  return report.failed === 0 ? 0 : 1;
};
