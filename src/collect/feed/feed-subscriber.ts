import type { HasItem } from '../../contract/connector.ts';
import type { Clock } from '../../runtime/clock.ts';
import { turn } from '../../runtime/turn.ts';
import type { Game, MarketRecord } from '../../schema/index.ts';
import { createRowTally, type RowReader, type RowTally, rejectionOf } from '../decode/row-reader.ts';
import type { DriftWatch } from '../drift/drift-watch.ts';
import type { CollectLog } from '../poll/source-poller.ts';
import type { FeedWatch, SourceCompleteness } from '../schedule/completeness-watch.ts';
import type { HealthBook, SourceHealth } from '../schedule/health.ts';
import { advice, consequences, type Outcome } from '../schedule/outcome.ts';
import type { Sink } from '../sink.ts';
import type { AnyFeed, FeedListener } from './connect.ts';
import type { ReceivedMessage } from './message-buffer.ts';
import { createMessageReader } from './message-reader.ts';
import { Snapshot, sumOf } from './snapshot.ts';

/** How a connection fared over some time. */
export type ConnectionReport = {
  readonly outcome: Outcome;
  readonly detail: string | null;
  readonly startedAt: number;
  readonly requests: number;
};

export type FeedSubscriberSetup = {
  readonly slug: string;
  readonly marketplaceId: number;
  readonly source: AnyFeed;
  readonly healths: ReadonlyMap<Game, HealthBook>;
  readonly watches: ReadonlyMap<Game, FeedWatch>;
  readonly drifts: ReadonlyMap<Game, DriftWatch>;
  readonly reader: RowReader;
  /** Why the sources with this credential were stopped; null while the credential is accepted. */
  readonly refusal: () => string | null;
  readonly refuse: (detail: string) => void;
  readonly sink: Pick<Sink, 'take' | 'ran' | 'sweep' | 'gap' | 'readingEnded'>;
  readonly hasItem: HasItem;
  readonly log: CollectLog;
  readonly clock: Clock;
};

/** Reads one marketplace's rows from a connection, and keeps its health. */
export type FeedSubscriber = Pick<FeedListener, 'opened' | 'take' | 'onMalformed'> & {
  readonly views: () => readonly SourceHealth[];
  readonly report: (report: ConnectionReport) => void;
  readonly next: (at: number | null) => void;
  readonly joined: () => void;
  /** Messages arrive again; `isWhole` when all that were missed come first. */
  readonly receivedAgain: (at: number, isWhole: boolean) => void;
  readonly lost: (receivedAt: number, reason: 'cut' | 'silent') => void;
  readonly completeness: (receivedAt: number | null) => readonly SourceCompleteness[];
  /** Whether the credential was refused, for this source or another one of the marketplace. */
  readonly isRefused: () => boolean;
  readonly refuse: (detail: string) => void;
};

/** Time spent on reading before records are handed on; applying and publishing them takes several times as long. */
const readingMs = 1;

class MarketplaceSubscriber implements FeedSubscriber {
  readonly #setup;
  readonly #slug;
  readonly #marketplaceId;
  readonly #source;
  readonly #healths;
  readonly #sink;
  readonly #log;
  readonly #clock;
  #tallies = new Map<Game, RowTally>();
  /** Of a connection before the last one, not reported yet. */
  #earlierTallies = new Map<Game, RowTally>();
  #joinedAt = 0;
  /** The same on `clock.elapsed`. */
  #joinedElapsed = 0;
  /** Since the connection joined. */
  #snapshot = new Snapshot();
  readonly #messages;
  readonly onMalformed: FeedSubscriber['onMalformed'];
  readonly refuse: FeedSubscriber['refuse'];

