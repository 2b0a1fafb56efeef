import type { Source } from '../contract/connector.ts';
import type { Game, MarketRecord } from '../schema/index.ts';
import type { Exchange, Result } from './exchange.ts';
import { advice, type Outcome } from './outcome.ts';
import type { Offender } from './read.ts';
import type { createShrinkGuard } from './shrink.ts';
import { type Sink, sweptOf } from './sink.ts';

/** What a reading has come to so far; it may consist of several requests. */
export type Part = {
  readonly outcome: Outcome;
  readonly detail: string | null;
  readonly startedAt: number;
  readonly retryAt: number | null;
  requests: number;
  rows: number;
  rejected: number;
  readonly offenders: Offender[];
  /** A request whose rows were not all understood: the reading is used and not trusted. */
  doubt: Result | null;
};

export const partOf = ({ outcome, detail, startedAt, retryAt, tally }: Result): Part => ({
  outcome,
  detail,
  startedAt,
  retryAt,
  requests: 1,
  rows: tally.rows,
  rejected: tally.rejected,
  offenders: tally.offenders,
  doubt: null,
});

export function addTally(part: Part, { tally }: Result): void {
  part.requests += 1;
  part.rows += tally.rows;
  part.rejected += tally.rejected;
  if (part.offenders.length === 0) part.offenders.push(...tally.offenders);
}

/** Null when there is nothing to ask at the moment; `admitted` tells that the next step may begin beside this one. */
export type UnitStep = (signal: AbortSignal, admitted: () => void) => Promise<Part | null>;

/** What a source of each kind needs to take its next step. */
export type Step<S> = {
  readonly source: S;
  readonly game: Game;
  readonly exchange: Exchange;
  readonly now: () => number;
  readonly take: (records: readonly MarketRecord[], at: number) => Promise<void>;
  /** Ends a complete reading: what it did not mention is gone, unless there is reason to doubt it. */
  readonly endReading: (part: Part) => Promise<Part>;
  /** The last complete reading still holds. */
  readonly confirm: () => Promise<void>;
};

type Setup<S> = Pick<Step<S>, 'source' | 'game' | 'exchange' | 'now'> & {
  readonly marketplaceId: number;
  readonly sink: Sink;
  readonly guard: ReturnType<typeof createShrinkGuard>;
};

export function createStep<S extends Source>({
  source,
  game,
  exchange,
  now,
  marketplaceId,
  sink,
  guard,
}: Setup<S>): Step<S> {
  const kinds = sweptOf(source.yields);
  return {
    source,
    game,
    exchange,
    now,
    take: (records, at) => sink.take(records, { marketplaceId, source: source.name, at }),
    endReading: async (part) => {
      if (part.doubt !== null) return { ...part, outcome: 'changed', detail: part.doubt.detail };
      if (guard.isDoubtful(part.rows)) {
        const detail = `only ${part.rows} rows, less than half of the last complete reading; ${advice.shrunk}`;
        return { ...part, outcome: 'shrunk', detail };
      }
      if (kinds.length > 0) await sink.sweep({ marketplaceId, game, kinds, seenBefore: part.startedAt, at: now() });
      return { ...part, outcome: 'read', detail: null };
    },
    confirm: async () => {
      if (kinds.length > 0) await sink.confirm({ marketplaceId, game, kinds, at: now(), source: source.name });
    },
  };
}
