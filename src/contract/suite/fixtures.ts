import { gameNamed } from '../../schema/index.ts';
import type { About, Connector } from '../connector.ts';

export const fixtureKinds = ['recorded', 'derived', 'docs', 'synthetic'] as const;
export type FixtureKind = (typeof fixtureKinds)[number];

/** A stored answer of one source, with its entry in SOURCES.md. */
export type Fixture = {
  readonly file: string;
  readonly source: string;
  readonly kind: FixtureKind;
  readonly about: About;
  /** `read`, or the outcome that the answer has to have instead. */
  readonly outcome: string;
  readonly rejects: number;
  readonly text: string;
};

/** When every fixture counts as received: 15 January 2026, 12:00 UTC. */
export const receivedAt = Date.UTC(2026, 0, 15, 12);

/** The rows of the only table of a Markdown text, keyed by its header cells; `\|` is a bar within a cell. */
export function tableOf(markdown: string): Readonly<Record<string, string>>[] {
  const lines = markdown.split('\n').filter((line) => line.trimStart().startsWith('|'));
  const [head, , ...rows] = lines.map((line) =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.replaceAll('\\|', '|').trim()),
  );
  return rows.map((cells) => Object.fromEntries((head ?? []).map((word, at) => [word, cells[at] ?? ''])));
}

/** The source in the file name of a fixture, `<source>-<n>.json`, .html or .txt; null for any other file. */
export const sourceOf = (file: string): string | null =>
  file.includes('.golden.') ? null : (/^(.+)-\d+\.(?:json|html|txt)$/.exec(file)?.[1] ?? null);

export const goldenOf = (file: string): string => file.replace(/\.[a-z]+$/, '.golden.json');

/** All fixtures of a connector; throws when an entry of SOURCES.md is not valid. */
export const fixturesOf = (connector: Connector, textOf: (file: string) => string): Fixture[] =>
  tableOf(textOf('SOURCES.md')).map((row) => fixtureOf(row, connector.slug, textOf));

function fixtureOf(row: Readonly<Record<string, string>>, slug: string, textOf: (file: string) => string): Fixture {
  const { file = '', item = '', 'item id': marketplaceItemId = '' } = row;
  const where = `${slug}/fixtures/SOURCES.md, ${file === '' ? 'a row without file' : file}`;
  const game = gameNamed(row['game'] ?? '');
  const kind = fixtureKinds.find((known) => known === row['kind']);
  const [, outcome, rejects = '0'] = /^(\w+)(?:, (\d+) rejected)?$/.exec(row['expects'] ?? '') ?? [];
  const source = sourceOf(file);
  if (source === null) throw new Error(`${where}: the name must be <source>-<n>.json, .html or .txt`);
  if (kind === undefined) throw new Error(`${where}: kind must be one of ${fixtureKinds.join(', ')}`);
  if (game === null) throw new Error(`${where}: game "${row['game']}" is not known`);
  if (outcome === undefined) throw new Error(`${where}: expects must be "read", "read, 2 rejected" or an outcome`);
  const about = { game, item: item || null, marketplaceItemId: marketplaceItemId || null, at: receivedAt };
  return { file, source, kind, about, outcome, rejects: Number(rejects), text: textOf(file) };
}
