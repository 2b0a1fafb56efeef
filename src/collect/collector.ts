import { setMaxListeners } from 'node:events';
import type { Budget, Connector, Polled, Source } from '../contract/connector.ts';
import { type Game, games, marketplaceWithSlug } from '../schema/index.ts';
import { createAsk } from './ask.ts';
import { defaultLimits, type Limits } from './body.ts';
import { createMeter, type Meter } from './budget.ts';
import { createBulkStep } from './bulk.ts';
import { createRedactor, type Secret } from './credential.ts';
import { createExchange, type Exchange } from './exchange.ts';
import { createHealth, type SourceHealth } from './health.ts';
import { type Asked, createAsked, createInterest } from './interest.ts';
import { createLookupStep } from './lookup.ts';
import { askOnce, type OnceResult } from './once.ts';
import { createPacing } from './pacing.ts';
import { createReader } from './read.ts';
import { createShrinkGuard } from './shrink.ts';
import type { Sink } from './sink.ts';
import { createStep } from './step.ts';
import { type CollectLog, createUnit, type Unit } from './unit.ts';
import { type Timers, wait } from './wait.ts';
import { createWalkStep } from './walk.ts';

export type { OnceResult } from './once.ts';
export type { Sink, SweepScope } from './sink.ts';
export type { CollectLog } from './unit.ts';

export type CollectorOptions = {
  readonly connectors: readonly Connector[];
  /** The secret of an environment name, null when it is not set. */
  readonly secrets: (env: string) => string | null;
  readonly sink: Sink;
  readonly now: () => number;
  readonly random: () => number;
  readonly timers: Timers;
  /** Address of a stage that plays the marketplaces, such as http://127.0.0.1:9700; null asks them themselves. */
  readonly relay: string | null;
  readonly log: CollectLog;
  /** Every name worth asking for. */
  readonly names: (game: Game) => Iterable<string>;
  /** What an item is worth, in any one unit; null is nothing. */
  readonly valueOf: (game: Game, name: string) => number | null;
  readonly marketplaceItemId: (marketplaceId: number, game: Game, name: string) => string | null;
  /** Whether a source is switched on; null leaves it to its evidence: inferred ones are off. */
  readonly isOn?: (slug: string, source: string) => boolean | null;
  /** Rows of the last complete reading before this start, null when unknown. */
  readonly lastCount?: (slug: string, source: string, game: Game) => number | null;
  readonly limits?: Partial<Limits>;
  readonly userAgent?: string;
  /** Over how long the first requests are spread. */
  readonly spreadSeconds?: number;
};

export type Collector = {
  readonly start: () => void;
  /** Resolves when nothing is under way any more, or after 5 s. */
  readonly stop: () => Promise<void>;
  readonly health: () => readonly SourceHealth[];
  /** A reader of the API asked for this item. */
  readonly asked: (game: Game, name: string) => void;
  /** Makes one request of a source, whether or not it is switched on; nothing goes to the sink. */
  readonly runOnce: (slug: string, source: string, game: Game, item?: string) => Promise<OnceResult>;
};

const stopSeconds = 5;
const kindOrder: readonly Polled['kind'][] = ['bulk', 'walk', 'lookup'];

/** A source with everything that its games share. */
type Prepared = {
  readonly connector: Connector;
  readonly source: Polled;
  readonly budget: Budget;
  readonly meter: Meter;
  readonly exchange: Exchange;
  readonly redact: (text: string) => string;
  readonly missingCredential: string | null;
  /** Credentials of the connector that were refused, with the finding. */
  readonly refused: Map<string, string>;
};

