#!/usr/bin/env node
import { run } from './cli/index.ts';
import { endWhenUnread } from './cli/unread.ts';

for (const output of [process.stdout, process.stderr]) endWhenUnread(output);

process.exitCode = await run(process.argv.slice(2), process.env, {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  columns: () => (process.stdout.isTTY ? process.stdout.columns : null),
});
