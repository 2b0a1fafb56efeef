import { inRounds, type Row, row } from './rounds.ts';
import { withFolder } from './scratch-folder.ts';
import { inWorker } from './worker.ts';

export const restore = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    await inWorker('fillStore', folder);
    const { parse, dump, ours } = await inRounds({
      parse: async () => ({ milliseconds: await inWorker('measureParse') }),
      dump: async () => ({ milliseconds: await inWorker('measureDump', folder) }),
      ours: async () => ({ milliseconds: await inWorker('measureRestore', folder) }),
    });
    const facts = {
      unit: 'ms until they are in the book',
      reference: 'JSON.parse of the same offers',
      referenceValue: parse.milliseconds,
    };
    return [
      row(
        { ...facts, name: 'start with 500,000 offers dumped by a stop', value: dump.milliseconds },
        { ratio: { atMost: 2 } },
      ),
      row({ ...facts, name: 'start with 500,000 offers kept', value: ours.milliseconds }, { ratio: { atMost: 2 } }),
    ];
  });

const millions = 5_000_000;

/** Once each, as a round takes minutes to prepare. */
export const restoreOfFiveMillion = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    await inWorker('fillStore', folder, millions);
    const facts = {
      unit: 'ms until they are in the book',
      reference: 'the minute that it may take',
      referenceValue: 60_000,
    };
    const bound = { ratio: { atMost: 1 } };
    const dump = await inWorker('measureDump', folder, millions);
    const ours = await inWorker('measureRestore', folder);
    return [
      row({ ...facts, name: 'start with 5,000,000 offers dumped by a stop', value: dump }, bound),
      row({ ...facts, name: 'start with 5,000,000 offers kept', value: ours }, bound),
    ];
  });
