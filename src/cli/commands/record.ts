import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { counted, type Game } from '../../schema/index.ts';
import type { Probe, ProbeResult } from '../../service/connectors/probe.ts';
import { defineCommand } from '../command.ts';
import { byDefault, count, game as gameFlag, json, text as textFlag } from '../flags.ts';
import { jsonLine } from '../json.ts';
import { openProbe } from '../open-probe.ts';
import { clean } from '../read/clean.ts';
import { UsageError } from '../usage-error.ts';

export const command = defineCommand({
  about: 'Saves one live response of a source, trimmed, as a test fixture.',
  usage: '<marketplace> <source>',
  maxWords: 2,
  example: 'itemtape record skinport items --rows 5',
  flags: {
    game: gameFlag('--game <game>', 'Game to request (default: the first one the source covers).'),
    item: textFlag('--item <name>', 'Item to request from a lookup source.'),
    rows: byDefault(5, count('--rows <count>', 'Rows to keep (default: 5).')),
    to: byDefault('.', textFlag('--to <folder>', 'Folder to write to (default: the current one).')),
    json,
  },
  run: async (input) => {
    const { flags, read, out, err } = input;
    const { rows, to: folder } = flags;
    const probe = await openProbe(input);
    try {
      const { source, games } = sourceNamed(probe, input.positionals[1]);
      const game = flags.game ?? games[0];
      if (game === undefined) throw new UsageError(`the source ${source.name} covers no game`);
      const answer = await probe.ask(source.name, game, flags.item);
      const { outcome, detail, body } = answer;
      // A changed answer is what the recording is for
      if (body === null || (outcome !== 'read' && outcome !== 'changed')) {
        err(`nothing was saved: the answer was ${outcome}${detail === null ? '' : `, ${clean(detail)}`}\n`);
        return 1;
      }
      const isRelayed = read.config['collect.relay'] !== '';
      const site = { folder, slug: probe.slug, source: source.name, game, rows, isRelayed };
      const file = save({ ...answer, body }, site);
      out(flags.json === true ? `${jsonLine({ file, outcome, detail })}\n` : `${file}\n`);
      if (outcome === 'changed') err(`The answer is not what the source expects: ${clean(detail ?? '')}\n`);
      err('Look through it before you share it, and remove names of people, links to profiles and tokens.\n');
      return 0;
    } finally {
      await probe.stop();
    }
  },
});

function sourceNamed(probe: Probe, name: string | undefined): Probe['sources'][number] {
  const found = probe.sources.find(({ source }) => source.name === name);
  if (found !== undefined) return found;
  const problem = name === undefined ? 'no source is named' : `"${name}" is not a source of ${probe.slug}`;
  throw new UsageError(`${problem}; sources are ${probe.sources.map(({ source }) => source.name).join(', ')}`);
}

type FixtureSite = {
  readonly folder: string;
  readonly slug: string;
  readonly source: string;
  readonly game: Game;
  readonly rows: number;
  /** Whether the answer came through a relay, so not from the marketplace itself. */
  readonly isRelayed: boolean;
};

/** Writes the answer and its row in SOURCES.md; returns the path of the file. */
function save(answer: ProbeResult & { readonly body: string }, site: FixtureSite): string {
  const { folder, slug, source, game, rows, isRelayed } = site;
  const { outcome, rejected, item, itemId } = answer;
  const { text, ending } = trimmed(answer.body, rows);
  mkdirSync(folder, { recursive: true });
  const file = freeName(folder, source, ending);
  writeFileSync(join(folder, file), text);
  const remark = [
    `${isRelayed ? 'answer through a relay' : 'live answer'} of ${new Date().toISOString().slice(0, 10)}`,
    ...(ending === 'json' ? [`lists cut to ${counted(rows, 'row')}`] : []),
    ...(rejected > 0
      ? [`${counted(rejected, 'row')} of the whole answer ${rejected === 1 ? 'was' : 'were'} rejected`]
      : []),
  ].join(', ');
  addSource(folder, slug, [
    file,
    isRelayed ? 'synthetic' : 'recorded',
    game,
    item ?? '',
    itemId ?? '',
    outcome,
    remark,
  ]);
  return join(folder, file);
}

/** The answer with its lists cut to `rows` rows, each row complete; text that is not JSON stays as it is. */
export function trimmed(body: string, rows: number): { readonly text: string; readonly ending: string } {
  try {
    return { text: `${JSON.stringify(cut(JSON.parse(body), rows), null, 1)}\n`, ending: 'json' };
  } catch {
    return { text: body, ending: body.trimStart().startsWith('<') ? 'html' : 'txt' };
  }
}

const cut = (value: unknown, rows: number): unknown => {
  if (Array.isArray(value)) return value.slice(0, rows);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cut(one, rows)]));
};

const freeName = (folder: string, source: string, ending: string): string => {
  for (let number = 1; ; number += 1) {
    const name = `${source}-${number}.${ending}`;
    if (!existsSync(join(folder, name))) return name;
  }
};

const columns = ['file', 'kind', 'game', 'item', 'item id', 'expects', 'what it shows'];

/** Appends a row to the table at the end of SOURCES.md; creates the file if it does not exist. */
function addSource(folder: string, slug: string, cells: readonly string[]): void {
  const sources = join(folder, 'SOURCES.md');
  const line = (values: readonly string[]) => `| ${values.join(' | ')} |\n`;
  if (!existsSync(sources))
    writeFileSync(sources, `# Sources of the ${slug} fixtures\n\n${line(columns)}${line(columns.map(() => '---'))}`);
  else if (!readFileSync(sources, 'utf8').endsWith('\n')) appendFileSync(sources, '\n');
  appendFileSync(sources, line(cells.map((cell) => cell.replaceAll('|', '\\|'))));
}
