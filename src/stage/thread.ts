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
  /** Of each game, about; 0 is all. */
  readonly items: number;
  /** What is played; the other games have no items. */
  readonly games: readonly Game[];
};

// Entry of the thread in which the demo plays the marketplaces; posts the stage's address once it stands, and ends when it is told anything
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
