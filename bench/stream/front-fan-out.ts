import { canHold, held } from '../cpu-share.ts';
import { inRounds, type Row, row } from '../rounds.ts';
import { withFolder } from '../scratch-folder.ts';
import { startWorker, type Worker } from '../worker.ts';
import { messagesTo, serveFrom } from './stage.ts';

const crowd = { count: 1_000, offersDeflate: false, wants: 'all' } as const;
const perSecond = 2_000;
const messages = 2_000;
const warmUpMessages = 100;
// Share of a core, such that two workers, the readers and the main process fit on two cores
const shareOfWorker = 0.15;

type Scene = { readonly server: Worker; readonly fronts: readonly Worker[]; readonly readers: Worker };

async function withScene<Result>(frontCount: number, use: (scene: Scene) => Promise<Result>): Promise<Result> {
  return await withFolder(async (folder) => {
    const [server, readers] = [startWorker(), startWorker()];
    const fronts = Array.from({ length: frontCount }, startWorker);
    try {
      const port = await serveFrom(server, fronts, folder);
      await readers.call('openReaders', { ...crowd, port });
      return await use({ server, fronts, readers });
    } finally {
      await Promise.all([server, readers, ...fronts].map(({ stop }) => stop()));
    }
  });
}

const cpuSecondsOf = async (workers: readonly Worker[]): Promise<number> => {
  const each = await Promise.all(workers.map(({ cpuSeconds }) => cpuSeconds()));
  return each.reduce((sum, one) => sum + one, 0);
};

/** CPU time of the main process and the workers per million deliveries, and deliveries per second. */
async function deliver({ server, fronts, readers }: Scene, count: number) {
  await readers.call('forgetFrames');
  const [bookBefore, frontsBefore] = [await server.cpuSeconds(), await cpuSecondsOf(fronts)];
  const startedAt = performance.now();
  await server.call('publishToHub', count, perSecond);
  const expected = messagesTo(crowd, count);
  const { frames } = await readers.call('untilFrames', expected);
  if (frames !== expected) throw new Error(`${frames} messages arrived instead of ${expected}`);
  const perMillion = (seconds: number) => seconds / (frames / 1e6);
  return {
    book: perMillion((await server.cpuSeconds()) - bookBefore),
    fronts: perMillion((await cpuSecondsOf(fronts)) - frontsBefore),
    perSecond: frames / ((performance.now() - startedAt) / 1000),
  };
}

async function compare(own: Scene, one: Scene, two: Scene): Promise<Row[]> {
  for (const scene of [own, one, two]) await deliver(scene, warmUpMessages);
  const turn = (scene: Scene) => () => deliver(scene, messages);
  const figures = await inRounds({ own: turn(own), one: turn(one), two: turn(two) });
  const who = `${crowd.count.toLocaleString('en')} readers, ${perSecond.toLocaleString('en')} changes/s`;
  const unit = 's of CPU per million deliveries';
  return [
    row({
      name: `main process, fan-out to ${who} at two front workers`,
      unit,
      reference: 'to readers of its own',
      referenceValue: figures.own.book,
      value: figures.two.book,
    }),
    row({
      name: 'the front worker, of one',
      unit,
      reference: 'main process, to readers of its own',
      referenceValue: figures.own.book,
      value: figures.one.fronts,
    }),
    row(
      {
        name: `fan-out to ${who}, from two front workers`,
        unit: 'deliveries per second of their CPU',
        reference: 'one front worker',
        referenceValue: 1e6 / figures.one.fronts,
        value: 1e6 / figures.two.fronts,
      },
      // Means 1.8 times as many from two cores
      { ratio: { atLeast: 0.9 } },
    ),
  ];
}

async function compareHeld(one: Scene, two: Scene): Promise<Row[]> {
  if (!canHold()) return [];
  const pids = [...one.fronts, ...two.fronts].map(({ pid }) => pid);
  const turn = (scene: Scene) => () => deliver(scene, messages);
  const figures = await held(pids, shareOfWorker, () => inRounds({ one: turn(one), two: turn(two) }));
  return [
    row(
      {
        name: `fan-out to ${crowd.count.toLocaleString('en')} readers, from two front workers`,
        unit: `deliveries/s, each worker with ${100 * shareOfWorker} % of a core`,
        reference: 'one front worker',
        referenceValue: figures.one.perSecond,
        value: figures.two.perSecond,
      },
      { ratio: { atLeast: 1.8 } },
    ),
  ];
}

/** CPU time that front workers save the main process, and the gain of two workers over one. */
export const frontFanOut = (): Promise<Row[]> =>
  withScene(0, (own) =>
    withScene(1, (one) =>
      withScene(2, async (two) => [...(await compare(own, one, two)), ...(await compareHeld(one, two))]),
    ),
  );
