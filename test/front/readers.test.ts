import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import { WebSocket } from 'ws';
import { createTape, type OfferMessage } from '#client';
import { createWorld } from '../../src/stage/market/create-world.ts';
import type { World } from '../../src/stage/market/world.ts';
import { players } from '../../src/stage/players/index.ts';
import { type Stage, startStage } from '../../src/stage/server.ts';
import {
  createKey,
  killAll,
  playedCredentials,
  readJson,
  type ServedProcess,
  serve,
} from '../support/processes/served-process.ts';
import { fewItems } from '../support/processes/stored-state.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { extent } from '../support/runner/long-run.ts';
import { needing } from '../support/runner/needs.ts';
import { until } from '../support/time/until.ts';

const deaths = extent({ short: 3, long: 60 });
const readersOfEach = extent({ short: 5, long: 100 });
const transports = ['websocket', 'sse'] as const;

const folder = testFolder('front-readers');
let world: World;
let stage: Stage;
let key: string;
let service: ServedProcess;
let ticking: NodeJS.Timeout;

beforeAll(async () => {
  world = createWorld({ seed: 17, startedAt: Date.now(), items: fewItems });
  stage = await startStage({ world, players, now: Date.now });
  key = await createKey(folder);
  ticking = setInterval(() => world.tick(Date.now()), 100);
  const environment = { ...playedCredentials(), HTTP_WORKERS: '2', STREAM_CONNECTIONS_PER_KEY: '1000' };
  service = serve({ folder, relay: stage.origin, environment });
  await service.origin;
});
afterAll(async () => {
  clearInterval(ticking);
  await killAll();
  await stage?.close();
});

const workers = (): number[] =>
  readFileSync(`/proc/${service.child.pid}/task/${service.child.pid}/children`, 'utf8').trim().split(' ').map(Number);

/** A reader that bypasses the workers and connects to the main process. */
async function undisturbed() {
  const received: OfferMessage[] = [];
  const address = `ws+unix:${join(folder, 'fronts', 'book.sock')}:/ws/v2/offers?apiKey=${key}`;
  const socket = new WebSocket(address);
  await once(socket, 'open');
  socket.send(JSON.stringify({ subscribeTo: 'all', games: 'all', sequence: true }));
  const [first] = await once(socket, 'message');
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.type === 'offer') received.push(message);
  });
  const { epoch, sequence } = JSON.parse(String(first)) as { readonly epoch: string; readonly sequence: number };
  return { received, from: { epoch, sequence } };
}

function read(url: string, transport: (typeof transports)[number], resume: { epoch: string; sequence: number }) {
  const received: OfferMessage[] = [];
  const stopping = new AbortController();
  const states: string[] = [];
  const follow = async (): Promise<void> => {
    const tape = createTape({ url, key, transport, WebSocket });
    const onConnection = (state: string) => states.push(state);
    for await (const offer of tape.offers({}, { resume, onConnection, signal: stopping.signal })) received.push(offer);
  };
  let failure: unknown = null;
  const ended = follow().catch((error: unknown) => {
    failure = error;
  });
  return { received, states, ended, failure: () => failure, stop: () => stopping.abort() };
}

const lastOf = (received: readonly OfferMessage[]): number => received.at(-1)?.sequence ?? 0;

needing('/proc').it('lets readers resume when the front worker that held them is killed', async () => {
  const url = await service.origin;
  const { received, from } = await undisturbed();
  const readers = Array.from({ length: readersOfEach }, () => transports.map((one) => read(url, one, from))).flat();
  const { restarts: before } = (await readJson(`${url}/health`)).fronts;
  for (let death = 1; death <= deaths; death += 1) {
    await until('every reader to be connected', async () => readers.every(({ states }) => states.at(-1) === 'live'));
    await wait(500);
    process.kill(workers()[death % 2] ?? 0, 'SIGKILL');
    await until('another worker', async () => {
      // The request may use an old connection that died with the worker
      const health = await readJson(`${url}/health`).catch(() => null);
      return health?.fronts.running === 2 && health.fronts.restarts === before + death;
    });
  }
  await until('enough messages', async () => received.length > 100);
  clearInterval(ticking);
  await until('every reader to have the last message', async () =>
    readers.every((reader) => lastOf(reader.received) >= lastOf(received)),
  );
  expect(readers.map(({ failure }) => failure())).toEqual(readers.map(() => null));
  for (const { stop } of readers) stop();
  await Promise.all(readers.map(({ ended }) => ended));

  const last = lastOf(received);
  for (const reader of readers)
    expect(reader.received.filter(({ sequence = 0 }) => sequence <= last)).toEqual(received);
  expect(readers.some(({ states }) => states.filter((state) => state === 'live').length > 1)).toBe(true);
});
