import type { Tape } from '#client';
import { counted } from '../../schema/index.ts';
import { nearest } from '../../text/nearest.ts';
import type { Run } from '../command.ts';
import { readFlag } from '../flags.ts';
import { jsonText } from '../json.ts';
import { clean } from '../read/clean.ts';
import { tapeFor } from '../read/service.ts';
import { age, type Column, tableLines } from '../read/table.ts';

/** Seconds from which on a source counts as late; a reading itself takes a while. */
const lateFrom = 60;

type Source = Awaited<ReturnType<Tape['sources']>>[number];

const columns: readonly Column<Source>[] = [
  { head: 'source', cell: ({ slug, source }) => `${slug}/${source}` },
  { head: 'game', cell: ({ game }) => game },
  { head: 'state', cell: ({ state }) => state },
  { head: 'read', isNumber: true, cell: ({ lastReadAt }, now) => age(lastReadAt, now) },
  { head: 'rows', isNumber: true, cell: ({ rows }) => String(rows) },
  { head: 'rejected', isNumber: true, cell: ({ rejected }) => String(rejected) },
  { head: 'evidence', cell: ({ evidence }) => evidence },
  { head: 'in words', cell: inWords },
];

function inWords({ missingCredential, lateSeconds, detail }: Source, now: number): string {
  const texts = [
    missingCredential === null ? '' : `needs ${missingCredential}`,
    lateSeconds < lateFrom ? '' : `due for ${age(Math.floor(now / 1000) - lateSeconds, now)}`,
    detail ?? '',
  ];
  return texts.filter((text) => text !== '').join('; ');
}

export const run: Run = async (input) => {
  const wanted = readFlag(input.flags, 'state');
  const marketplace = input.positionals.join(' ').toLowerCase();
  const tape = tapeFor(input);
  const [all, { unread }] = await Promise.all([tape.sources(), tape.health()]);
  const sources = all.filter(
    (source) =>
      (wanted === undefined || source.state === wanted) &&
      (marketplace === '' || source.slug === marketplace || source.marketplace.toLowerCase() === marketplace),
  );
  if (input.flags['json'] === true) {
    input.out(jsonText(sources));
    return 0;
  }
  if (sources.length === 0) {
    input.err(`none of ${counted(all.length, 'source')} matches${hintFor(all, marketplace)}\n`);
    return 1;
  }
  for (const line of tableLines(columns, sources)) input.out(`${line}\n`);
  if (unread !== null) input.err(`${clean(unread)}\n`);
  return 0;
};

/** A hint at the marketplace or state that was meant, as the end of a sentence. */
function hintFor(all: readonly Source[], marketplace: string): string {
  const isNamed = all.some(({ slug, marketplace: name }) => [slug, name.toLowerCase()].includes(marketplace));
  if (marketplace === '' || isNamed) return `; states are ${[...new Set(all.map(({ state }) => state))].join(', ')}`;
  const near = nearest(marketplace, all, ({ slug, marketplace: name }) => [slug, name.toLowerCase()]);
  return near === null ? '' : `; did you mean ${near.marketplace}?`;
}
