import type { HasItem } from '../../contract/connector.ts';
import type { Game } from '../../schema/index.ts';
import { createRowTally, type RowReader, type RowTally, rejectionOf } from '../decode/row-reader.ts';
import type { CollectLog } from '../poll/source-poller.ts';
import type { HealthBook, SourceHealth } from '../schedule/health.ts';
import { advice, consequences, type Outcome } from '../schedule/outcome.ts';
import type { Sink } from '../sink.ts';
import type { AnyFeed, FeedListener } from './connect.ts';
import { createMessageReader } from './message-reader.ts';

/** How a connection did over some time. */
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
  readonly reader: RowReader;
  /** What stopped the sources with this credential, null while it is good. */
  readonly refusal: () => string | null;
  readonly refuse: (detail: string) => void;
  readonly sink: Pick<Sink, 'take' | 'ran' | 'sweep'>;
  readonly hasItem: HasItem;
  readonly log: CollectLog;
  readonly now: () => number;
};

/** What one marketplace makes of a connection: its rows, its health. */
export type FeedSubscriber = Pick<FeedListener, 'opened' | 'take' | 'onMalformed'> & {
  readonly views: () => readonly SourceHealth[];
  readonly report: (report: ConnectionReport) => void;
  readonly next: (at: number | null) => void;
  readonly joined: () => void;
  /** Whether the credential was refused, to this source or another of the marketplace. */
  readonly isRefused: () => boolean;
  readonly refuse: (detail: string) => void;
};

export function createSubscriber(setup: FeedSubscriberSetup): FeedSubscriber {
  const { slug, marketplaceId, source, healths, sink, log, now } = setup;
  const games = [...healths.keys()];
  let tallies = new Map<Game, RowTally>();
  let joinedAt = 0;
  /** Games of which offers were told since the connection was joined. */
  let toldGames = new Set<Game>();

  function tallyOf(game: Game): RowTally {
    const tally = tallies.get(game) ?? createRowTally();
    tallies.set(game, tally);
    return tally;
  }
  const messages = createMessageReader({ source, games, reader: setup.reader, tallyOf, hasItem: setup.hasItem });

  /** Says how it went since the last report, for one game. */
  function report(game: Game, health: HealthBook, tally: RowTally, report: ConnectionReport): void {
    const before = health.state();
    const { outcome, detail, startedAt, requests } = report;
    const { health: state } = consequences[outcome];
    const { rows, rejected, offenders } = tally;
    health.ended({ outcome, state, detail, startedAt, requests, rows, rejected, offenders });
    // What it told stands, but nobody knows for how long
    if (state === 'down' && (before === 'live' || before === 'changed')) health.turn('stale', detail);
    const isNews = before !== health.state();
    if (isNews || rows > 0) {
      const milliseconds = now() - startedAt;
      const counts = { rows, rejected, detail };
      sink.ran({ marketplaceId, source: source.name, game, outcome, startedAt, milliseconds, ...counts });
    }
    if (!isNews) return;
    const fields = { marketplace: slug, source: source.name, game, outcome, detail, rows, rejected };
    log.debug({ ...fields, ...(offenders.length > 0 && { sample: offenders }) }, `source ${health.state()}`);
  }

  /** A good report of a game of which too much was rejected is none. */
  function checkedReport(tally: RowTally, report: ConnectionReport): ConnectionReport {
    const rejection = report.outcome === 'read' ? rejectionOf(tally) : null;
    return rejection === null ? report : { ...report, outcome: 'changed', detail: `${rejection}; ${advice.changed}` };
  }

  const next = (at: number | null): void => {
    for (const health of healths.values()) health.next(at);
  };

  /** Everything was told: of a game that had offers, what was not among them is gone. */
  async function complete(): Promise<void> {
    for (const game of toldGames)
      await sink.sweep({ marketplaceId, game, kinds: ['offer'], seenBefore: joinedAt, at: now() });
  }

  return {
    views: () => [...healths.values()].map((health) => health.view()),
    opened: (header) => source.barred?.(header) ?? null,
    joined: () => {
      joinedAt = now();
      toldGames = new Set();
      next(null);
    },
    take: async (batch) => {
      const records = messages.read(batch);
      const at = batch.at(-1)?.at ?? now();
      if (records.length > 0) await sink.take(records, { marketplaceId, source: source.name, at });
      if (source.completes === undefined) return;
      for (const record of records) if (record.kind === 'offer') toldGames.add(record.game);
      if (batch.some(({ message }) => source.completes?.(message))) await complete();
    },
    onMalformed: messages.onMalformed,
    report: (made) => {
      const since = tallies;
      tallies = new Map();
      for (const [game, health] of healths) {
        const tally = since.get(game) ?? createRowTally();
        report(game, health, tally, checkedReport(tally, made));
      }
    },
    next,
    isRefused: () => {
      const refusal = setup.refusal();
      if (refusal === null) return false;
      for (const health of healths.values()) health.turn('refused', refusal);
      next(null);
      return true;
    },
    refuse: setup.refuse,
  };
}
