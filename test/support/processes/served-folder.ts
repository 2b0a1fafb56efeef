import { afterAll, afterEach, beforeAll } from 'vitest';
import { createWorld } from '../../../src/stage/market/create-world.ts';
import { players } from '../../../src/stage/players/index.ts';
import { type Stage, startStage } from '../../../src/stage/server.ts';
import { testFolder } from '../runner/file-folders.ts';
import { createKey, killAll, playedCredentials, type ServedProcess, serve } from './served-process.ts';
import { fewItems } from './stored-state.ts';

/** A data folder and a market that moves on every second, for a service that is started again and again. */
export function useServedFolder(seed: number, environment: Readonly<Record<string, string>> = {}) {
  const folder = testFolder('served');
  let stage: Stage;
  let key: string;

  beforeAll(async () => {
    const world = createWorld({ seed, startedAt: Date.now(), items: fewItems });
    stage = await startStage({ world, players, now: Date.now, tickSeconds: 1 });
    key = await createKey(folder);
  });
  // Another try of a failed test needs the folder
  afterEach(killAll);
  afterAll(async () => {
    await stage?.close();
  });

  return {
    folder,
    key: (): string => key,
    start: (more: Readonly<Record<string, string>> = {}, program?: string): ServedProcess =>
      serve({
        ...{ folder, relay: stage.origin, environment: { ...playedCredentials(), ...environment, ...more } },
        ...(program !== undefined && { program }),
      }),
  };
}
