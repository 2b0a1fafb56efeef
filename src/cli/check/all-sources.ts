import { Readable } from 'node:stream';
import type { Game } from '../../schema/index.ts';
import type { CommandInput } from '../command.ts';
import { gatherAll } from '../gather-all.ts';
import { besideCluster } from '../in-cluster.ts';
import { jsonText } from '../json.ts';
import { refuseFolder, saveFile } from '../save-file.ts';
import { secretsOf } from '../secrets.ts';
import { UsageError } from '../usage-error.ts';
import { reportLines } from './report-lines.ts';

type Flags = {
  readonly to?: string;
  readonly game?: Game;
  readonly item?: string;
  readonly seconds: number;
  readonly json?: true;
};

/** Asks every source that is on once, and prints and saves a report of it. */
export async function checkAll(input: CommandInput<Flags>): Promise<number> {
  const { positionals, read, out, err } = input;
  const { to, game = null, item, seconds: listenSeconds, json } = input.flags;
  if (positionals.length > 0) throw new UsageError('--all checks every marketplace; name none');
  if (item !== undefined) throw new UsageError('--item is for one marketplace; leave out --all');
  const { config } = read;
  if (to !== undefined) refuseFolder(to);
  err(besideCluster(config));
  const [{ checkSources }, gathered, secrets] = await Promise.all([
    import('../../service/connectors/check-sources.ts'),
    gatherAll(config, false),
    secretsOf(input),
  ]);
  for (const { path, reason } of gathered.broken) err(`${path} was not loaded: ${reason}\n`);
  const report = await checkSources({
    ...{ config, secrets, gathered, game, listenSeconds },
    progress: (at, of, name) => err(`${at} of ${of}: ${name}\n`),
  });
  const text = jsonText(report);
  if (json === true) out(text);
  else for (const line of reportLines(report)) out(`${line}\n`);
  if (to !== undefined) {
    await saveFile(Readable.from([Buffer.from(text)]), to, new AbortController().signal);
    err(`the report is in ${to}; it has no prices, names of items, keys or addresses\n`);
  }
  return report.failed === 0 ? 0 : 1;
}
