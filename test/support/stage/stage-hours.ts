import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { createCollector } from '../../../src/collect/collector.ts';
import type { SourceHealth } from '../../../src/collect/schedule/health.ts';
import type { Sink } from '../../../src/collect/sink.ts';
import type { Connector } from '../../../src/contract/connector.ts';
import { type Game, marketplaceWithId } from '../../../src/schema/index.ts';
import { catalogueOf } from '../../../src/stage/catalogue/catalogue.ts';
import { createWorld } from '../../../src/stage/market/create-world.ts';
import { createPlayedSecrets } from '../../../src/stage/played-secrets.ts';
import { productIdOf } from '../../../src/stage/players/c5/igxe.ts';
import { players } from '../../../src/stage/players/index.ts';
import { type Stage, startStage } from '../../../src/stage/server.ts';
import { createBookSink } from '../collect/book-sink.ts';
import { createRecordingSink, type RecordingSink } from '../collect/collecting.ts';
import { createHandClock, type HandClock } from '../time/hand-clock.ts';
import { someDopplers } from './played-items.ts';

const minute = 60_000;
const tickSeconds = 30;
/** Requests of so long are under way together. */
const stepMs = 1000;
/** Turns of the event loop in which nothing is requested, after which everything received counts as read. */
const quietTurns = 12;

/** Counts the requests that this process has made and that are not over; connections of feeds do not count. */
function watchRequests() {
  let open = 0;
  let total = 0;
  const onStart = (message: unknown): void => {
    const { request } = message as { readonly request: ClientRequest };
    total += 1;
    if (request.getHeader('upgrade') !== undefined) return;
    open += 1;
    request.once('close', () => {
      open -= 1;
    });
  };
  subscribe('http.client.request.start', onStart);
  return {
    open: () => open,
    total: () => total,
    close: () => void unsubscribe('http.client.request.start', onStart),
  };
}

/** Keeps only gaps, since days pass. */
function forgetfulSink(): RecordingSink {
  const forget = async (): Promise<void> => undefined;
  return {
    ...createRecordingSink(),
    take: forget,
    sweep: forget,
    sweepItem: forget,
    confirm: forget,
    ran: forget,
    readingEnded: forget,
  };
}

/** Some items of the stage, with variants of one among them, and more of TF2, where little is traded. */
function itemsOf(count: number): ReturnType<typeof catalogueOf> {
  const { CS2: some } = catalogueOf(['CS2'], count);
  return { ...catalogueOf(['TF2'], 3 * count), CS2: [...new Set([...some, ...someDopplers])] };
}

const inOneGame = (connector: Connector): Connector => {
  const game: Game = connector.games.includes('CS2') ? 'CS2' : 'TF2';
  const covers = ({ games }: Connector['sources'][number]) => games === undefined || games.includes(game);
  const sources = connector.sources.filter(covers).map((source) => ({ ...source, games: [game] }));
  return { ...connector, games: [game], sources };
};

/** Counts the rows that a sink knows, by source. */
const counting =
  (seeAgain: NonNullable<Sink['seeAgain']>, counts: Map<string, number>): NonNullable<Sink['seeAgain']> =>
  (stamp) => {
    const seeing = seeAgain(stamp);
    const sourceKey = `${marketplaceWithId(stamp.marketplaceId).slug}/${stamp.source}`;
    const see = (digest: number): boolean => {
      const isKnown = seeing.see(digest);
      if (isKnown) counts.set(sourceKey, (counts.get(sourceKey) ?? 0) + 1);
      return isKnown;
    };
    return { ...seeing, see };
  };

export type StageHours = {
  readonly stage: Stage;
  readonly clock: HandClock;
  readonly health: () => readonly SourceHealth[];
  readonly book: ReturnType<typeof createBookSink>['book'];
  readonly requestCount: () => number;
  /** How many rows were known by their bytes, by source, such as "waxpeer/prices". */
  readonly knownRows: ReadonlyMap<string, number>;
  /** Lets so many minutes pass, as fast as everything in them can be done; calls back once a minute. */
  readonly pass: (minutes: number, look?: () => void) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Every marketplace on one stage, all their sources read by a collector, in time that passes as fast as it can. */
export async function openStageHours(all: readonly Connector[], itemCount: number): Promise<StageHours> {
  const clock = createHandClock();
  const world = createWorld({ seed: 7, startedAt: clock.now(), items: itemsOf(itemCount) });
  const stage = await startStage({ world, players, now: clock.now, every: clock.every, tickSeconds });
  const requests = watchRequests();
  const { sink, book, asked } = createBookSink(clock.now, world.rates, forgetfulSink());
  const knownRows = new Map<string, number>();
  const igxeIds = new Map(world.items('CS2').map((item) => [item.name, String(productIdOf(item))]));
  const igxe = 30;
  const collector = createCollector({
    ...asked,
    connectors: all.map(inOneGame),
    secrets: createPlayedSecrets(),
    sink: { ...sink, seeAgain: counting(sink.seeAgain, knownRows) },
    clock,
    random: () => 0.5,
    userAgent: 'itemtape/test',
    relay: stage.origin,
    log: { debug: () => undefined },
    marketplaceItemId: (id, game, name) =>
      asked.marketplaceItemId(id, game, name) ?? (id === igxe ? (igxeIds.get(name) ?? null) : null),
    isOn: () => true,
    spreadSeconds: 60,
  });
  collector.start();

  const quiet = async (): Promise<void> => {
    for (let turns = 0; turns < quietTurns; turns += 1) {
      const before = requests.total();
      await new Promise((resolve) => setImmediate(resolve));
      if (requests.open() > 0 || requests.total() !== before) turns = -1;
    }
  };
  return {
    stage,
    clock,
    book,
    health: collector.health,
    requestCount: requests.total,
    knownRows,
    pass: async (minutes, look = () => {}) => {
      for (let passed = 0; passed < minutes; passed += 1) {
        const until = clock.now() + minute;
        await quiet();
        while (clock.now() < until) {
          await clock.advance(Math.min(Math.max(stepMs, clock.untilNext() ?? minute), until - clock.now()));
          await quiet();
        }
        look();
      }
    },
    close: async () => {
      const stopped = collector.stop();
      // What is still awaited when it stops has its limit on the clock
      await clock.advance(minute);
      await stopped;
      requests.close();
      await stage.close();
    },
  };
}
