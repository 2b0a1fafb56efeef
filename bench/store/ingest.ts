import { type Row, row } from '../rounds.ts';
import { withFolder } from '../scratch-folder.ts';
import { inWorker } from '../worker.ts';

export async function ingest(): Promise<Row[]> {
  const figures = await inWorker('measureIngest');
  const stored = await withFolder((folder) => inWorker('measureStoredIngest', folder));
  const megabytes = (figures.bytes / 1e6).toFixed(1);
  const against = (what: string, value: number, atMost: number) =>
    row(
      {
        name: `ingest of 25,000 rows, ${what}`,
        unit: 'ms',
        reference: `JSON.parse of the same ${megabytes} MB`,
        referenceValue: figures.parse,
        value,
      },
      { ratio: { atMost } },
    );
  const shareOfPublishing = (
    reference: string,
    { published, unpublished }: Pick<typeof figures, 'published' | 'unpublished'>,
  ) =>
    row(
      {
        name: 'tape and stream with nobody listening, of a list that is all new',
        unit: 'ms of processor time',
        reference,
        referenceValue: published,
        value: published - unpublished,
      },
      { ratio: { atMost: 0.15 } },
    );
  return [
    against('all new', figures.cold, 2),
    against('2 % changed', figures.changed, 1.3),
    against('none changed', figures.repeated, 1.3),
    shareOfPublishing('all of the same list, without the database', figures),
    shareOfPublishing('all of the same list until the database has it', stored),
    row(
      {
        name: 'a change of that list on the tape, packed',
        unit: 'bytes',
        reference: 'its line',
        referenceValue: figures.lineBytes,
        value: figures.packedBytes,
      },
      { value: { atMost: 100 } },
    ),
  ];
}
