import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretsFrom } from '../config.ts';
import { type Run, UsageError } from './command.ts';
import { gameFlag, readFlag } from './flags.ts';

export const run: Run = async ({ positionals, flags, environment, read, out, err }) => {
  const { createProbe } = await import('../service/probe.ts');
  const [marketplace, sourceName] = positionals;
  const probe = createProbe({ config: read.config, secrets: secretsFrom(environment), marketplace });
  try {
    const found = probe.sources.find(({ source }) => source.name === sourceName);
    if (found === undefined) {
      const names = probe.sources.map(({ source }) => source.name).join(', ');
      throw new UsageError(
        `${sourceName === undefined ? 'no source is named' : `"${sourceName}" is no source of ${probe.slug}`}; there are ${names}`,
      );
    }
    const game = gameFlag(flags) ?? found.games[0];
    if (game === undefined) throw new UsageError(`the source ${sourceName} covers no game`);
    const { outcome, detail, body } = await probe.ask(found.source.name, game, readFlag(flags, 'item'));
    if (body === null || outcome !== 'read') {
      err(`nothing was saved: the answer was ${outcome}${detail === null ? '' : `, ${detail}`}\n`);
      return 1;
    }
    const folder = readFlag(flags, 'to') ?? '.';
    const { text, ending } = trimmed(body, rowsOf(flags));
    mkdirSync(folder, { recursive: true });
    const name = freeName(folder, found.source.name, ending);
    writeFileSync(join(folder, name), text);
    const day = new Date().toISOString().slice(0, 10);
    appendFileSync(
      join(folder, 'SOURCES.md'),
      `| ${name} | recorded | live answer to ${probe.slug}/${found.source.name}, ${game}, ${day}, lists cut to ${rowsOf(flags)} rows |\n`,
    );
    out(`${join(folder, name)}\n`);
    err('Look through it before it is shared: names of people, links to profiles and tokens must not stay in it.\n');
    return 0;
  } finally {
    await probe.stop();
  }
};

function rowsOf(flags: Parameters<Run>[0]['flags']): number {
  const text = readFlag(flags, 'rows') ?? '5';
  const rows = Number(text);
  if (!Number.isInteger(rows) || rows < 1)
    throw new UsageError(`--rows is "${text}", but must be a whole number from 1`);
  return rows;
}

/** The answer with every list cut to so many rows; what is not JSON stays whole. */
export function trimmed(body: string, rows: number): { readonly text: string; readonly ending: string } {
  try {
    return { text: `${JSON.stringify(cut(JSON.parse(body), rows), null, 1)}\n`, ending: 'json' };
  } catch {
    return { text: body, ending: 'txt' };
  }
}

const cut = (value: unknown, rows: number): unknown => {
  if (Array.isArray(value)) return value.slice(0, rows).map((one) => cut(one, rows));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cut(one, rows)]));
};

const freeName = (folder: string, source: string, ending: string): string => {
  for (let number = 1; ; number += 1) {
    const name = `${source}-${number}.${ending}`;
    if (!existsSync(join(folder, name))) return name;
  }
};
