import type { Book } from '../../../src/book/book.ts';
import type { ExchangeRates } from '../../../src/normalise/exchange-rates.ts';
import { serviceRecords } from '../../../src/service/snapshots/service-part.ts';
import { SnapshotKeeper } from '../../../src/service/snapshots/snapshot-keeper.ts';
import { Snapshots } from '../../../src/tape/snapshot/snapshot.ts';
import { openSnapshotFolder } from '../../../src/tape/snapshot/snapshot-folder.ts';
import type { openPublishing } from './publishing.ts';

/** Keeps snapshots in a folder of a book that is published. */
export async function keepingSnapshots(
  book: Book,
  { tape, recorder, sales }: Pick<Awaited<ReturnType<typeof openPublishing>>, 'tape' | 'recorder' | 'sales'>,
  options: {
    readonly folder: string;
    readonly rates: ExchangeRates;
    readonly now: () => number;
    readonly minRecords?: number;
  },
) {
  const { folder, rates, now, minRecords } = options;
  const warned: string[] = [];
  const log = { info: () => {}, warn: (_: object, text: string) => void warned.push(text) };
  const snapshots = await Snapshots.open(await openSnapshotFolder(folder), log);
  const ofService = () => serviceRecords({ rates, sales });
  const keeper = new SnapshotKeeper(
    {
      book,
      snapshots,
      tape,
      recorder,
      ofService,
      now,
      log,
      ...(minRecords !== undefined && { minRecords }),
    },
    tape.head,
    snapshots.newest?.files ?? [],
  );
  recorder.follow((records, first) => keeper.receive(records, first));
  keeper.begin();
  return { snapshots, keeper, warned };
}
