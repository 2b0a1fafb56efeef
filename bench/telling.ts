import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Book } from '../src/book/book.ts';
import { readConfig } from '../src/config.ts';
import type { Connector } from '../src/contract/connector.ts';
import { createLog } from '../src/log.ts';
import { openHub, openRecorder } from '../src/service/open-hub.ts';
import { createSaleDedup } from '../src/service/tape/sale-dedup.ts';
import { Teller } from '../src/service/tape/teller.ts';
import { openFileTape } from '../src/tape/file-tape.ts';

/** Tape and stream as the service opens them, in a folder that goes with the process; rows for the store are dropped. */
export async function openTelling(book: Book, connectors: readonly Connector[]) {
  const { config } = readConfig({ file: null, environment: {}, flags: {} });
  const folder = mkdtempSync(join(tmpdir(), 'itemtape-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const now = Date.now;
  const keepBytes = config['tape.keepMegabytes'] * 2 ** 20;
  const tape = await openFileTape({ folder, keepMs: 86_400_000, keepBytes, hasFsync: false, now });
  const hub = openHub({ config, book, connectors, tape, now });
  const log = createLog({ level: 'warn', format: 'text', write: (line) => process.stderr.write(line) });
  const recorder = openRecorder({ tape, hub, now, log, holdsBack: false });
  hub.runsAhead(() => recorder.last);
  const writer = { push: () => {}, mark: () => {} };
  const teller = new Teller({ book, tape, recorder, hub, writer, sales: createSaleDedup(now), now: Date.now });
  return { config, tape, hub, recorder, teller };
}
