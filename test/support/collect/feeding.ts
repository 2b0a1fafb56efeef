import { type Collector, type CollectorOptions, createCollector, type Sink } from '../../../src/collect/collector.ts';
import type { Connector, Source } from '../../../src/contract/connector.ts';
import { sampleOf } from '../../../src/stage/catalogue/catalogue.ts';
import { createWorld } from '../../../src/stage/market/create-world.ts';
import type { Player } from '../../../src/stage/player.ts';
import { type Stage, startStage } from '../../../src/stage/server.ts';
import { createHandClock, type HandClock } from '../time/hand-clock.ts';
import { holds } from '../time/until.ts';
import { createRecordingSink, type RecordingSink } from './collecting.ts';
import { slug } from './tiny-feeds.ts';

export type Feeding = {
  readonly stage: Stage;
  readonly clock: HandClock;
  readonly sink: RecordingSink;
  readonly collector: Collector;
  readonly logged: string[];
  readonly state: () => string | undefined;
  /** Advances the market by this many ticks. */
  readonly tick: (count?: number) => void;
  /** Advances the clock, timer by timer, until the condition holds. */
  readonly turnUntil: (test: () => boolean, what: string) => Promise<void>;
  readonly live: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

type Setup = Partial<Pick<CollectorOptions, 'limits' | 'random' | 'mayAsk'> & Pick<Sink, 'take' | 'sweep'>> & {
  readonly sources: readonly Source[];
  readonly players: readonly Player[];
  readonly connector?: Partial<Omit<Connector, 'sources'>>;
  readonly secrets?: Readonly<Record<string, string>>;
  /** Used in place of the stage. */
  readonly relay?: string;
};

const startedAt = Date.UTC(2026, 0, 15, 12);

/** A collector of pushed sources that reads the stage through its relay; market and clock move only on command. */
export async function feeding(setup: Setup): Promise<Feeding> {
  const { sources, players, connector, secrets = {} } = setup;
  const items = sampleOf(60);
  const world = createWorld({ seed: 5, startedAt, items });
  const stage = await startStage({ world, players, now: Date.now });
  const clock = createHandClock(startedAt);
  const recording = createRecordingSink();
  const sink: RecordingSink = {
    ...recording,
    take: setup.take ?? recording.take,
    sweep: setup.sweep ?? recording.sweep,
  };
  const logged: string[] = [];
  const log = (fields: object, text: string) => void logged.push(`${text} ${JSON.stringify(fields)}`);
  const collector = createCollector({
    userAgent: 'test',
    random: setup.random ?? (() => 0.5),
    ...(setup.limits && { limits: setup.limits }),
    ...(setup.mayAsk && { mayAsk: setup.mayAsk }),
    names: () => [],
    valueOf: () => null,
    marketplaceItemId: () => null,
    hasItem: (game, name) => items[game].some((item) => item.name === name),
    spreadSeconds: 0,
    log: { debug: log },
    connectors: [
      {
        slug,
        games: ['CS2'],
        credentials: [],
        budgets: { all: { requests: 1000, perSeconds: 1, scope: 'ip' } },
        ...connector,
        sources,
      },
    ],
    secrets: (env) => secrets[env] ?? null,
    sink,
    clock,
    relay: setup.relay ?? stage.origin,
  });
  const state = () => collector.health()[0]?.state;
  let ticks = 0;
  return {
    stage,
    clock,
    sink,
    collector,
    logged,
    state,
    tick: (count = 1) => {
      for (let left = count; left > 0; left -= 1) {
        ticks += 1;
        world.tick(startedAt + ticks * 5000);
      }
    },
    turnUntil: async (test, what) => {
      for (let turn = 0; turn < 50 && !test(); turn += 1) {
        await clock.advance(Math.min(clock.untilNext() ?? 1000, 300_000));
        for (let wait = 0; wait < 20 && !test(); wait += 1) await new Promise((resolve) => setTimeout(resolve, 2));
      }
      await holds(test, what);
    },
    live: async () => {
      collector.start();
      await clock.advance(10);
      await holds(() => state() === 'live', 'a live source');
    },
    stop: async () => {
      await collector.stop();
      await stage.close();
    },
  };
}
