import type { KV } from '@nats-io/kv';
import type { Collector, SourceCompleteness } from '../../collect/collector.ts';
import type { Connector, Source } from '../../contract/connector.ts';
import { type Clock, systemClock } from '../../runtime/clock.ts';
import { guarded } from '../../runtime/guarded.ts';
import type { Log } from '../../runtime/log.ts';
import type { Game } from '../../schema/index.ts';
import type { MakeCollector } from '../connectors/make-collector.ts';
import type { Channel } from './nats/channel.ts';
import { type Lease, tryLease } from './nats/lease.ts';
import type { OtherNodes } from './other-nodes.ts';
import type { ReportedCompleteness, SourceReport, SourcesElsewhere } from './sources-elsewhere.ts';
import { wantedAt } from './wanted-at.ts';

export type SharedCollectorOptions = {
  readonly connectors: readonly Connector[];
  readonly make: MakeCollector;
  readonly leases: KV;
  readonly holder: string;
  readonly nodes: OtherNodes;
  readonly channel: Channel;
  readonly elsewhere: SourcesElsewhere;
  readonly random: () => number;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly clock?: Pick<Clock, 'elapsed' | 'after' | 'every'>;
};

/** One budget of a marketplace, with all that this node could read under it. */
type Share = {
  readonly key: string;
  readonly connectors: readonly Connector[];
  /** Never started; gives the health of the sources while another node has them. */
  readonly idle: Collector;
  held: { readonly lease: Lease; readonly collector: Collector } | null;
  work: Promise<void>;
  isBusy: boolean;
  triedAt: number;
  isDue: boolean;
};

const lookMs = 250;
const tryMs = 500;
const healthMs = 2_000;

/** The key of the lease for a source: one for each budget of a marketplace, and one for each shared connection. */
export const shareKeyOf = ({ slug }: Connector, source: Source): string => {
  const shared = source.kind === 'feed' ? source.shared : undefined;
  const name = shared === undefined ? `${slug}.${source.budget}` : `shared.${shared}`;
  return `ask.${name.replaceAll(/[^\w.-]/g, '-')}`;
};

/**
 * Shares the marketplaces among all nodes that collect. Each budget has one lease, and the node that holds it reads all
 * sources under that budget. It goes to a node that can read most of them.
 */
export class SharedCollector {
  readonly #options: SharedCollectorOptions;
  readonly #clock: Pick<Clock, 'elapsed' | 'after' | 'every'>;
  readonly #shares: readonly Share[];
  readonly #stops: (() => void)[] = [];
  /** Up to when the sources were complete at the last report: by the next one, that is on the tape. */
  #completeBefore: readonly ReportedCompleteness[] = [];
  #isStarted = false;
  #isStopped = false;

