import { createRowReader } from '../../src/collect/decode/row-reader.ts';
import { skinport } from '../../src/connectors/skinport/index.ts';
import { rowsOf } from '../../src/service/tape/rows-of.ts';
import { openStore } from '../../src/store/open-store.ts';
import { Writer } from '../../src/store/writer.ts';
import { madeUpBulkList } from '../made-up/made-up-list.ts';
import { openPublishing } from '../made-up/publishing.ts';
import { inRounds } from '../rounds.ts';
import { asIs, cpuOf, createPath, dropped, list, type Publishing, rowCount } from './ingest-tasks.ts';

/** Sends rows only to the database. */
const onlyStored = (writer: Writer): Publishing => ({
  publisher: {
    ...dropped.publisher,
    publish: (changes) => writer.push(rowsOf(changes.map((change) => ({ what: 'change', change, at: change.at })))),
  },
  recorder: { flush: () => writer.flush() },
});

/** Processor time of all threads, in ms, until 25,000 new rows are in the database, with tape and stream and without. */
export async function measureStoredIngest(
  folder: string,
): Promise<{ readonly published: number; readonly unpublished: number }> {
  if (list === undefined) throw new Error('Skinport no longer has any sources');
  const store = await openStore({ at: { folder }, now: Date.now });
  const writer = new Writer({ store });
  const bytes = madeUpBulkList(rowCount, 0);
  const reader = createRowReader(list, asIs);
  const publishedAndStored = () =>
    createPath(reader, async (book) => {
      const { publisher, recorder } = await openPublishing(book, [skinport], writer);
      const flush = async () => {
        await recorder.flush();
        await writer.flush();
      };
      return { publisher, recorder: { flush } };
    });
  const contenders = {
    published: () => cpuOf(bytes, publishedAndStored),
    unpublished: () => cpuOf(bytes, () => createPath(reader, async () => onlyStored(writer))),
  };
  for (const run of Object.values(contenders)) await run();
  const { published, unpublished: alone } = await inRounds(contenders);
  await writer.stop();
  await store.close();
  return { published: published.milliseconds, unpublished: alone.milliseconds };
}
