import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Book } from '../../src/book/book.ts';
import { connectNats } from '../../src/cluster/connect.ts';
import { readConfig } from '../../src/config.ts';
import type { Connector } from '../../src/contract/connector.ts';
import { createLog } from '../../src/log.ts';
import { createExchangeRates } from '../../src/normalise/exchange-rates.ts';
import { LiveRecords } from '../../src/service/cluster/live-records.ts';
import { openHub, openRecorder } from '../../src/service/open-hub.ts';
import { replayRecords } from '../../src/service/snapshots/suffix.ts';
import { createSaleDedup } from '../../src/service/tape/sale-dedup.ts';
import { createStoreFollower } from '../../src/service/tape/store-follower.ts';
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

/**
 * Opens tape and stream as the service does, in a folder that is removed with the process, or as in a cluster; without a
 * store, its rows are dropped.
 */
export async function openPublishing(
  book: Book,
  connectors: readonly Connector[],
  {
    nats = null,
    writer = null,
  }: { readonly nats?: string | null; readonly writer?: Pick<Writer, 'push' | 'mark' | 'ready'> | null } = {},
) {
  const tape = await (nats === null ? openTapeHere() : openTapeToWrite(nats));
  const hub = openHub({ config, book, connectors, tape, now });
  const log = createLog({ level: 'warn', format: 'text', write: (line) => process.stderr.write(line) });
  const recorder = openRecorder({ tape, hub, now, log, holdsBack: nats !== null });
  if (nats !== null) hub.followsOthers();
  hub.runsAhead(() => recorder.last);
  const publisher = new TapePublisher({ book, recorder, hub, sales: createSaleDedup(now), received: null, now });
  if (writer !== null) {
    const follower = createStoreFollower({ tape, writer, received: null, log });
    recorder.follow((records, first, lines) => follower.receive(records, first, lines));
    follower.begin(tape.head);
  }
  return { config, tape, hub, recorder, publisher };
}

/** The stream of a node that follows the tape of a cluster. */
export async function followPublishing(book: Book, connectors: readonly Connector[], nats: string) {
  const tape = await openTapeOn(nats);
  const hub = openHub({ config, book, connectors, tape, now });
  hub.followsOthers();
  const { toPrices } = createExchangeRates({ now });
  const fail = (error: unknown) => {
    throw error;
  };
  new LiveRecords(tape, fail).follow((records, _, lines) => {
    replayRecords(book, records, toPrices);
    hub.publish(records, lines);
  });
  return { config, hub };
}
