import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Book } from '../../book/book.ts';
import { ExchangeRates } from '../../normalise/exchange-rates.ts';
import type { Clock } from '../../runtime/clock.ts';
import { linkTape } from '../../tape/copy.ts';
import { openFileTape } from '../../tape/file-tape.ts';
import { type SnapshotLog, Snapshots } from '../../tape/snapshot/snapshot.ts';
import { openSnapshotFolder, snapshotFolder } from '../../tape/snapshot/snapshot-folder.ts';
import { tapeFolder } from '../../tape/tape-folder.ts';
import { RestoredBook } from '../snapshots/restore-book.ts';
import { findPlan } from '../snapshots/restore-plan.ts';
import { createSaleDedup } from '../tape/sale-dedup.ts';

/** The book that the next start on a data folder would restore. The folder stays as it is: the tape is opened as a copy. */
export async function stoppedBook(options: {
  readonly dataFolder: string;
  /** A folder on the same disk. */
  readonly scratch: string;
  readonly now: Clock['now'];
  readonly log: SnapshotLog;
}): Promise<Book> {
  const { dataFolder, scratch, now, log } = options;
  await mkdir(scratch, { recursive: true });
  const folder = await mkdtemp(join(scratch, 'tape-'));
  const keepAll = { keepMs: Number.POSITIVE_INFINITY, keepBytes: Number.POSITIVE_INFINITY };
  try {
    await linkTape(tapeFolder(dataFolder), folder);
    const tape = await openFileTape({ folder, ...keepAll, hasFsync: false, now });
    try {
      const snapshots = await Snapshots.open(await openSnapshotFolder(snapshotFolder(dataFolder)), log);
      const plan = await findPlan(tape, snapshots, log);
      if (plan.trouble !== null) log.warn({ trouble: plan.trouble }, 'book restored in part');
      const book = new Book();
      const ofService = { sales: createSaleDedup(now), rates: new ExchangeRates({ now }) };
      const restored = new RestoredBook({ book, snapshots, plan, ...ofService });
      await restored.restoreMarkets(() => {});
      await restored.restoreRest();
      return book;
    } finally {
      await tape.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
