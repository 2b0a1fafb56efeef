import { unpackSnapshotRecords } from '../../../src/tape/snapshot/record-line.ts';
import { Snapshots } from '../../../src/tape/snapshot/snapshot.ts';
import { openSnapshotFolder, snapshotFolder } from '../../../src/tape/snapshot/snapshot-folder.ts';

/** The prices of the offers in the snapshot that a stop has left. */
export async function storedPrices(folder: string): Promise<ReadonlyMap<string, number>> {
  const snapshots = await Snapshots.open(await openSnapshotFolder(snapshotFolder(folder)), { warn: () => {} });
  const prices = new Map<string, number>();
  for (const file of snapshots.newest?.files ?? []) {
    for await (const lines of snapshots.read(file)) {
      for (const one of unpackSnapshotRecords(lines))
        if (one.what === 'offer') prices.set(one.offer.offerId, one.offer.price.amount);
    }
  }
  return prices;
}
