import { connectorFolder, importPath, lists, playerFile } from './places.ts';
import type { Wanted } from './wanted.ts';

/** The lists with the marketplace added; throws when a list does not have the expected form. */
export function listEntries(wanted: Wanted, textOf: (path: string) => string): ReadonlyMap<string, string> {
  const { registry, connectors, players } = lists;
  const { id, name, slug, variable } = wanted;
  const row = `  { id: ${id}, name: '${name}', slug: '${slug}', aliases: [] },`;
  return new Map([
    [registry, withLine(registry, textOf(registry), 'const known', row)],
    [connectors, inList(connectors, textOf(connectors), wanted, `${connectorFolder(slug)}/index.ts`)],
    [players, inList(players, textOf(players), { variable }, playerFile(slug))],
  ]);
}

/** Adds an import and an entry in the exported list: connectors in the order of the registry, players sorted by name. */
function inList(path: string, text: string, { variable }: Pick<Wanted, 'variable'>, file: string): string {
  if (new RegExp(`\\b${variable}\\b`).test(text)) throw new Error(`${path} already has a "${variable}"`);
  const line = `import { ${variable} } from '${importPath(path, file)}';\n`;
  return line + withLine(path, text, 'export const', `  ${variable},`, path === lists.players);
}

/** Inserts a line into the list that begins with `start`: at its end, or, if sorted, before the first greater one. */
function withLine(path: string, text: string, start: string, line: string, isSorted = false): string {
  const from = text.indexOf('[\n', text.indexOf(`\n${start}`) + 1) + 2;
  const end = text.indexOf('\n];\n', from) + 1;
  if (from < 2 || end < 1) throw new Error(`${path} has no list that begins with "${start}" and ends with "];"`);
  const entries = text.slice(from, end).trimEnd().split('\n');
  const next = isSorted ? entries.findIndex((entry) => entry > line) : -1;
  entries.splice(next < 0 ? entries.length : next, 0, line);
  return `${text.slice(0, from)}${entries.join('\n')}\n${text.slice(end)}`;
}
