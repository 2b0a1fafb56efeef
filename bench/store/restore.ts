import { inRounds, type Row, row } from '../rounds.ts';
import { withFolder } from '../scratch-folder.ts';
import { inWorker } from '../worker.ts';

export const restore = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    await inWorker('fillStore', folder);
    const alone = (all: number) => ({ first: all, all });
    const { parse, dump, ours } = await inRounds({
      parse: async () => alone(await inWorker('measureParse')),
      dump: async () => alone(await inWorker('measureDump', folder)),
      ours: () => inWorker('measureRestore', folder),
    });
    const facts = {
      unit: 'ms until they are in the book',
      reference: 'JSON.parse of the same offers',
      referenceValue: parse.all,
    };
    return [
      row(
        { ...facts, name: 'start with 500,000 offers, from the dump of a stop', value: dump.all },
        { ratio: { atMost: 2 } },
      ),
      row(
        { ...facts, name: 'start with 500,000 offers, from the database', value: ours.all },
        { ratio: { atMost: 2 } },
      ),
      row(
        {
          name: 'the same, until the first of 27 marketplaces are served',
          unit: 'ms',
          reference: 'until all are',
          referenceValue: ours.all,
          value: ours.first,
        },
        { ratio: { atMost: 0.35 } },
      ),
    ];
  });

const millions = 5_000_000;

/** Measured once each, as a round takes minutes to prepare. */
export const restoreOfFiveMillion = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    await inWorker('fillStore', folder, millions);
    const facts = {
      unit: 'ms until they are in the book',
      reference: 'limit of one minute',
      referenceValue: 60_000,
    };
    const bound = { ratio: { atMost: 1 } };
    const dump = await inWorker('measureDump', folder, millions);
    const { all: ours } = await inWorker('measureRestore', folder);
    return [
      row({ ...facts, name: 'start with 5,000,000 offers, from the dump of a stop', value: dump }, bound),
      row({ ...facts, name: 'start with 5,000,000 offers, from the database', value: ours }, bound),
    ];
  });
