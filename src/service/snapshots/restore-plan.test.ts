import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/store/store-samples.ts';
import { pricedOffer } from '../../../test/support/stream/stream-rig.ts';
import { openPublishing } from '../../../test/support/tape/publishing.ts';
import { harms } from '../../../test/support/tape/snapshot-harm.ts';
import { keepingSnapshots } from '../../../test/support/tape/snapshot-keeping.ts';
import { Book } from '../../book/book.ts';
import { ExchangeRates } from '../../normalise/exchange-rates.ts';
import type { Log } from '../../runtime/log.ts';
import { Snapshots } from '../../tape/snapshot/snapshot.ts';
import { openSnapshotFolder, snapshotFiles } from '../../tape/snapshot/snapshot-folder.ts';
import { RestoredBook } from './restore-book.ts';
import { planRestore } from './restore-plan.ts';

const now = () => 1_790_000_000_000;
const rates = new ExchangeRates({ now });
const marketplaces = [1, 2, 5];
const name = 'AK-47 | Redline (Field-Tested)';

describe('how a book is restored', () => {
  let book = new Book();
  let folder: ReturnType<typeof temporaryFolder>;
  let publishing: Awaited<ReturnType<typeof openPublishing>>;
  let keeping: Awaited<ReturnType<typeof keepingSnapshots>>;
  let warned: string[] = [];
  const warn = (data: object, text: string): void => {
    warned.push(`${text} ${JSON.stringify(data)}`);
  };
  const log = { warn } as Pick<Log, 'warn'>;

  beforeEach(async () => {
    warned = [];
    book = new Book();
    folder = temporaryFolder();
    publishing = await openPublishing({ book, now });
    keeping = await keepingSnapshots(book, publishing, { folder: folder.path, rates, now, minRecords: 1 });
  });
  afterEach(async () => {
    await publishing.close();
    folder.remove();
  });

  /** Puts an offer on sale at each marketplace. */
  const offering = async (offerId: string, ids = marketplaces) => {
    for (const marketplaceId of ids) {
      const offers = [pricedOffer(offerId, 2_000, { name }), pricedOffer(`${offerId}!`, 2_500, { name })];
      publishing.publisher.publish(book.apply(offers, { marketplaceId, source: 'events', at: now() }));
    }
    await publishing.recorder.flush();
  };
  const fileOf = (part: string): string =>
    join(folder.path, `${keeping.snapshots.newest?.files.find((file) => file.part === part)?.name}.part`);
  const pathOfManifest = async (): Promise<string> =>
    join(folder.path, `manifest.${(await snapshotFiles(folder.path)).numbers[0]}`);

  /** What a start would have: how many offers at each marketplace, and the epoch as it was or not. */
  const started = async () => {
    const { tape, sales } = publishing;
    const { epoch } = tape;
    const snapshots = await Snapshots.open(await openSnapshotFolder(folder.path), log);
    const plan = await planRestore(tape, snapshots, log);
    const restored = new Book();
    const restoring = new RestoredBook({ book: restored, snapshots, plan, sales, rates });
    await restoring.restoreMarkets(() => {});
    await restoring.restoreRest();
    const offers = marketplaces.map((id) => restored.offers(id, 'CS2', name).length);
    return { offers, isSameEpoch: tape.epoch === epoch };
  };
  it('from the tape alone while there is no snapshot', async () => {
    await offering('a');
    expect(await started()).toEqual({ offers: [2, 2, 2], isSameEpoch: true });
    expect(warned).toEqual([]);
  });

  it.each(harms)(
    'without one marketplace whose file is %s, in a new epoch, which a log line names',
    async (_, harm) => {
      await offering('a');
      await keeping.keeper.run();
      await offering('b');
      harm(fileOf('2-CS2'));
      const { offers, isSameEpoch } = await started();

      expect(offers).toEqual([4, 0, 4]);
      expect(isSameEpoch).toBe(false);
      expect(warned).toEqual([
        expect.stringMatching(/^part of the snapshot unusable .*"part":"2-CS2"/),
        expect.stringMatching(/^part of the snapshot not restored; its marketplace is read again .*"2-CS2"/),
        expect.stringMatching(/^epoch of the tape changed .*"the snapshot of 2-CS2 is damaged"/),
      ]);
    },
  );

  it.each(harms)('from the file before one that is %s, and the tape', async (_, harm) => {
    await offering('a');
    await keeping.keeper.run();
    await offering('b', [2]);
    await keeping.keeper.run();
    await offering('c');
    harm(fileOf('2-CS2'));

    expect(await started()).toEqual({ offers: [4, 6, 4], isSameEpoch: true });
    expect(warned).toHaveLength(1);
  });

  it('from the snapshot before one whose manifest is damaged', async () => {
    await offering('a');
    await keeping.keeper.run();
    await offering('b', [2]);
    await keeping.keeper.run();
    writeFileSync(await pathOfManifest(), 'no manifest');

    expect(await started()).toEqual({ offers: [2, 4, 2], isSameEpoch: true });
    expect(warned).toEqual([expect.stringContaining('manifest of a snapshot damaged')]);
  });

  it('from the snapshot alone where the tape is lost, in a new epoch behind it', async () => {
    await offering('a');
    await keeping.keeper.run();
    const end = publishing.tape.head;
    await publishing.close();
    publishing = await openPublishing({ now });

    expect(await started()).toEqual({ offers: [2, 2, 2], isSameEpoch: false });
    expect(publishing.tape.head).toBe(end);
    expect(warned).toEqual([expect.stringContaining('it does not belong to the snapshot')]);
  });

  it('as an empty book in a new epoch where the tape has lost its beginning and there is no snapshot', async () => {
    await offering('a');
    await publishing.tape.renew(publishing.tape.head + 1_000);
    await offering('b');

    expect(await started()).toEqual({ offers: [0, 0, 0], isSameEpoch: false });
    expect(warned).toEqual([expect.stringContaining('the book begins empty, and the marketplaces fill it')]);
  });
});