  constructor(setup: FeedSubscriberSetup) {
    const { slug, marketplaceId, source, healths, sink, log, clock } = setup;
    this.#setup = setup;
    this.#slug = slug;
    this.#marketplaceId = marketplaceId;
    this.#source = source;
    this.#healths = healths;
    this.#sink = sink;
    this.#log = log;
    this.#clock = clock;
    const games = [...healths.keys()];
    const messages = createMessageReader({
      source,
      games,
      reader: setup.reader,
      tallyOf: this.#tallyOf,
      hasItem: setup.hasItem,
    });
    this.#messages = messages;
    this.onMalformed = messages.onMalformed;
    this.refuse = setup.refuse;
  }

  readonly next = (at: number | null): void => {
    for (const health of this.#healths.values()) health.next(at);
  };

  readonly views: FeedSubscriber['views'] = () => [...this.#healths.values()].map((health) => health.view());

  readonly opened: FeedSubscriber['opened'] = (header) => this.#source.barred?.(header) ?? null;

  readonly joined: FeedSubscriber['joined'] = () => {
    // A new connection starts a new snapshot; the earlier one remains incomplete
    if (this.#source.completes !== undefined) this.#beginSnapshot();
    this.#joinedAt = this.#clock.now();
    this.#joinedElapsed = this.#clock.elapsed();
    this.next(null);
  };

  readonly receivedAgain: FeedSubscriber['receivedAgain'] = (at, isWhole) => {
    for (const [game, watch] of this.#setup.watches) {
      if (isWhole) watch.resumed(at);
      const gap = isWhole ? null : watch.receivedAgain(at);
      if (gap === null) continue;
      this.#healths.get(game)?.gap(gap);
      this.#sink.gap({ marketplaceId: this.#marketplaceId, source: this.#source.name, game, ...gap });
    }
  };

  readonly lost: FeedSubscriber['lost'] = (receivedAt, reason) => {
    for (const watch of this.#setup.watches.values()) watch.lost(receivedAt, reason);
  };

  readonly completeness: FeedSubscriber['completeness'] = (receivedAt) =>
    [...this.#setup.watches].map(([game, watch]) => ({
      slug: this.#slug,
      source: this.#source.name,
      game,
      completeness: watch.completeness(receivedAt),
    }));

  readonly take: FeedSubscriber['take'] = async (batch) => {
    for (let left = batch; left.length > 0; ) {
      const { records, count } = this.#readSome(left);
      await this.#keep(records, left[count - 1]?.at ?? this.#clock.now());
      left = left.slice(count);
      if (left.length > 0) await turn();
    }
    if (batch.some(({ message }) => this.#source.completes?.(message))) await this.#complete();
  };

  async #keep(records: readonly MarketRecord[], at: number): Promise<void> {
    if (records.length === 0) return;
    const stamp = { marketplaceId: this.#marketplaceId, source: this.#source.name, at, isFed: true };
    await this.#sink.take(records, stamp);
    if (this.#source.completes === undefined) return;
    this.#snapshot.took(records);
  }

  /** The records of the first messages, and how many messages these are. */
  #readSome(batch: readonly ReceivedMessage[]): { readonly records: readonly MarketRecord[]; readonly count: number } {
    const records: MarketRecord[] = [];
    const until = this.#clock.elapsed() + readingMs;
    let count = 0;
    do {
      const read = this.#messages.read(batch.slice(count, count + 1));
      for (const [game, drift] of this.#setup.drifts) {
        const ofGame = read.filter((record) => record.game === game);
        if (drift.admits(ofGame)) records.push(...ofGame);
      }
      count += 1;
    } while (count < batch.length && this.#clock.elapsed() < until);
    return { records, count };
  }

  readonly report: FeedSubscriber['report'] = (made) => {
    const since = this.#tallies;
    const earlier = this.#earlierTallies;
    this.#tallies = new Map();
    this.#earlierTallies = new Map();
    for (const [game, health] of this.#healths) {
      this.#snapshot.counted(game, since.get(game));
      const tally = sumOf(earlier.get(game), since.get(game));
      this.#report(game, health, tally, this.#checkedReport(tally, made, game));
    }
  };

  readonly isRefused: FeedSubscriber['isRefused'] = () => {
    const refusal = this.#setup.refusal();
    if (refusal === null) return false;
    for (const health of this.#healths.values()) health.turn('refused', refusal);
    this.next(null);
    return true;
  };

  readonly #tallyOf = (game: Game): RowTally => {
    const tally = this.#tallies.get(game) ?? createRowTally();
    this.#tallies.set(game, tally);
    return tally;
  };

  /** Reports how it went since the last report, for one game. */
  #report(game: Game, health: HealthBook, tally: RowTally, report: ConnectionReport): void {
    const before = health.state();
    const { outcome, detail, startedAt, requests } = report;
    const { health: state } = consequences[outcome];
    const { rows, rejected, rejectedRows } = tally;
    health.ended({ outcome, state, detail, startedAt, requests, rows, rejected, rejectedRows });
    // What it brought still holds, but is getting old
    if (state === 'down' && (before === 'live' || before === 'changed')) health.turn('stale', detail);
    const isNews = before !== health.state();
    if (isNews || rows > 0) {
      const milliseconds = this.#clock.now() - startedAt;
      const counts = { rows, rejected, priced: null, detail };
      this.#sink.ran({
        marketplaceId: this.#marketplaceId,
        source: this.#source.name,
        game,
        outcome,
        startedAt,
        milliseconds,
        ...counts,
      });
    }
    if (!isNews) return;
    const fields = { marketplace: this.#slug, source: this.#source.name, game, outcome, detail, rows, rejected };
    this.#log.debug(
      { ...fields, ...(rejectedRows.length > 0 && { sample: rejectedRows }) },
      `source ${health.state()}`,
    );
  }

  /** Turns a `read` report into `changed` when too many rows were rejected, or when they are no longer what they were. */
  #checkedReport(tally: RowTally, report: ConnectionReport, game: Game): ConnectionReport {
    if (report.outcome !== 'read') return report;
    const drift = this.#setup.drifts.get(game);
    drift?.noteRows(tally.samples);
    const rejection = rejectionOf(tally);
    const change = rejection === null ? (drift?.change() ?? null) : `${rejection}; ${advice.changed}`;
    return change === null ? report : { ...report, outcome: 'changed', detail: change };
  }

  #beginSnapshot(): void {
    for (const game of this.#healths.keys()) this.#endReading(game, false);
    for (const [game, tally] of this.#tallies)
      this.#earlierTallies.set(game, sumOf(this.#earlierTallies.get(game), tally));
    this.#tallies = new Map();
    this.#snapshot = new Snapshot();
  }

  /** Ends the snapshot: in every game of which it had offers and could be read, what it omitted is gone. */
  async #complete(): Promise<void> {
    // If the clock was set back since, everything received since is dated before the start
    const sinceJoined = this.#clock.elapsed() - this.#joinedElapsed;
    const seenBefore = Math.min(this.#joinedAt, this.#clock.now() - sinceJoined);
    const datedUntil = Math.max(this.#joinedAt + sinceJoined, this.#clock.now());
    for (const { game, isRead } of this.#snapshot.games(this.#tallies)) {
      if (isRead)
        await this.#sink.sweep({
          source: this.#source.name,
          marketplaceId: this.#marketplaceId,
          game,
          kinds: ['offer'],
          seenBefore,
          datedUntil,
          at: this.#clock.now(),
        });
      this.#endReading(game, isRead);
    }
  }

  #endReading(game: Game, isWhole: boolean): void {
    const startedAt = this.#joinedAt;
    this.#sink.readingEnded({
      marketplaceId: this.#marketplaceId,
      source: this.#source.name,
      game,
      startedAt,
      isWhole,
    });
  }
}

export const createSubscriber = (setup: FeedSubscriberSetup): FeedSubscriber => new MarketplaceSubscriber(setup);
