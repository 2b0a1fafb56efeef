#!/usr/bin/env node
// What npm links the command to. It stands here before anything is built: npx keeps a link that led nowhere for good

import { existsSync } from 'node:fs';

const program = new URL('../dist/main.js', import.meta.url);
if (existsSync(program)) await import(program.href);
else {
  process.stderr.write(
    'nothing is built here yet; `npm run build` does it, as `npm start` and `npm run demo` do too\n',
  );
  process.exitCode = 1;
}
