import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Book } from '../../src/book/book.ts';
import { connectNats } from '../../src/cluster/connect.ts';
import { readConfig } from '../../src/config.ts';
import type { Connector } from '../../src/contract/connector.ts';
import { createLog } from '../../src/log.ts';
import { createExchangeRates } from '../../src/normalise/exchange-rates.ts';
import { applyPublished, recordsAfter } from '../../src/service/cluster/follow-tape.ts';
import { openHub, openRecorder } from '../../src/service/open-hub.ts';
import { createSaleDedup } from '../../src/service/tape/sale-dedup.ts';
import { TapePublisher } from '../../src/service/tape/tape-publisher.ts';
import type { Writer } from '../../src/store/writer.ts';
import { openFileTape } from '../../src/tape/file-tape.ts';
import { type JetStreamTape, openJetStreamTape } from '../../src/tape/jetstream/jetstream-tape.ts';

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

/** Opens the tape of a cluster on a NATS server; the connection stays open until the process ends. */
async function openTapeOn(nats: string): Promise<JetStreamTape> {
  const connection = await connectNats({ servers: [nats], name: 'bench', secrets: () => null });
  return await openJetStreamTape({ connection, name: 'bench', replicas: 1, keepMs, keepBytes });
}

async function openTapeToWrite(nats: string): Promise<JetStreamTape> {
  const tape = await openTapeOn(nats);
  await tape.claim();
  return tape;
}

const nowhere = { push: () => {}, mark: () => {} };

/**
 * Opens tape and stream as the service does, in a folder that is removed with the process, or as in a cluster; without a
 * store, its rows are dropped.
 */
export async function openPublishing(
  book: Book,
  connectors: readonly Connector[],
  {
    nats = null,
    writer = nowhere,
  }: { readonly nats?: string | null; readonly writer?: Pick<Writer, 'push' | 'mark'> } = {},
) {
  const tape = await (nats === null ? openTapeHere() : openTapeToWrite(nats));
  const hub = openHub({ config, book, connectors, tape, now });
  const log = createLog({ level: 'warn', format: 'text', write: (line) => process.stderr.write(line) });
  const recorder = openRecorder({ tape, hub, now, log, holdsBack: nats !== null });
  if (nats !== null) hub.followsOthers();
  hub.runsAhead(() => recorder.last);
  const publisher = new TapePublisher({ book, tape, recorder, hub, writer, sales: createSaleDedup(now), now });
  return { config, tape, hub, recorder, publisher };
}

/** The stream of a node that follows the tape of a cluster. */
export async function followPublishing(book: Book, connectors: readonly Connector[], nats: string) {
  const tape = await openTapeOn(nats);
  const hub = openHub({ config, book, connectors, tape, now });
  hub.followsOthers();
  const rates = createExchangeRates({ now });
  const follow = async (): Promise<void> => {
    for await (const batch of recordsAfter(tape, tape.head)) applyPublished({ book, hub, rates }, batch);
  };
  // A failure ends the process
  void follow();
  return { config, hub };
}
