import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Book } from '../../../src/book/book.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { ReceivedTimes } from '../../../src/service/as-of/received-times.ts';
import { createSaleDedup } from '../../../src/service/tape/sale-dedup.ts';
import { createStoreFollower } from '../../../src/service/tape/store-follower.ts';
import { TapePublisher } from '../../../src/service/tape/tape-publisher.ts';
import type { Writer } from '../../../src/store/writer.ts';
import type { Hub } from '../../../src/stream/hub.ts';
import { openFileTape } from '../../../src/tape/file-tape.ts';
import { Recorder } from '../../../src/tape/recorder.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** A tape in a folder, with the recorder that connects it to the store and a stream. */
export async function openPublishing(parts: {
  readonly book?: Pick<Book, 'takeItemStatements' | 'takeRetold' | 'takeTopBids'>;
  /** Missing where nothing is stored. */
  readonly writer?: Pick<Writer, 'push' | 'mark'>;
  readonly hub?: Pick<Hub, 'publish'>;
  readonly now: () => number;
  readonly keepsStates?: boolean;
  /** Of the tape; without one, in a folder that is removed at the end. */
  readonly folder?: string;
}) {
  const { book = new Book(), writer = null, hub = { publish: () => {} }, now, keepsStates = false } = parts;
  const folder = parts.folder ?? mkdtempSync(join(tmpdir(), 'itemtape-publishing-'));
  const tape = await openFileTape({ folder, keepMs: 86_400_000, keepBytes: 2 ** 30, hasFsync: false, now });
  const recorder = new Recorder({ tape, timeOf: now, onEpoch: () => {}, now, timers: systemClock, log: silent });
  const sales = createSaleDedup(now);
  const received = keepsStates ? new ReceivedTimes(recorder.last) : null;
  const publisher = new TapePublisher({ book, recorder, hub, sales, received, now });
  const rows = {
    push: (some: Parameters<Writer['push']>[0]) => writer?.push(some),
    mark: (position: Parameters<Writer['mark']>[0]) => writer?.mark(position),
    ready: async () => {},
  };
  const storeFollower = createStoreFollower({ tape, writer: rows, received, log: silent });
  recorder.follow((records, first, lines) => storeFollower.receive(records, first, lines));
  storeFollower.begin(tape.head);
  return {
    storeFollower,
    sales,
    tape,
    recorder,
    publisher,
    close: async () => {
      await recorder.close();
      await tape.close();
      if (parts.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
