import { CannotAsk } from '../../collect/poll/poll-once.ts';
import type { Config } from '../../config/settings.ts';
import type { Connector, Source } from '../../contract/connector.ts';
import { type Clock, systemClock, wait } from '../../runtime/clock.ts';
import type { Game } from '../../schema/index.ts';
import { version } from '../version.ts';
import { outcomeWords, rejectionWords } from './check-words.ts';
import { chosenConnectors, isSwitchedOn } from './chosen-connectors.ts';
import { type ItemIds, openItemIds } from './item-ids.ts';
import type { OwnConnectors } from './load-own.ts';
import { createProbe, type Probe, type ProbeResult } from './probe.ts';

/** What came of asking one source once. Nothing in it is of the marketplace's data or of the operator's. */
export type CheckedSource = {
  readonly marketplace: string;
  readonly source: string;
  readonly game: Game;
  readonly kind: Source['kind'];
  readonly evidence: Source['evidence'];
  /** off: its credential is not set. not asked: its budget, an earlier refusal or an unknown id of the item forbade it. */
  readonly outcome: ProbeResult['outcome'] | 'off' | 'not asked';
  /** Status of the answer; null when none arrived, and for feeds. */
  readonly status: number | null;
  /** What came of it, in words; empty when it was read. */
  readonly words: string;
  readonly rows: number;
  readonly rejected: number;
  /** Why rows were rejected, by the names of fields. */
  readonly reasons: readonly string[];
  /** Number of records by kind. */
  readonly records: Readonly<Record<string, number>>;
  /** The fields of the rows and their types, as a digest; null without rows. */
  readonly shape: string | null;
  /** Number of fields that every row had; null without rows. */
  readonly fields: number | null;
  /** How old the answer was, as it says itself; null when it does not say. */
  readonly ageSeconds: number | null;
  /** How long it took, with the wait for its budget. */
  readonly milliseconds: number;
};

/** A report of asking all sources once. It can be sent to others: it has no data, names, keys or addresses. */
export type CheckReport = {
  readonly report: 'itemtape check';
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly itemtape: string;
  readonly node: string;
  /** Whether collect.relay sent the requests somewhere else, such as to a stage. */
  readonly isRelayed: boolean;
  readonly read: number;
  readonly failed: number;
  readonly notAsked: number;
  readonly off: number;
  /** What failed comes first. */
  readonly sources: readonly CheckedSource[];
};

type CheckOptions = {
  readonly config: Config;
  readonly secrets: (name: string) => string | null;
  readonly gathered: OwnConnectors;
  /** Only this game; null for the first one of each source. */
  readonly game: Game | null;
  /** How long to listen to a feed. */
  readonly listenSeconds: number;
  /** Called before each source. */
  readonly progress: (at: number, of: number, name: string) => void;
  readonly clock?: Clock;
};

/** Between two requests to one marketplace, at least. */
const spacingMs = 1_000;

type Target = { readonly connector: Connector; readonly source: Source; readonly game: Game };

/** The sources to ask, round robin over the marketplaces, so that requests to one are far apart. */
function targetsOf({ config, gathered, game }: CheckOptions): readonly Target[] {
  // Other services of the operator are no marketplaces
  const connectors = chosenConnectors(gathered.connectors, config).filter(({ isDirect }) => isDirect !== true);
  const rows = connectors.map((connector) =>
    connector.sources.flatMap((source): Target[] => {
      const covered = (source.games ?? connector.games).find((one) => game === null || one === game);
      const isAsked = covered !== undefined && isSwitchedOn(config, connector.slug, source);
      return isAsked ? [{ connector, source, game: covered }] : [];
    }),
  );
  const max = Math.max(0, ...rows.map(({ length }) => length));
  return Array.from({ length: max }, (_, at) => rows.flatMap((row) => row[at] ?? [])).flat();
}

/** Asks sources one after the other, and remembers which of a marketplace may not be asked any more. */
class SourceCheck {
  readonly #options;
  readonly #clock;
  readonly #itemIds: ItemIds;
  readonly #probes = new Map<string, Probe>();
  /** When each marketplace was last asked, on `clock.elapsed`. */
  readonly #askedAt = new Map<string, number>();
  /** Marketplaces that turned a request away, and credentials that were refused. */
  readonly #closed = new Set<string>();

  constructor(options: CheckOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#itemIds = openItemIds(options.config['collect.itemIds']);
  }

