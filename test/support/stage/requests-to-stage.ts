import { type Collector, createCollector } from '../../../src/collect/collector.ts';
import type { Connector } from '../../../src/contract/connector.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import type { Game } from '../../../src/schema/index.ts';
import type { World } from '../../../src/stage/market/world.ts';
import { players } from '../../../src/stage/players/index.ts';
import { type Stage, startStage } from '../../../src/stage/server.ts';
import { createRecordingSink } from '../collect/collecting.ts';
import { seededNumbers } from '../runner/seed.ts';

export type RequestsToStage = {
  readonly stage: Stage;
  /** A collector that sends the stage requests only on command. */
  readonly collectorFor: (
    connectors: readonly Connector[],
    secrets: (name: string) => string | null,
    marketplaceItemId?: (marketplaceId: number, game: Game, name: string) => string | null,
  ) => Collector;
  readonly close: () => Promise<void>;
};

/** A stage with all players, and collectors that send it single requests over real sockets. */
export async function requestsToStage(world: World): Promise<RequestsToStage> {
  const stage = await startStage({ world, players, now: Date.now });
  const collectors: Collector[] = [];
  return {
    stage,
    collectorFor: (connectors, secrets, marketplaceItemId = () => null) => {
      const collector = createCollector({
        userAgent: 'test',
        connectors,
        secrets,
        sink: createRecordingSink(),
        random: seededNumbers(),
        clock: systemClock,
        relay: stage.origin,
        log: { debug: () => undefined },
        names: () => [],
        valueOf: () => null,
        marketplaceItemId,
      });
      collectors.push(collector);
      return collector;
    },
    close: async () => {
      await Promise.all(collectors.map((collector) => collector.stop()));
      await stage.close();
    },
  };
}
