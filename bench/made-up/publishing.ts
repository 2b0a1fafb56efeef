import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Book } from '../../src/book/book.ts';
import { readConfig } from '../../src/config/config.ts';
import type { Connector } from '../../src/contract/connector.ts';
import { createLog } from '../../src/runtime/log.ts';
import { openHub, openRecorder } from '../../src/service/open-hub.ts';
import { createSaleDedup } from '../../src/service/tape/sale-dedup.ts';
import { createStoreFollower } from '../../src/service/tape/store-follower.ts';
import { TapePublisher } from '../../src/service/tape/tape-publisher.ts';
import type { Writer } from '../../src/store/writer.ts';
import { openFileTape } from '../../src/tape/file-tape.ts';

const now = Date.now;
const keepMs = 86_400_000;
const { config } = readConfig({ file: null, environment: {}, flags: {} });
const keepBytes = config['tape.keepMegabytes'] * 2 ** 20;

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function openTapeHere() {
  const folder = mkdtempSync(join(tmpdir(), 'itemtape-bench-'));
  folders.push(folder);
  return openFileTape({ folder, keepMs, keepBytes, hasFsync: false, now });
}

/**
 * Opens tape and stream as the service does, in a folder that is removed with the process; without a store, its rows are dropped.
 */
export async function openPublishing(
  book: Book,
  connectors: readonly Connector[],
  writer: Pick<Writer, 'push' | 'mark' | 'ready'> | null = null,
) {
  const tape = await openTapeHere();
  const newest = () => recorder.last;
  const hub = openHub({ config, book, connectors, tape, newest, now });
  const log = createLog({ level: 'warn', format: 'text', write: (line) => process.stderr.write(line) });
  const recorder = openRecorder({ tape, hub, now, log, holdsBack: false });
  const publisher = new TapePublisher({ book, recorder, hub, sales: createSaleDedup(now), received: null, now });
  if (writer !== null) {
    const follower = createStoreFollower({ tape, writer, received: null, log });
    recorder.follow((records, first, lines) => follower.receive(records, first, lines));
    follower.begin(tape.head);
  }
  return { config, tape, hub, recorder, publisher };
}
