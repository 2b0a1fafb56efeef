import type { Book } from '../../../src/book/book.ts';
import type { ExchangeRates } from '../../../src/normalise/exchange-rates.ts';
import { standingOfService } from '../../../src/service/snapshots/service-part.ts';
import { SnapshotKeeper } from '../../../src/service/snapshots/snapshot-keeper.ts';
import { Snapshots } from '../../../src/tape/snapshot.ts';
import { openSnapshotFolder } from '../../../src/tape/snapshot-folder.ts';
import type { openPublishing } from './publishing.ts';

const silent = { info: () => {}, warn: () => {} };

/** Keeps snapshots in a folder of a book that is published. */
export async function keepingSnapshots(
  book: Book,
  { tape, recorder, sales }: Awaited<ReturnType<typeof openPublishing>>,
  options: { readonly folder: string; readonly rates: ExchangeRates; readonly now: () => number },
) {
  const { folder, rates, now } = options;
  const snapshots = await Snapshots.open(await openSnapshotFolder(folder), silent);
  const ofService = () => standingOfService({ rates, sales });
  const keeper = new SnapshotKeeper(
    { book, snapshots, tape, recorder, ofService, now, log: silent },
    tape.head,
    snapshots.newest?.files ?? [],
  );
  recorder.follow((records, first) => keeper.receive(records, first));
  keeper.begin();
  return { snapshots, keeper };
}
