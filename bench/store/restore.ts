import { inRounds, type Row, row } from '../rounds.ts';
import { withFolder } from '../scratch-folder.ts';
import { inWorker } from '../worker.ts';
import { offerCount } from './restore-tasks.ts';

const reference = 'JSON.parse of the same offers';

export const restore = (): Promise<Row[]> =>
  withFolder(async (stopped) =>
    withFolder(async (killed) => {
      await inWorker('fillFolder', stopped);
      await inWorker('fillFolder', killed, offerCount, true);
      const alone = (all: number) => ({ first: all, all, cpu: all });
      const { parse, afterStop, afterKill } = await inRounds({
        parse: async () => alone(await inWorker('measureParse')),
        afterStop: () => inWorker('measureRestore', stopped),
        afterKill: () => inWorker('measureRestore', killed),
      });
      const facts = { reference, referenceValue: parse.all };
      const rowsOf = (how: string, { first, all, cpu }: typeof afterStop, bounds: typeof afterStop): Row[] => [
        row(
          {
            ...{ ...facts, name: `start with 500,000 offers, ${how}`, unit: 'ms until they are in the book' },
            ...{ value: all, cpuRatio: cpu / parse.cpu },
          },
          { ratio: { atMost: bounds.all }, cpuRatio: { atMost: bounds.cpu } },
        ),
        row(
          { ...facts, name: `the same, ${how}, the first of 27 marketplaces`, unit: 'ms', value: first },
          { ratio: { atMost: bounds.first } },
        ),
      ];
      return [
        ...rowsOf('after a stop', afterStop, { first: 0.9, all: 7, cpu: 9 }),
        ...rowsOf('after a kill', afterKill, { first: 2, all: 10, cpu: 13 }),
      ];
    }),
  );

const millions = 5_000_000;

/** Measured once, as a round takes minutes to prepare. */
export const restoreOfFiveMillion = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    await inWorker('fillFolder', folder, millions);
    const { all } = await inWorker('measureRestore', folder, millions);
    const facts = {
      unit: 'ms until they are in the book',
      reference: 'limit of one minute',
      referenceValue: 60_000,
    };
    return [row({ ...facts, name: 'start with 5,000,000 offers', value: all }, { ratio: { atMost: 1 } })];
  });
