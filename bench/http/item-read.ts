import { join } from 'node:path';
import { canHold, held } from '../cpu-share.ts';
import { inRounds, type Promised, type Row, row } from '../rounds.ts';
import { withFolder } from '../scratch-folder.ts';
import { startWorker, type Worker } from '../worker.ts';
import { doorIn } from './front.ts';
import { answerAt, type HttpAnswer } from './http-answer.ts';
import { type LoadFigures, loadTool, underLoad } from './http-load.ts';
import { hasNginx, startNginx } from './nginx.ts';
import type { ServedItem } from './served-item.ts';

const connections = 64;
const seconds = 5;
const warmUpSeconds = 2;
const tool = loadTool();

type Contender = { readonly port: number; readonly server: { readonly cpuSeconds: () => Promise<number> } };

type Scene = {
  readonly ours: Contender;
  /** The process of the reference server. */
  readonly beside: Worker;
  readonly item: ServedItem;
  readonly answer: HttpAnswer;
  readonly folder: string;
};

/** Starts the REST server and a second process, and reads the item once. */
function inScene<Result>(cacheSeconds: number, use: (scene: Scene) => Promise<Result>): Promise<Result> {
  return withFolder(async (folder) => {
    const api = startWorker();
    const beside = startWorker();
    try {
      const item = await api.call('serveItem', folder, cacheSeconds);
      const answer = await answerAt(item.port, item.path, item.key);
      return await use({ ours: { port: item.port, server: api }, beside, item, answer, folder });
    } finally {
      await Promise.all([api.stop(), beside.stop()]);
    }
  });
}

async function measured<Name extends string>(
  { item: { path, key } }: Scene,
  contenders: Readonly<Record<Name, Contender>>,
): Promise<Record<Name, LoadFigures>> {
  const measures: Partial<Record<Name, () => Promise<LoadFigures>>> = {};
  for (const name of Object.keys(contenders) as Name[]) {
    const { port, server } = contenders[name];
    const load = { port, path, key, connections, seconds };
    await tool.send({ ...load, seconds: warmUpSeconds });
    measures[name] = () => underLoad(tool, load, server);
  }
  return await inRounds(measures as Record<Name, () => Promise<LoadFigures>>);
}

function rowsAgainst(
  name: string,
  ours: LoadFigures,
  reference: string,
  other: LoadFigures,
  promised: Promised | null = null,
): Row[] {
  const rate = `answers/s (${tool.name}, ${connections} connections)`;
  const facts = (figure: keyof LoadFigures) => ({ reference, referenceValue: other[figure], value: ours[figure] });
  return [
    row({ name, unit: rate, ...facts('perSecond') }, promised),
    row({ name, unit: 'server CPU s per 100,000 answers', ...facts('cpuSeconds') }),
  ];
}

/** Answers per second of CPU time against nginx, which serves the same bytes as a file. */
const rowAgainstNginx = (name: string, ours: LoadFigures, nginx: LoadFigures, atLeast: number): Row => {
  const perCore = ({ cpuSeconds }: LoadFigures) => 100_000 / cpuSeconds;
  const unit = `answers per second of CPU (${tool.name}, ${connections} connections)`;
  const facts = { name, unit, reference: 'nginx with 1 worker, same bytes as a file' };
  return row({ ...facts, referenceValue: perCore(nginx), value: perCore(ours) }, { ratio: { atLeast } });
};

const sizeOf = ({ answer }: Scene): string => `${(answer.body.length / 1000).toFixed(1)} kB`;

export const cachedRead = (): Promise<Row[]> =>
  inScene(10, async (scene) => {
    const { ours, beside, answer, folder } = scene;
    const bare = { port: await beside.call('servePlain', answer.headers, answer.body), server: beside };
    const name = `cached read of ${sizeOf(scene)}`;
    const bareName = 'bare node:http, same bytes and headers';
    const promised: Promised = { ratio: { atLeast: 0.8 } };
    if (!hasNginx()) {
      const figures = await measured(scene, { bare, ours });
      return rowsAgainst(name, figures.ours, bareName, figures.bare, promised);
    }
    const nginx = await startNginx(folder, '/v2/items', answer.headers, answer.body);
    try {
      const figures = await measured(scene, { bare, ours, file: { port: nginx.port, server: nginx } });
      return [
        ...rowsAgainst(name, figures.ours, bareName, figures.bare, promised),
        rowAgainstNginx(name, figures.ours, figures.file, 0.8),
      ];
    } finally {
      await nginx.stop();
    }
  });

