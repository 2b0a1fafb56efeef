import { parentPort, workerData } from 'node:worker_threads';
import { createWorld } from './create-world.ts';
import { players } from './players/index.ts';
import { startStage } from './server.ts';

// Entry of the thread in which the demo plays the marketplaces; posts the stage's address once it stands
const { seed, port, tickSeconds } = workerData as { seed: number; port: number; tickSeconds: number };
const stage = await startStage({
  world: createWorld({ seed, startedAt: Date.now() }),
  players,
  now: Date.now,
  port,
  tickSeconds,
});
parentPort?.postMessage(stage.origin);
