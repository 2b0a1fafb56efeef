#!/usr/bin/env node
import { holdNewSpace } from './cli/heap-growth.ts';
import { endWhenUnread } from './cli/unread.ts';

for (const output of [process.stdout, process.stderr]) endWhenUnread(output);

holdNewSpace();
const { run } = await import('./cli/index.ts');

process.exitCode = await run(process.argv.slice(2), process.env, {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  columns: () => (process.stdout.isTTY ? process.stdout.columns : null),
});
