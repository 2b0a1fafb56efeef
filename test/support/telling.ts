import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Book } from '../../src/book/book.ts';
import { createBook } from '../../src/book/create-book.ts';
import { systemClock } from '../../src/clock.ts';
import { createSaleDedup } from '../../src/service/tape/sale-dedup.ts';
import { Teller } from '../../src/service/tape/teller.ts';
import type { Writer } from '../../src/store/writer.ts';
import type { Hub } from '../../src/stream/hub.ts';
import { openFileTape } from '../../src/tape/file-tape.ts';
import { Recorder } from '../../src/tape/recorder.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** A tape in a temporary folder, with the recorder that connects it to a writer and a stream. */
export async function openTelling(parts: {
  readonly book?: Pick<Book, 'takeTopBids'>;
  readonly writer: Pick<Writer, 'push' | 'mark'>;
  readonly hub?: Pick<Hub, 'tell'>;
  readonly now: () => number;
  readonly keepsStates?: boolean;
}) {
  const { book = createBook(), writer, hub = { tell: () => {} }, now, keepsStates = false } = parts;
  const folder = mkdtempSync(join(tmpdir(), 'itemtape-telling-'));
  const tape = await openFileTape({ folder, keepMs: 86_400_000, keepBytes: 2 ** 30, hasFsync: false, now });
  const recorder = new Recorder({ tape, timeOf: now, onEpoch: () => {}, now, timers: systemClock, log: silent });
  const sales = createSaleDedup(now);
  const teller = new Teller({ book, tape, recorder, hub, writer, sales, keepsStates, now });
  return {
    sales,
    tape,
    recorder,
    teller,
    close: async () => {
      await recorder.close();
      await tape.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