  async check(target: Target): Promise<CheckedSource> {
    const { connector, source } = target;
    const needs = source.credential;
    if (needs !== undefined && this.#options.secrets(needs) === null) return unasked(target, 'off', `needs ${needs}`);
    const hindrance = this.#hindranceOf(target);
    if (hindrance !== null) return unasked(target, 'not asked', hindrance);
    const askedAt = this.#askedAt.get(connector.slug);
    if (askedAt !== undefined)
      await wait(this.#clock, askedAt + spacingMs - this.#clock.elapsed(), new AbortController().signal);
    return await this.#ask(target);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#probes.values()].map((probe) => probe.stop()));
  }

  #hindranceOf({ connector: { slug }, source }: Target): string | null {
    if (this.#closed.has(slug)) return 'the marketplace turned an earlier request away';
    if (source.credential !== undefined && this.#closed.has(`${slug} ${source.credential}`))
      return 'its credential was refused';
    return this.#probes.get(slug)?.hindrance(source.name) ?? null;
  }

  async #ask(target: Target): Promise<CheckedSource> {
    const { connector, source, game } = target;
    const { slug } = connector;
    const startedAt = this.#clock.elapsed();
    try {
      const result = await this.#probeOf(connector).ask(source.name, game, undefined, this.#options.listenSeconds);
      this.#learn(target, result);
      return answered(target, result, Math.round(this.#clock.elapsed() - startedAt));
    } catch (error) {
      if (error instanceof CannotAsk) return unasked(target, 'not asked', 'no id of the item is known');
      return unasked(target, 'changed', 'the request could not be made');
    } finally {
      this.#askedAt.set(slug, this.#clock.elapsed());
    }
  }

  #learn({ connector: { slug }, source }: Target, { outcome, failure }: ProbeResult): void {
    if (outcome === 'blocked') this.#closed.add(slug);
    if (outcome === 'refused' && failure === null) this.#closed.add(`${slug} ${source.credential ?? ''}`);
  }

  #probeOf(connector: Connector): Probe {
    const { config, secrets } = this.#options;
    const { slug } = connector;
    const gathered = { connectors: [connector], broken: [] };
    const known = this.#probes.get(slug);
    if (known !== undefined) return known;
    const probe = createProbe({ config, secrets, marketplace: slug, gathered, itemIds: this.#itemIds });
    this.#probes.set(slug, probe);
    return probe;
  }
}

const about = ({ connector, source, game }: Target) => ({
  marketplace: connector.slug,
  source: source.name,
  game,
  kind: source.kind,
  evidence: source.evidence,
});

const unasked = (target: Target, outcome: CheckedSource['outcome'], words: string): CheckedSource => ({
  ...about(target),
  outcome,
  status: null,
  words,
  rows: 0,
  rejected: 0,
  reasons: [],
  records: {},
  shape: null,
  fields: null,
  ageSeconds: null,
  milliseconds: 0,
});

const answered = (target: Target, result: ProbeResult, milliseconds: number): CheckedSource => ({
  ...about(target),
  outcome: result.outcome,
  status: result.status,
  words: outcomeWords(result),
  rows: result.rows,
  rejected: result.rejected,
  reasons: rejectionWords(
    target.source,
    result.rejectedRows.map(({ reason }) => reason),
  ),
  records: result.counts,
  shape: result.shape?.digest ?? null,
  fields: result.shape?.fields ?? null,
  ageSeconds: result.ageSeconds,
  milliseconds,
});

/** 0 for what failed, then what was not asked, what was read and what is off. */
const rankOf = ({ outcome }: CheckedSource): number => {
  if (outcome === 'off') return 3;
  if (outcome === 'not asked') return 1;
  return outcome === 'read' ? 2 : 0;
};

/** Asks every source that is on once, one after the other and within the budgets. Stores nothing. */
export async function checkSources(options: CheckOptions): Promise<CheckReport> {
  const targets = targetsOf(options);
  const check = new SourceCheck(options);
  const startedAt = (options.clock ?? systemClock).now();
  const found: CheckedSource[] = [];
  try {
    for (const [at, target] of targets.entries()) {
      options.progress(at + 1, targets.length, `${target.connector.slug}/${target.source.name}`);
      found.push(await check.check(target));
    }
  } finally {
    await check.stop();
  }
  const countOf = (rank: number): number => found.filter((one) => rankOf(one) === rank).length;
  return {
    report: 'itemtape check',
    at: new Date(startedAt).toISOString(),
    itemtape: version,
    node: process.version,
    isRelayed: options.config['collect.relay'] !== '',
    read: countOf(2),
    failed: countOf(0),
    notAsked: countOf(1),
    off: countOf(3),
    sources: found.toSorted((one, other) => rankOf(one) - rankOf(other)),
  };
}