export function createCollector(options: CollectorOptions): Collector {
  const { sink, now, random, timers, log } = options;
  const stopping = new AbortController();
  // Every source and every timer listens, and each takes its leave
  setMaxListeners(0, stopping.signal);
  const userAgent = options.userAgent ?? 'itemtape';
  const asking = createAsk({
    relay: options.relay,
    limits: { ...defaultLimits, ...options.limits },
    userAgent,
    now,
    timers,
  });
  const asked = new Map<Game, Asked>(games.map((game) => [game, createAsked(now)]));

  function secretOf(connector: Connector, source: Source): Secret | null {
    const credential = connector.credentials.find(({ env }) => env === source.credential);
    const value = credential === undefined ? null : options.secrets(credential.env);
    return credential === undefined || value === null || value === '' ? null : { credential, value };
  }

  function prepare(connector: Connector): Prepared[] {
    const meters = new Map(
      Object.entries(connector.budgets).map(([name, budget]) => [name, createMeter(budget, now, timers)]),
    );
    const redact = createRedactor(connector.credentials.map(({ env }) => options.secrets(env) ?? ''));
    const refused = new Map<string, string>();
    const polled = connector.sources.filter((source): source is Polled => source.kind !== 'feed');
    return polled.map((source) => {
      const budget = connector.budgets[source.budget];
      const meter = meters.get(source.budget);
      if (budget === undefined || meter === undefined)
        throw new Error(
          `${connector.slug}/${source.name} names the budget "${source.budget}", which its connector does not declare`,
        );
      const secret = secretOf(connector, source);
      const missingCredential = source.credential !== undefined && secret === null ? source.credential : null;
      const reader = createReader(source, redact);
      const exchange = createExchange({ source, ask: asking.ask, meter, secret, reader, redact, now });
      return { connector, source, budget, meter, exchange, redact, missingCredential, refused };
    });
  }

  /** The steps of a source for one game, and when to look again where it found nothing to ask. */
  function stepOf({ connector, source, exchange }: Prepared, game: Game, marketplaceId: number) {
    const guard = createShrinkGuard(options.lastCount?.(connector.slug, source.name, game) ?? null);
    const setup = { game, exchange, now, marketplaceId, sink, guard };
    if (source.kind === 'bulk') return { step: createBulkStep(createStep({ source, ...setup })), idleUntil: now };
    if (source.kind === 'walk') return { step: createWalkStep(createStep({ source, ...setup })), idleUntil: now };
    const interest = createInterest({
      now,
      names: () => options.names(game),
      worth: (name) => options.valueOf(game, name),
      everySeconds: source.everySeconds,
      asked: asked.get(game) ?? createAsked(now),
    });
    const marketplaceItemId = (name: string) => options.marketplaceItemId(marketplaceId, game, name);
    const step = createLookupStep({
      step: createStep({ source, ...setup }),
      interest,
      marketplaceId,
      marketplaceItemId,
      sweepItem: sink.sweepItem,
    });
    return { step, idleUntil: interest.nextAt };
  }

  function whyOff({ connector, source, missingCredential }: Prepared): string | null {
    const { slug, credentials } = connector;
    if (missingCredential !== null) {
      const about = credentials.find(({ env }) => env === missingCredential)?.about ?? '';
      return `needs ${missingCredential}: ${about}`;
    }
    const isOn = options.isOn?.(slug, source.name) ?? null;
    if (isOn === false) return 'switched off by configuration';
    return isOn === null && source.evidence === 'inferred'
      ? `no recorded answer backs it; switch on ${slug}/${source.name} to try it`
      : null;
  }

  function unitOf(prepared: Prepared, game: Game, startDelay: number): Unit & { readonly isOff: boolean } {
    const { connector, source, budget, meter, redact, missingCredential, refused } = prepared;
    const { slug } = connector;
    const { name, kind, evidence, everySeconds, credential } = source;
    const health = createHealth({ slug, source: name, kind, game, evidence, everySeconds, missingCredential }, now);
    const off = whyOff(prepared);
    if (off !== null) health.turn('off', off);
    const marketplaceId = marketplaceWithSlug(slug).id;
    const hasCredential = credential !== undefined;
    const pacing = createPacing({ kind, everySeconds, budget, hasCredential, now, random });
    const refusal = () => (credential === undefined ? null : (refused.get(credential) ?? null));
    const refuse = (detail: string) => void (credential !== undefined && refused.set(credential, detail));
    const shared = { slug, marketplaceId, source, game, health, pacing, meter, startDelay, log, redact, now, timers };
    const unit = createUnit({ ...shared, ...stepOf(prepared, game, marketplaceId), refusal, refuse, ran: sink.ran });
    return { ...unit, isOff: off !== null };
  }

  const prepared = options.connectors.flatMap(prepare);
  const places = prepared
    .flatMap((one) => (one.source.games ?? one.connector.games).map((game) => ({ one, game })))
    .sort((a, b) => kindOrder.indexOf(a.one.source.kind) - kindOrder.indexOf(b.one.source.kind));
  // Lists first: they bring the names that lookups ask for
  const spread = ((options.spreadSeconds ?? 5) * 1000) / Math.max(1, places.length);
  const units = places.map(({ one, game }, index) => unitOf(one, game, (index + random()) * spread));
  let running: Promise<unknown> = Promise.resolve();

  return {
    start: () => {
      const loops = units.filter(({ isOff }) => !isOff).map((unit) => unit.run(stopping.signal));
      running = Promise.all(loops);
    },
    stop: async () => {
      stopping.abort();
      const patience = new AbortController();
      await Promise.race([running, wait(timers, stopSeconds * 1000, patience.signal)]);
      patience.abort();
      asking.close();
    },
    health: () => units.map(({ view }) => view()),
    asked: (game, name) => asked.get(game)?.add(name),
    runOnce: async (slug, sourceName, game, item) => {
      const found = prepared.find(({ connector, source }) => connector.slug === slug && source.name === sourceName);
      if (found === undefined) throw new Error(`there is no source "${slug}/${sourceName}"`);
      const { connector, source, exchange, redact, missingCredential } = found;
      if (missingCredential !== null) throw new Error(`${slug}/${sourceName} is off: ${whyOff(found)}`);
      if (!(source.games ?? connector.games).includes(game))
        throw new Error(`${slug}/${sourceName} does not cover ${game}`);
      const { id } = marketplaceWithSlug(slug);
      const marketplaceItemId = (name: string) => options.marketplaceItemId(id, game, name);
      const signal = stopping.signal;
      return await askOnce({
        source,
        game,
        exchange,
        redact,
        item: item ?? null,
        names: options.names,
        marketplaceItemId,
        signal,
      });
    },
  };
}
