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
import { type CommandInput, type Run, UsageError } from '../command.ts';
import { readFlag } from '../flags.ts';
import { refuseInCluster } from '../in-cluster.ts';
import { jsonText } from '../json.ts';
import { cleanLines } from '../read/clean.ts';
import { type Column, tableLines } from '../read/table.ts';
import { fileFlag, saveFile } from '../save-file.ts';
import { isUnread } from '../unread.ts';
import { untilStopped } from '../watch/stop.ts';

export const run: Run = async (input) => {
  const day = readFlag(input.flags, 'day');
  if (day !== undefined) return await runDay(input, day);
  const exportRequest = exportRequestOf(input);
  if (input.flags['columns'] === true) return await describe(input, exportRequest);
  if (input.flags['json'] === true)
    throw new UsageError('--json needs --columns; use --format json to write rows as JSON');
  const to = fileFlag(input.flags);
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
};

async function runDay(input: CommandInput, day: string): Promise<number> {
  const { flags, positionals } = input;
  const bounds = boundsOfDay(day);
  if (bounds === null) throw new UsageError(`--day is "${day}"; give a date such as 2026-01-31`);
  if (bounds.since > Date.now()) throw new UsageError(`--day is ${day}, which has not begun (in UTC)`);
  const other = ['format', 'since', 'columns'].find((name) => flags[name] !== undefined);
  if (positionals.length > 0 || other !== undefined)
    throw new UsageError(`--day exports a whole day as Parquet; remove ${positionals[0] ?? `--${other}`}`);
  const to = readFlag(flags, 'to');
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
  input: CommandInput,
  request: Pick<CopyRequest, 'body' | 'own'>,
  take: (frames: AsyncIterable<Uint8Array>, signal: AbortSignal) => Promise<void>,
): Promise<number> {
  refuseInCluster(input.read.config, 'an export');
  const stop = untilStopped();
  try {
    const { frames, close } = await openSource(input, { path: '/operator/export', ...request, signal: stop.signal });
    await take(frames, stop.signal).finally(close);
    return 0;
  } catch (error) {
    if (isUnread()) return 0;
    throw error;
  } finally {
    stop.forget();
  }
}

function exportRequestOf({ positionals, flags }: CommandInput): ExportRequest {
  const [name = '', ...more] = positionals;
  const table = exportTables.find((one) => one.toLowerCase() === name.toLowerCase());
  if (table === undefined || more.length > 0) {
    const near = nearest(name, exportTables, (known) => [known]);
    const hint = near === null ? '' : `, did you mean ${near}?`;
    throw new UsageError(
      `name a table: ${exportTables.join(', ')}${name === '' ? '' : `; "${positionals.join(' ')}" is not one${hint}`}`,
    );
  }
  const given = readFlag(flags, 'format') ?? 'csv';
  const format = exportFormats.find((one) => one === given);
  if (format === undefined)
    throw new UsageError(`--format is "${given}", but must be one of ${exportFormats.join(', ')}`);
  return { table, format, since: sinceOf(readFlag(flags, 'since')) };
}

const lengths: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000 };

function sinceOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const [, count, unit = ''] = /^(\d+)([hd])$/.exec(text) ?? [];
  const at = count === undefined ? instantIn(text) : Date.now() - Number(count) * (lengths[unit] ?? 0);
  if (at !== null) return at;
  throw new UsageError(
    `--since is "${text}"; give a date such as 2026-01-31, an instant such as 2026-01-31T12:00:00Z, or 12h or 30d`,
  );
}

const aboutColumns: readonly Column<{ readonly name: string; readonly about: string }>[] = [
  { head: 'column', cell: ({ name }) => name },
  { head: 'what it is', cell: ({ about }) => about },
];

async function describe(input: CommandInput, { table }: ExportRequest): Promise<number> {
  const { exportColumns } = await import('../../store/duckdb/exports/export-table.ts');
  const columns = exportColumns(table);
  if (input.flags['json'] === true) input.out(jsonText(columns));
  else {
    for (const line of tableLines(aboutColumns, columns)) input.out(`${line}\n`);
  }
  return 0;
}

async function show(content: Bytes, out: CommandInput['out']): Promise<void> {
  const reader = new TextDecoder();
  for await (const bytes of content) out(cleanLines(reader.decode(bytes, { stream: true })));
}

async function save(content: Bytes, to: string | undefined, signal: AbortSignal): Promise<void> {
  if (to === undefined) return await pipeline(Readable.from(content), process.stdout, { end: false, signal });
  await saveFile(content, to, signal);
}
