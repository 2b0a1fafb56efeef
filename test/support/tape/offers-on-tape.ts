import { toPrice } from '../../../src/api/wire/price.ts';
import { entryKind } from '../../../src/stream/log/entry.ts';
import { recordEntry } from '../../../src/stream/log/to-entry.ts';
import { openFileTape } from '../../../src/tape/file-tape.ts';
import { unpackRecords } from '../../../src/tape/pack.ts';
import type { TapeRecord } from '../../../src/tape/record.ts';
import { tapeFolder } from '../../../src/tape/tape-folder.ts';

type OfferChange = Extract<Extract<TapeRecord, { what: 'change' }>['change'], { offer: unknown }>;

export type OfferOnTape = {
  readonly sequence: number;
  readonly change: OfferChange;
  /** Whether readers receive a message about it. */
  readonly isPublished: boolean;
};

const published: readonly unknown[] = [entryKind.added, entryKind.updated, entryKind.removed];

/** The changes of offers on the tape of a data folder, from a sequence on. */
export async function offersOnTape(folder: string, from = 1): Promise<OfferOnTape[]> {
  const settings = { keepMs: 86_400_000, keepBytes: 2 ** 32, hasFsync: false, now: Date.now };
  const tape = await openFileTape({ folder: tapeFolder(folder), ...settings });
  const found: OfferOnTape[] = [];
  for await (const batch of tape.read(Math.max(from, tape.first)))
    for (const [at, record] of unpackRecords(batch.bytes).entries()) {
      const sequence = batch.first + at;
      if (sequence < from || record.what !== 'change' || !('offer' in record.change)) continue;
      const isPublished = published.includes(recordEntry(record, { price: toPrice }).kind);
      found.push({ sequence, change: record.change, isPublished });
    }
  await tape.close();
  return found;
}