  constructor(options: SharedCollectorOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#shares = sharesOf(options.connectors).map(([key, connectors]) => ({
      key,
      connectors,
      idle: options.make(connectors, () => false),
      held: null,
      work: Promise.resolve(),
      isBusy: false,
      triedAt: Number.NEGATIVE_INFINITY,
      isDue: true,
    }));
    const { channel } = options;
    channel.onMessage('asked', (message) => this.#receiveItemRequest(message as RequestedItemMessage));
    channel.onMessage('freed', (key) => this.#freed(String(key)));
  }

  readonly start = (): void => {
    if (this.#isStarted || this.#isStopped) return;
    this.#isStarted = true;
    this.#announceReadable();
    const every = (milliseconds: number, run: () => void) =>
      this.#stops.push(this.#clock.every(milliseconds, guarded(run)));
    every(lookMs, () => this.#look());
    every(healthMs, () => this.#report());
    this.#look();
  };

  readonly stop = async (): Promise<void> => {
    this.#isStopped = true;
    for (const stop of this.#stops) stop();
    this.#options.nodes.canAsk({});
    for (const share of this.#shares) this.#busy(share, () => this.#give(share));
    await Promise.all(this.#shares.map(({ work }) => work));
    for (const { idle } of this.#shares) await idle.stop();
  };

  readonly renew: Collector['renew'] = async () => {
    const renewed = await Promise.all(
      this.#shares.flatMap(({ idle, held }) => [idle.renew(), ...(held === null ? [] : [held.collector.renew()])]),
    );
    if (this.#isStarted && !this.#isStopped) this.#announceReadable();
    return [...new Set(renewed.flat())];
  };

  readonly health: Collector['health'] = () =>
    this.#shares.flatMap(({ held, idle }) =>
      held === null ? idle.health().map((source) => this.#options.elsewhere.of(source)) : held.collector.health(),
    );

  readonly completeness: Collector['completeness'] = () =>
    this.#shares.flatMap(({ held }) => held?.collector.completeness() ?? []);

  readonly itemRequested: Collector['itemRequested'] = (game, name, marketplaceId) =>
    this.#options.channel.send('asked', { game, name, marketplaceId });

  readonly offersLookedUp: Collector['offersLookedUp'] = async (...args) => {
    await Promise.all(this.#shares.map(({ held }) => held?.collector.offersLookedUp(...args)));
  };

  /** Reports what this node can read, from which all nodes derive who reads what. */
  #announceReadable(): void {
    this.#options.nodes.canAsk(Object.fromEntries(this.#shares.map(({ key, idle }) => [key, runnable(idle)])));
  }

  #receiveItemRequest({ game, name, marketplaceId = null }: RequestedItemMessage): void {
    for (const { held } of this.#shares) held?.collector.itemRequested(game, name, marketplaceId);
  }

  #sourceReports(): SourceReport[] {
    return this.#shares.flatMap(({ held, idle }) =>
      (held?.collector ?? idle).health().map((source) => ({ ...source, isHeld: held !== null })),
    );
  }

  #report(): void {
    this.#options.elsewhere.send(this.#sourceReports(), this.#completeBefore);
    this.#completeBefore = reported(this.completeness());
  }

  /** Tries for a released lease immediately, also if a try is already running. */
  #freed(key: string): void {
    const share = this.#shares.find((one) => one.key === key);
    if (share === undefined) return;
    share.isDue = true;
    this.#look();
  }

  #look(): void {
    if (!this.#isStarted || this.#isStopped) return;
    const now = this.#clock.elapsed();
    const nodes = this.#options.nodes.list();
    for (const share of this.#shares) {
      if (share.isBusy) continue;
      const isWanted = wantedAt(share.key, nodes) === this.#options.holder;
      if (share.held !== null && !isWanted) this.#busy(share, () => this.#give(share));
      if (share.held !== null || !isWanted || (!share.isDue && now - share.triedAt < tryMs)) continue;
      share.triedAt = now;
      share.isDue = false;
      this.#busy(share, () => this.#take(share));
    }
  }

  /** Does the work of a share in sequence. */
  #busy(share: Share, work: () => Promise<void>): void {
    share.isBusy = true;
    share.work = share.work
      .then(work)
      .catch((error: unknown) =>
        this.#options.log.warn({ share: share.key, error: String(error) }, 'lease of a budget failed'),
      )
      .finally(() => {
        share.isBusy = false;
        if (share.isDue) this.#look();
      });
  }

  async #take(share: Share): Promise<void> {
    const { leases, holder, random, log, make } = this.#options;
    const onLost = (why: string) => {
      log.warn({ budget: share.key, why }, 'budget lease lost');
      this.#busy(share, () => this.#give(share));
    };
    const lease = await tryLease({ leases, key: share.key, holder, clock: this.#clock, random, onLost });
    if (lease === null) return;
    if (this.#isStopped) return await lease.release();
    const collector = make(share.connectors, () => lease.isHeld && share.held?.lease === lease);
    share.held = { lease, collector };
    log.info({ budget: share.key }, 'budget lease acquired');
    collector.start();
  }

  /** Releases the lease only after everything of this share has stopped. */
  async #give(share: Share): Promise<void> {
    const { held } = share;
    if (held === null) return;
    share.held = null;
    this.#options.log.info({ budget: share.key }, 'budget lease handed over');
    await held.collector.stop();
    // The next node continues from there
    this.#options.elsewhere.send([], reported(held.collector.completeness()));
    await held.lease.release();
    this.#options.channel.send('freed', share.key);
  }
}

/** Nodes of earlier releases do not send a marketplace. */
type RequestedItemMessage = { readonly game: Game; readonly name: string; readonly marketplaceId?: number | null };

const reported = (sources: readonly SourceCompleteness[]): ReportedCompleteness[] =>
  sources.flatMap(({ slug, source, game, completeness }) => {
    if (completeness === null) return [];
    const { at, dueAt, reason } = completeness;
    return [{ slug, source, game, completeness: { at, dueAt, reason } }];
  });

const runnable = (collector: Collector): number => collector.health().filter(({ state }) => state !== 'off').length;

function sharesOf(connectors: readonly Connector[]): [string, Connector[]][] {
  const shares = new Map<string, Connector[]>();
  for (const connector of connectors) {
    for (const key of new Set(connector.sources.map((source) => shareKeyOf(connector, source)))) {
      const sources = connector.sources.filter((source) => shareKeyOf(connector, source) === key);
      shares.set(key, [...(shares.get(key) ?? []), { ...connector, sources }]);
    }
  }
  return [...shares];
}
