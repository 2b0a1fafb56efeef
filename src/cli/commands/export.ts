import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { boundsOfDay, type ExportRequest, exportFormats, exportTables, instantIn } from '../../schema/index.ts';
import type { Bytes } from '../../service/backup/frames.ts';
import { readExport } from '../../service/backup/receive.ts';
import type { BackupSource } from '../../service/backup/source.ts';
import { nearest } from '../../text/nearest.ts';
import { bytesText, createReporter } from '../backup/progress.ts';
import { saveDay } from '../backup/save-day.ts';
import { type CopyRequest, openSource } from '../backup/source.ts';
import { type CommandInput, defineCommand } from '../command.ts';
import { bare, choice, kind, serviceFlags, text, type Values } from '../flags.ts';
import { refuseInCluster } from '../in-cluster.ts';
import { jsonText } from '../json.ts';
import { cleanLines } from '../read/clean.ts';
import { type Column, tableLines } from '../read/table.ts';
import { refuseFolder, saveFile } from '../save-file.ts';
import { unlessUnread } from '../unread.ts';
import { UsageError } from '../usage-error.ts';
import { stoppable } from '../watch/stop.ts';

const lengths: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000 };

const instant = kind((given, name) => {
  const [, count, unit = ''] = /^(\d+)([hd])$/.exec(given) ?? [];
  const at = count === undefined ? instantIn(given) : Date.now() - Number(count) * (lengths[unit] ?? 0);
  if (at !== null) return at;
  throw new UsageError(
    `--${name} is "${given}"; give a date such as 2026-01-31, an instant such as 2026-01-31T12:00:00Z, or 12h or 30d`,
  );
});

const flags = {
  format: choice(exportFormats, '--format <format>', 'csv, json (one object per line) or parquet (default: csv).'),
  to: text('--to <file>', 'File to write (default: standard output); with --day, the folder to put the day in.'),
  day: text('--day <date>', 'Export the prices, candles and sales of this day (UTC) as Parquet, with a manifest.'),
  since: instant('--since <when>', 'Only rows from this date or instant on, or from the last 12h or 30d.'),
  columns: bare('--columns', 'Print the columns of the table and their units instead.'),
  ...serviceFlags,
  json: bare('--json', 'With --columns: print them as JSON.'),
};

type Input = CommandInput<Values<typeof flags>>;

export const command = defineCommand({
  about: 'Exports one table, or one day as Parquet, from a running service or the data folder.',
  usage: `${exportTables.join(' | ')} | --day <date>`,
  example: 'itemtape export sales --format parquet --since 30d --to sales.parquet',
  flags,
  run: async (input) => {
    const { day, columns, json, to } = input.flags;
    if (day !== undefined) return await runDay(input, day);
    const exportRequest = exportRequestOf(input);
    if (columns === true) return await describe(input, exportRequest);
    if (json === true) throw new UsageError('--json needs --columns; use --format json to write rows as JSON');
    if (to !== undefined) refuseFolder(to);
    if (to === undefined && exportRequest.format === 'parquet' && typeof input.columns?.() === 'number') {
      throw new UsageError('Parquet cannot be shown in a terminal; name a file with --to');
    }
    const reporter = createReporter(input.err);
    const request = { body: exportRequest, own: (copies: BackupSource) => copies.export(exportRequest) };
    return await receive(input, request, async (frames, signal) => {
      for await (const frame of readExport(frames)) {
        if (frame.kind === 'progress') reporter.going(`${frame.name}  ${bytesText(frame.bytes)} so far`);
        if (frame.kind !== 'file') continue;
        if (to === undefined && typeof input.columns?.() === 'number') await show(frame.content, input.out);
        else await save(frame.content, to, signal);
        if (to !== undefined) reporter.done(`${resolve(to)}  ${bytesText(frame.bytes)}`);
      }
    });
  },
});

async function runDay(input: Input, day: string): Promise<number> {
  const { flags, positionals } = input;
  const bounds = boundsOfDay(day);
  if (bounds === null) throw new UsageError(`--day is "${day}"; give a date such as 2026-01-31`);
  if (bounds.since > Date.now()) throw new UsageError(`--day is ${day}, which has not begun (in UTC)`);
  const other = (['format', 'since', 'columns'] as const).find((name) => flags[name] !== undefined);
  if (positionals.length > 0 || other !== undefined)
    throw new UsageError(`--day exports a whole day as Parquet; remove ${positionals[0] ?? `--${other}`}`);
  const { to } = flags;
  if (to === undefined) throw new UsageError('name the folder to put the day in with --to');
  if (bounds.until > Date.now()) input.err(`${day} has not ended (in UTC): the files will hold what there is so far\n`);
  const reporter = createReporter(input.err);
  const request = { body: { day }, own: (copies: BackupSource) => copies.exportDay(day) };
  return await receive(input, request, (frames, signal) =>
    saveDay(frames, { day, to, signal }, (frame, path) => {
      if (frame.kind === 'progress') reporter.going(`preparing ${day}`);
      if (frame.kind === 'file') reporter.done(`${join(path, frame.name)}  ${bytesText(frame.bytes)}`);
    }),
  );
}

/** Requests an export and passes its frames to `take`; stops early on a signal. */
async function receive(
  input: Input,
  request: Pick<CopyRequest, 'body' | 'own'>,
  take: (frames: AsyncIterable<Uint8Array>, signal: AbortSignal) => Promise<void>,
): Promise<number> {
  refuseInCluster(input.read.config, 'an export');
  return await unlessUnread(() =>
    stoppable(async ({ signal }) => {
      const { frames, close } = await openSource(input, { path: '/operator/export', ...request, signal });
      await take(frames, signal).finally(close);
    }),
  );
}

function exportRequestOf({ positionals, flags }: Input): ExportRequest {
  const [name = '', ...more] = positionals;
  const table = exportTables.find((one) => one.toLowerCase() === name.toLowerCase());
  if (table === undefined || more.length > 0) {
    const near = nearest(name, exportTables, (known) => [known]);
    const hint = near === null ? '' : `, did you mean ${near}?`;
    throw new UsageError(
      `name a table: ${exportTables.join(', ')}${name === '' ? '' : `; "${positionals.join(' ')}" is not one${hint}`}`,
    );
  }
  return { table, format: flags.format ?? 'csv', since: flags.since ?? null };
}

const aboutColumns: readonly Column<{ readonly name: string; readonly about: string }>[] = [
  { head: 'column', cell: ({ name }) => name },
  { head: 'what it is', cell: ({ about }) => about },
];

async function describe(input: Input, { table }: ExportRequest): Promise<number> {
  const { exportColumns } = await import('../../store/duckdb/exports/export-table.ts');
  const columns = exportColumns(table);
  if (input.flags.json === true) input.out(jsonText(columns));
  else {
    for (const line of tableLines(aboutColumns, columns)) input.out(`${line}\n`);
  }
  return 0;
}

async function show(content: Bytes, out: Input['out']): Promise<void> {
  const reader = new TextDecoder();
  for await (const bytes of content) out(cleanLines(reader.decode(bytes, { stream: true })));
}

async function save(content: Bytes, to: string | undefined, signal: AbortSignal): Promise<void> {
  if (to === undefined) return await pipeline(Readable.from(content), process.stdout, { end: false, signal });
  await saveFile(content, to, signal);
}
