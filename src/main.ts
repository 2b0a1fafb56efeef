#!/usr/bin/env node
import { holdNewSpace } from './cli/heap-growth.ts';
import { endWhenUnread } from './cli/unread.ts';

for (const output of [process.stdout, process.stderr]) endWhenUnread(output);

holdNewSpace();
// For the allocator of DuckDB, which reads it once. Otherwise it holds what was freed for ten seconds and more: 80 MB of a
// small service
process.env['DUCKDB_JE_MALLOC_CONF'] ??= 'dirty_decay_ms:0,muzzy_decay_ms:0';
const { run } = await import('./cli/index.ts');

process.exitCode = await run(process.argv.slice(2), process.env, {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  columns: () => (process.stdout.isTTY ? process.stdout.columns : null),
});
