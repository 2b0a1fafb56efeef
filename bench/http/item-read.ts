import { join } from 'node:path';
import { inRounds, type Promised, type Row, row } from '../rounds.ts';
import { withFolder } from '../scratch-folder.ts';
import { startWorker, type Worker } from '../worker.ts';
import { endpointIn } from './front.ts';
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
    const [api, beside] = [startWorker(), startWorker()];
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

const rowAgainst = (name: string, ours: LoadFigures, reference: string, other: LoadFigures, promised: Promised): Row =>
  row(
    {
      ...{ name, unit: `answers/s (${tool.name}, ${connections} connections)`, reference },
      ...{ referenceValue: other.perSecond, value: ours.perSecond, cpuRatio: ours.cpuSeconds / other.cpuSeconds },
    },
    promised,
  );

const nginxName = 'nginx with 1 worker, same bytes as a file';
/** As many answers per second of CPU as this share of what nginx gives. */
const ofNginx = (share: number): Promised => ({ cpuRatio: { atMost: 1 / share } });

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
      return [rowAgainst(name, figures.ours, bareName, figures.bare, promised)];
    }
    const nginx = await startNginx(folder, '/v2/items', answer.headers, answer.body);
    try {
      const figures = await measured(scene, { bare, ours, file: { port: nginx.port, server: nginx } });
      return [
        rowAgainst(name, figures.ours, bareName, figures.bare, promised),
        rowAgainst(name, figures.ours, nginxName, figures.file, ofNginx(0.8)),
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
      const endpoint = endpointIn(folder);
      const item = await api.call('serveItem', join(folder, 'data'), 10, endpoint);
      const port = await front.call('serveFront', endpoint);
      const answer = await answerAt(port, item.path, item.key);
      const scene = { ours: { port, server: front }, beside: api, item, answer, folder };
      if (!hasNginx()) return [];
      const nginx = await startNginx(folder, '/v2/items', answer.headers, answer.body);
      try {
        const figures = await measured(scene, { ours: scene.ours, file: { port: nginx.port, server: nginx } });
        const name = `cached read of ${sizeOf(scene)} from a front worker`;
        return [rowAgainst(name, figures.ours, nginxName, figures.file, ofNginx(0.9))];
      } finally {
        await nginx.stop();
      }
    } finally {
      await Promise.all([api.stop(), front.stop()]);
    }
  });

export const uncachedRead = (): Promise<Row[]> =>
  inScene(0, async (scene) => {
    const { ours, beside, answer } = scene;
    const port = await beside.call('serveStringified', answer.headers, answer.body.toString());
    const figures = await measured(scene, { bare: { port, server: beside }, ours });
    const reference = 'bare node:http, JSON.stringify of the same object, kept ready';
    const name = `uncached read of ${sizeOf(scene)}`;
    return [rowAgainst(name, figures.ours, reference, figures.bare, { ratio: { atLeast: 0.5 } })];
  });
