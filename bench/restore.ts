import { inRounds, type Row, row } from './rounds.ts';
import { withFolder } from './scratch-folder.ts';
import { inWorker } from './worker.ts';

export const restore = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    await inWorker('fillStore', folder);
    const { parse, ours } = await inRounds({
      parse: async () => ({ milliseconds: await inWorker('measureParse') }),
      ours: async () => ({ milliseconds: await inWorker('measureRestore', folder) }),
    });
    return [
      row(
        {
          name: 'start with 500,000 offers kept',
          unit: 'ms until they are in the book',
          reference: 'JSON.parse of the same offers',
          referenceValue: parse.milliseconds,
          value: ours.milliseconds,
        },
        { ratio: { atMost: 2 } },
      ),
    ];
  });
