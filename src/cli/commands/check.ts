import { counted, type Game } from '../../schema/index.ts';
import type { Probe } from '../../service/connectors/probe.ts';
import { checkAll } from '../check/all-sources.ts';
import { type CommandInput, defineCommand } from '../command.ts';
import { bare, byDefault, count, onlyGame, text, type Values } from '../flags.ts';
import { jsonLine } from '../json.ts';
import { openProbe } from '../open-probe.ts';
import { clean } from '../read/clean.ts';
import { UsageError } from '../usage-error.ts';

const flags = {
  all: bare(
    '--all',
    'Every source that is on, of all marketplaces, one after the other: a report without data, which can be sent.',
  ),
  to: text('--to <file>', 'With --all: file to write the report to, as JSON.'),
  game: onlyGame,
  item: text('--item <name>', 'Item to request from lookup sources.'),
  seconds: byDefault(30, count('--seconds <count>', 'How long to listen to a feed (default: 30).')),
  json: bare('--json', 'Print a line of JSON for each source and game, or with --all the report.'),
};

export const command = defineCommand({
  about: 'Reads every source of a marketplace, or of all of them, once, live, and reports the result.',
  usage: '<marketplace> | --all',
  maxWords: 1,
  example: 'itemtape check --all --to report.json',
  flags,
  run: (input) => (input.flags.all === true ? checkAll(input) : checkOne(input)),
});

async function checkOne(input: CommandInput<Values<typeof flags>>): Promise<number> {
  const { flags, out } = input;
  const { game, item, seconds } = flags;
  if (flags.to !== undefined) throw new UsageError('--to saves the report of --all');
  const probe = await openProbe(input);
  const isJson = flags.json === true;
  const ask = async ({ source, missingCredential }: Probe['sources'][number], covered: Game): Promise<boolean> => {
    const title = `${source.name}  ${covered}`.padEnd(28);
    const about = { source: source.name, game: covered };
    if (missingCredential !== null) {
      if (isJson) out(`${jsonLine({ ...about, outcome: 'off', missingCredential })}\n`);
      else out(`${title} off        ${missingCredential} is not set: ${probe.about(missingCredential)}\n`);
      return true;
    }
    const hindrance = probe.hindrance(source.name);
    const result =
      hindrance ?? (await probe.ask(source.name, covered, item, seconds).catch((error: Error) => error.message));
    if (isJson) out(`${jsonLine({ ...about, ...textOf(result) })}\n`);
    else out(typeof result === 'string' ? `${title} not asked  ${clean(result)}\n` : lines(title, result));
    return hindrance !== null || (typeof result !== 'string' && result.outcome === 'read');
  };
  try {
    let isGood = true;
    for (const one of probe.sources) {
      for (const covered of gamesToAsk(one, game ?? null)) isGood = (await ask(one, covered)) && isGood;
    }
    return isGood ? 0 : 1;
  } finally {
    await probe.stop();
  }
}

/** The games of a source to request; one connection of a feed covers all its games. */
const gamesToAsk = ({ source, games }: Probe['sources'][number], game: Game | null): readonly Game[] => {
  const wanted = games.filter((candidate) => game === null || candidate === game);
  return source.kind === 'feed' ? wanted.slice(0, 1) : wanted;
};

/** The result as --json prints it, without the body, which `record` saves. */
const textOf = (result: Awaited<ReturnType<Probe['ask']>> | string) => {
  if (typeof result === 'string') return { outcome: 'not asked', detail: result };
  const { body: _, ...others } = result;
  return others;
};

const lines = (title: string, result: Awaited<ReturnType<Probe['ask']>>): string => {
  const { outcome, detail, rows, rejected, counts, rejectedRows } = result;
  const found = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
  const firstLine = `${title} ${outcome.padEnd(10)} ${counted(rows, 'row')}, ${rejected} rejected  ${found.join(', ')}  ${detail ?? ''}`;
  const all = [firstLine, ...rejectedRows.map(({ reason, row }) => `${''.padEnd(28)} ${reason}: ${row}`)];
  return all.map((line) => `${clean(line)}\n`).join('');
};
