import { type Collector, type CollectorOptions, createCollector, type Sink } from '../../../src/collect/collector.ts';
import type { EndedReading } from '../../../src/collect/sink.ts';
import type { Connector, Source } from '../../../src/contract/connector.ts';
import type { Game, ItemSweepScope, MarketRecord, SourceGap, Stamp, SweepScope } from '../../../src/schema/index.ts';
import { createScriptedServer, type ScriptedServer } from '../servers/scripted-server.ts';
import { createHandClock, type HandClock } from '../time/hand-clock.ts';
import { holds } from '../time/until.ts';

type Run = Parameters<Sink['ran']>[0];

/** A sink that records what it was given. */
export type RecordingSink = Sink & {
  readonly records: MarketRecord[];
  /** The stamp of each batch of records. */
  readonly stamps: Stamp[];
  readonly sweeps: SweepScope[];
  readonly itemSweeps: ItemSweepScope[];
  readonly confirmed: Parameters<Sink['confirm']>[0][];
  readonly runs: Run[];
  readonly gaps: SourceGap[];
  readonly readings: EndedReading[];
};

export function createRecordingSink(): RecordingSink {
  const records: MarketRecord[] = [];
  const stamps: Stamp[] = [];
  const sweeps: SweepScope[] = [];
  const itemSweeps: RecordingSink['itemSweeps'] = [];
  const confirmed: RecordingSink['confirmed'] = [];
  const runs: Run[] = [];
  const gaps: SourceGap[] = [];
  const readings: EndedReading[] = [];
  return {
    records,
    stamps,
    sweeps,
    itemSweeps,
    confirmed,
    runs,
    gaps,
    readings,
    take: async (batch, stamp) => {
      records.push(...batch);
      stamps.push(stamp);
    },
    sweep: async ({ source: _, ...scope }) => void sweeps.push(scope),
    sweepItem: async (scope) => void itemSweeps.push(scope),
    confirm: (scope) => void confirmed.push(scope),
    ran: (run) => void runs.push(run),
    gap: (gap) => void gaps.push(gap),
    readingEnded: (reading) => void readings.push(reading),
  };
}

export type Collecting = {
  readonly server: ScriptedServer;
  readonly clock: HandClock;
  readonly sink: RecordingSink;
  readonly collector: Collector;
  /** Everything that was logged, as text. */
  readonly logged: string[];
  /** Waits until this many runs have been reported, and returns the last. */
  readonly ran: (count: number) => Promise<Run>;
  /** Advances the clock from timer to timer until there is one more run. */
  readonly next: () => Promise<Run>;
  /** Replaces the secrets without notifying the collector. */
  readonly give: (secrets: Readonly<Record<string, string>>) => void;
  readonly stop: () => Promise<void>;
};

type Setup = Partial<Omit<CollectorOptions, 'connectors' | 'sink' | 'relay' | 'clock' | 'secrets' | 'valueOf'>> & {
  readonly worth?: (name: string) => number | null;
  readonly sources: readonly Source[];
  readonly connector?: Partial<Omit<Connector, 'sources'>>;
  /** Further connectors. */
  readonly others?: readonly Connector[];
  readonly secrets?: Readonly<Record<string, string>>;
  readonly sink?: RecordingSink;
};

/** Waits until the condition holds, or until nothing more happens without a timer. */
async function untilQuiet(test: () => boolean): Promise<void> {
  for (let turn = 0; turn < 25 && !test(); turn += 1) await new Promise((resolve) => setTimeout(resolve, 2));
}

const testGame: Game = 'CS2';

/** A collector that reads a scripted marketplace through its relay, with a clock that the test advances. */
export async function collecting({
  sources,
  connector,
  others = [],
  secrets = {},
  worth = () => null,
  ...options
}: Setup): Promise<Collecting> {
  const server = await createScriptedServer();
  const clock = createHandClock();
  const sink = options.sink ?? createRecordingSink();
  const logged: string[] = [];
  let given = secrets;
  const log = (fields: object, text: string) => void logged.push(`${text} ${JSON.stringify(fields)}`);
  const declared: Connector = {
    slug: 'skinport',
    games: [testGame],
    credentials: [],
    budgets: { all: { requests: 1000, perSeconds: 1, scope: 'ip' } },
    ...connector,
    sources,
  };
  const collector = createCollector({
    userAgent: 'test',
    random: () => 0.5,
    names: () => [],
    valueOf: (_, name) => worth(name),
    marketplaceItemId: () => null,
    spreadSeconds: 0,
    log: { debug: log },
    ...options,
    connectors: [declared, ...others],
    secrets: (env) => given[env] ?? null,
    sink,
    clock,
    relay: server.origin,
  });
  const ran = async (count: number): Promise<Run> => {
    await holds(() => sink.runs.length >= count, `run ${count}`);
    return sink.runs[count - 1] as Run;
  };
  return {
    server,
    clock,
    sink,
    collector,
    logged,
    ran,
    next: async () => {
      const count = sink.runs.length + 1;
      // Several timers may have to fire, such as one of the source and then one of its budget
      for (let turn = 0; turn < 20 && sink.runs.length < count; turn += 1) {
        await holds(() => clock.untilNext() !== null, 'a timer');
        await clock.advance(clock.untilNext() ?? 0);
        await untilQuiet(() => sink.runs.length >= count || server.openCount() > 0);
        if (server.openCount() > 0) await ran(count);
      }
      return await ran(count);
    },
    give: (another) => {
      given = another;
    },
    stop: async () => {
      await collector.stop();
      await server.close();
    },
  };
}