/** The same read from a front worker: its CPU time per answer, and that of nginx. */
export const frontRead = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    const [api, front] = [startWorker(), startWorker()];
    try {
      const door = doorIn(folder);
      const item = await api.call('serveItem', join(folder, 'data'), 10, door);
      const port = await front.call('serveFront', door);
      const answer = await answerAt(port, item.path, item.key);
      const scene = { ours: { port, server: front }, beside: api, item, answer, folder };
      if (!hasNginx()) return [];
      const nginx = await startNginx(folder, '/v2/items', answer.headers, answer.body);
      try {
        const figures = await measured(scene, { ours: scene.ours, file: { port: nginx.port, server: nginx } });
        return [
          rowAgainstNginx(`cached read of ${sizeOf(scene)} from a front worker`, figures.ours, figures.file, 0.9),
        ];
      } finally {
        await nginx.stop();
      }
    } finally {
      await Promise.all([api.stop(), front.stop()]);
    }
  });

// Share of a core, such that two workers, the load and the main process fit on two cores
const shareOfWorker = 0.2;

/** Two front workers against one: their rate where each has the same share of a core, and their CPU time per answer. */
export const frontWorkers = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    const api = startWorker();
    const fronts = [startWorker(), startWorker()];
    try {
      const door = doorIn(folder);
      const { path, key } = await api.call('serveItem', join(folder, 'data'), 10, door);
      const ports = await Promise.all(fronts.map((front) => front.call('serveFront', door)));
      const through = async (count: number) => {
        const load = { path, key, connections: connections / 2, seconds };
        const before = await Promise.all(fronts.map(({ cpuSeconds }) => cpuSeconds()));
        const sent = await Promise.all(ports.slice(0, count).map((port) => tool.send({ ...load, port })));
        const after = await Promise.all(fronts.map(({ cpuSeconds }) => cpuSeconds()));
        const spent = after.reduce((sum, one, at) => sum + one - (before[at] ?? 0), 0);
        const sum = (figure: 'answers' | 'perSecond') => sent.reduce((all, one) => all + one[figure], 0);
        return { perCore: sum('answers') / spent, perSecond: sum('perSecond') };
      };
      await through(2);
      const compare = () => inRounds({ one: () => through(1), two: () => through(2) });
      const rows: Row[] = [];
      const facts = { name: 'cached reads from two front workers', reference: 'one front worker' };
      const load = `${tool.name} for each, ${connections / 2} connections`;
      if (canHold()) {
        const pids = fronts.map(({ pid }) => pid);
        const { one, two } = await held(pids, shareOfWorker, compare);
        const unit = `answers/s (${load}), each with ${100 * shareOfWorker} % of a core`;
        const figures = { referenceValue: one.perSecond, value: two.perSecond };
        rows.push(row({ ...facts, unit, ...figures }, { ratio: { atLeast: 1.8 } }));
      }
      const { one, two } = await compare();
      const figures = { referenceValue: one.perCore, value: two.perCore };
      // Means 1.8 times as many from two cores
      rows.push(
        row({ ...facts, unit: `answers per second of CPU (${load})`, ...figures }, { ratio: { atLeast: 0.9 } }),
      );
      return rows;
    } finally {
      await Promise.all([api, ...fronts].map(({ stop }) => stop()));
    }
  });

export const uncachedRead = (): Promise<Row[]> =>
  inScene(0, async (scene) => {
    const { ours, beside, answer } = scene;
    const port = await beside.call('serveStringified', answer.headers, answer.body.toString());
    const figures = await measured(scene, { bare: { port, server: beside }, ours });
    const reference = 'bare node:http, JSON.stringify of the same object, kept ready';
    return rowsAgainst(`uncached read of ${sizeOf(scene)}`, figures.ours, reference, figures.bare);
  });
