import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createWorld } from '../../../src/stage/market/create-world.ts';
import { players } from '../../../src/stage/players/index.ts';
import { type Stage, startStage } from '../../../src/stage/server.ts';
import { killAll, playedCredentials, type ServedProcess, serve } from '../processes/served-process.ts';
import { fewItems } from '../processes/stored-state.ts';
import { testFolder } from '../runner/file-folders.ts';
import { type ClickHouseHttp, startClickHouseHttp } from '../servers/clickhouse-http.ts';
import { type NatsServer, startNats } from './nats-server.ts';

type Environment = Readonly<Record<string, string>>;

/** A NATS server, a database and a market that moves on every `tickMs`, for nodes that a test starts. */
export function useCluster(seed: number, environment: Environment, { startServer = startNats, tickMs = 250 } = {}) {
  const root = testFolder('cluster');
  const world = createWorld({ seed, startedAt: Date.now(), items: fewItems });
  let nats: NatsServer;
  let database: ClickHouseHttp;
  let stage: Stage;
  let ticking: NodeJS.Timeout;

  beforeAll(async () => {
    nats = await startServer();
    database = await startClickHouseHttp(join(root, 'clickhouse'));
    stage = await startStage({ world, players, now: Date.now });
    ticking = setInterval(() => world.tick(Date.now()), tickMs);
  });
  afterAll(async () => {
    clearInterval(ticking);
    await killAll();
    await stage?.close();
    await database?.stop();
    await nats?.stop();
  });

  return {
    folderOf: (name: string): string => join(root, name),
    /** Starts a node in a folder of that name. */
    start: (name: string, roles: string, more: Environment = {}): ServedProcess =>
      serve({
        folder: join(root, name),
        relay: stage.origin,
        environment: {
          ...playedCredentials(),
          CLUSTER_NATS: nats.url,
          STORE_URL: database.url,
          CLUSTER_ROLES: roles,
          ...environment,
          ...more,
        },
      }),
    natsUrl: (): string => nats.url,
    databaseUrl: (): string => database.url,
    /** Stops the market. */
    rest: (): void => clearInterval(ticking),
  };
}
