import type { Tape } from '#client';
import { counted } from '../../schema/index.ts';
import { nearest } from '../../text/nearest.ts';
import { text } from '../flags.ts';
import { query } from '../read/query.ts';
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

export const command = query({
  about: 'Shows the state of each source of a running service and explains what is wrong.',
  usage: '[<marketplace>]',
  example: 'itemtape sources --state refused',
  flags: { state: text('--state <state>', 'Only sources in this state.') },
  subject: (words) => words.join(' ').toLowerCase(),
  ask: async ({ tape, flags: { state }, subject }) => {
    const [all, { unread }] = await Promise.all([tape.sources(), tape.health()]);
    const sources = all.filter(
      (source) =>
        (state === undefined || source.state === state) &&
        (subject === '' || source.slug === subject || source.marketplace.toLowerCase() === subject),
    );
    return { all, sources, unread };
  },
  toJson: ({ sources }) => sources,
  show: ({ all, sources, unread }, { subject }) =>
    sources.length === 0
      ? { note: `none of ${counted(all.length, 'source')} matches${hintFor(all, subject)}`, code: 1 }
      : { lines: tableLines(columns, sources), unread },
});

/** A hint at the marketplace or state that was meant, as the end of a sentence. */
function hintFor(all: readonly Source[], marketplace: string): string {
  const isNamed = all.some(({ slug, marketplace: name }) => [slug, name.toLowerCase()].includes(marketplace));
  if (marketplace === '' || isNamed) return `; states are ${[...new Set(all.map(({ state }) => state))].join(', ')}`;
  const near = nearest(marketplace, all, ({ slug, marketplace: name }) => [slug, name.toLowerCase()]);
  return near === null ? '' : `; did you mean ${near.marketplace}?`;
}
