import { parentPort, workerData } from 'node:worker_threads';
import type { Game } from '../schema/index.ts';
import { catalogueOf } from './catalogue/catalogue.ts';
import { createWorld } from './market/create-world.ts';
import { players } from './players/index.ts';
import { startStage } from './server.ts';

export type StageThread = {
  readonly seed: number;
  readonly port: number;
  readonly tickSeconds: number;
  /** Approximate number of items per game; 0 for all. */
  readonly items: number;
  /** The games played; others have no items. */
  readonly games: readonly Game[];
};

// Entry point of the thread in which the demo plays the marketplaces: posts the stage's address once it listens, and ends on any message
const { seed, port, tickSeconds, items, games } = workerData as StageThread;
const stage = await startStage({
  world: createWorld({ seed, startedAt: Date.now(), items: catalogueOf(games, items) }),
  players,
  now: Date.now,
  port,
  tickSeconds,
});
const end = (): void => parentPort?.close();
parentPort?.once('message', () => {
  stage.close().then(end, end);
});
parentPort?.postMessage(stage.origin);
