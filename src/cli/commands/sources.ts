import type { Tape } from '#client';
import { nearest } from '../../nearest.ts';
import { counted } from '../../schema/index.ts';
import type { Run } from '../command.ts';
import { readFlag } from '../flags.ts';
import { jsonText } from '../json.ts';
import { clean } from '../read/clean.ts';
import { tapeFor } from '../read/service.ts';
import { age, tableLines } from '../read/table.ts';

/** Seconds from which on a source counts as late; a reading itself takes a while. */
const lateFrom = 60;

const columns = [
  { head: 'source' },
  { head: 'game' },
  { head: 'state' },
  { head: 'read', isNumber: true },
  { head: 'rows', isNumber: true },
  { head: 'rejected', isNumber: true },
  { head: 'evidence' },
  { head: 'in words' },
];

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
  const now = Date.now();
  const cells = sources.map((source) => [
    `${source.slug}/${source.source}`,
    source.game,
    source.state,
    age(source.lastReadAt, now),
    String(source.rows),
    String(source.rejected),
    source.evidence,
    [
      source.missingCredential === null ? '' : `needs ${source.missingCredential}`,
      source.lateSeconds < lateFrom ? '' : `due for ${age(Math.floor(now / 1000) - source.lateSeconds, now)}`,
      source.detail ?? '',
    ]
      .filter((text) => text !== '')
      .join('; '),
  ]);
  for (const line of tableLines(columns, cells)) input.out(`${line}\n`);
  if (unread !== null) input.err(`${clean(unread)}\n`);
  return 0;
};

/** A hint at the marketplace or state that was meant, as the end of a sentence. */
function hintFor(all: Awaited<ReturnType<Tape['sources']>>, marketplace: string): string {
  const isNamed = all.some(({ slug, marketplace: name }) => [slug, name.toLowerCase()].includes(marketplace));
  if (marketplace === '' || isNamed) return `; states are ${[...new Set(all.map(({ state }) => state))].join(', ')}`;
  const near = nearest(marketplace, all, ({ slug, marketplace: name }) => [slug, name.toLowerCase()]);
  return near === null ? '' : `; did you mean ${near.marketplace}?`;
}
