import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../src/config/config.ts';
import type { Config } from '../../../src/config/settings.ts';
import type { Connector } from '../../../src/contract/connector.ts';
import { createLog } from '../../../src/runtime/log.ts';
import type { Game } from '../../../src/schema/index.ts';
import { spedUp } from '../../../src/service/demo/speed-up.ts';
import { readOperatorToken } from '../../../src/service/operator-token.ts';
import { type Service, startService } from '../../../src/service/service.ts';
import { createWorld } from '../../../src/stage/market/create-world.ts';
import type { CatalogueItem, World } from '../../../src/stage/market/world.ts';
import { createPlayedSecrets } from '../../../src/stage/played-secrets.ts';
import type { Player } from '../../../src/stage/player.ts';
import { players } from '../../../src/stage/players/index.ts';
import { type Stage, startStage } from '../../../src/stage/server.ts';
import { createSocketClient, type SocketClient } from '../network/socket-client.ts';
import { readJson } from '../processes/served-process.ts';
import { seededNumbers } from '../runner/seed.ts';
import { until } from '../time/until.ts';
import { defaultConnectors } from './default-connectors.ts';
import { playedItems } from './played-items.ts';

export type PlayedMarkets = {
  /** The state of the played marketplaces; it changes only when `tick` is called. */
  readonly world: World;
  readonly stage: Stage;
  readonly service: Service;
  readonly key: string;
  /** The service's data folder. */
  readonly folder: string;
  readonly client: SocketClient;
  /** The address with which the operator opens a view; it works once. */
  readonly opened: (view: string) => Promise<string>;
  readonly close: () => Promise<void>;
};

export type PlayedSettings = {
  readonly items?: Readonly<Record<Game, readonly CatalogueItem[]>>;
  readonly seed?: number;
  /** How many times as often the played marketplaces are read, compared with real ones. */
  readonly timesFaster?: number;
  /** Most seconds between two turns of a source, within its budget; if omitted, `timesFaster` decides. */
  readonly atMostSeconds?: number;
  /** Fewest seconds between two turns: where nothing moves by itself, more readings would find the same. */
  readonly atLeastSeconds?: number;
  /** The usual connectors by default. */
  readonly connectors?: readonly Connector[];
  /** None by default. */
  readonly dataSets?: readonly Connector[];
  /** Played differently from what the stage usually does, in place of the players of the same marketplaces. */
  readonly players?: readonly Player[];
  readonly config?: Partial<Config>;
};

const requestedEvery =
  ({ atLeastSeconds = 0, atMostSeconds = Number.POSITIVE_INFINITY }: PlayedSettings) =>
  (connector: Connector): Connector => ({
    ...connector,
    sources: connector.sources.map((source) =>
      source.kind === 'feed'
        ? source
        : { ...source, everySeconds: Math.max(Math.min(source.everySeconds, atMostSeconds), atLeastSeconds) },
    ),
  });

/** A stage with all players and the whole service on it, over real sockets, in a temporary folder; at most one in a process. */
export async function startPlayedMarkets(settings: PlayedSettings = {}): Promise<PlayedMarkets> {
  const { items = playedItems, seed = 7, timesFaster = 40 } = settings;
  const folder = mkdtempSync(join(tmpdir(), 'itemtape-played-'));
  const world = createWorld({ seed, startedAt: Date.now(), items });
  const others = settings.players ?? [];
  const defaults = players.filter(({ slug }) => !others.some((other) => other.slug === slug));
  const stage = await startStage({ world, players: [...defaults, ...others], now: Date.now });
  const { config } = readConfig({ file: null, environment: {}, flags: {} });
  const service = await startService({
    config: {
      ...config,
      'data.folder': folder,
      'http.port': 0,
      'api.cacheSeconds': 0,
      'collect.relay': stage.origin,
      'collect.enable': ['all'],
      ...settings.config,
    },
    connectors: spedUp(settings.connectors ?? defaultConnectors, timesFaster).map(requestedEvery(settings)),
    dataSets: settings.dataSets ?? [],
    secrets: createPlayedSecrets(),
    log: createLog({ level: 'silent', format: 'json', write: () => {} }),
    now: Date.now,
    random: seededNumbers(),
    isPlayed: true,
  });
  const key = service.firstKey ?? '';
  const client = createSocketClient(service.origin, key);
  return {
    world,
    stage,
    service,
    key,
    folder,
    client,
    async opened(view) {
      const { token } = await readJson(`${service.origin}/operator/one-time-token`, readOperatorToken(folder) ?? '', {
        method: 'POST',
      });
      return `${view}#token=${token}`;
    },
    async close() {
      client.close();
      await service.stop();
      await stage.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Source = { readonly slug: string; readonly source: string; readonly game: string; readonly state: string };

/**
 * Sources whose turn comes long after all others, since the offers of every item precede them in their budget, and one that
 * another replaces where all are enabled.
 */
const notAwaited = ['csfloat/sales', 'csfloat/graph', 'steam-market/search'];

/** Resolves once every other source has been live; on a busy machine they are seldom all live at the same moment. */
export async function allLive(client: SocketClient): Promise<void> {
  const live = new Set<string>();
  const unread = new Set<string>();
  await until(
    'every source to have been live',
    async () => {
      const { body } = await client.get('/health/sources');
      for (const { slug, source, game, state } of body as readonly Source[]) {
        const sourceKey = `${slug}/${source} ${game}`;
        if (notAwaited.includes(`${slug}/${source}`)) continue;
        if (state === 'live') live.add(sourceKey);
        if (live.has(sourceKey)) unread.delete(sourceKey);
        else unread.add(sourceKey);
      }
      return live.size > 0 && unread.size === 0;
    },
    () => [...unread],
  );
}
