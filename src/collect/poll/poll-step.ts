import type { Source } from '../../contract/connector.ts';
import type { Game } from '../../schema/index.ts';
import type { Offender } from '../decode/row-reader.ts';
import type { Take } from '../request/read-response.ts';
import type { Exchange, Result } from '../request/source-request.ts';
import { advice, type Outcome } from '../schedule/outcome.ts';
import { type Sink, sweptOf } from '../sink.ts';
import type { createShrinkGuard } from './shrink-guard.ts';

/** What a reading has come to so far; it may consist of several requests. */
export type Part = {
  readonly outcome: Outcome;
  readonly detail: string | null;
  readonly startedAt: number;
  readonly retryAt: number | null;
  requests: number;
  rows: number;
  rejected: number;
  records: number;
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
  records: tally.records,
  offenders: tally.offenders,
  doubt: null,
});

export function addTally(part: Part, { tally }: Result): void {
  part.requests += 1;
  part.rows += tally.rows;
  part.rejected += tally.rejected;
  part.records += tally.records;
  if (part.offenders.length === 0) part.offenders.push(...tally.offenders);
}

/** What is said of an answer that is as it should be but for having nothing in it. */
export const noRows = 'an empty page, without a single row';

/** Null when there is nothing to ask at the moment; `admitted` tells that the next step may begin beside this one. */
export type UnitStep = (signal: AbortSignal, admitted: () => void) => Promise<Part | null>;

/** What a source of each kind needs to take its next step. */
export type Step<S> = {
  readonly source: S;
  readonly game: Game;
  readonly exchange: Exchange;
  readonly now: () => number;
  readonly take: Take;
  /** Ends a complete reading: what was not seen since it began, or since `seenBefore`, is gone, unless there is reason to doubt it. */
  readonly endReading: (part: Part, seenBefore?: number, asOf?: number) => Promise<Part>;
  /** The last complete reading still holds, or held when what says so was made. */
  readonly confirm: (madeAt: number | null) => Promise<void>;
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
    take: (records, at, asOf) =>
      sink.take(records, { marketplaceId, source: source.name, at, ...(asOf < at && { asOf }) }),
    endReading: async (part, seenBefore = part.startedAt, asOf = part.startedAt) => {
      if (part.doubt !== null) return { ...part, outcome: 'changed', detail: part.doubt.detail };
      if (guard.isDoubtful(part.rows)) {
        const found = part.rows === 0 ? noRows : `only ${part.rows} rows, less than half of the last complete reading`;
        return { ...part, outcome: 'shrunk', detail: `${found}; ${advice.shrunk}` };
      }
      const scope = { marketplaceId, game, kinds, seenBefore, ...(asOf !== seenBefore && { asOf }), at: now() };
      // A clock that was set back meanwhile has dated what was read last before what was read first
      if (kinds.length > 0 && asOf <= scope.at) await sink.sweep(scope);
      return part.rows === 0
        ? {
            ...part,
            outcome: 'shrunk',
            detail: `${noRows} again and again, so that what it had shown is taken for gone`,
          }
        : { ...part, outcome: 'read', detail: null };
    },
    confirm: async (madeAt) => {
      const at = now();
      const asOf = madeAt !== null && madeAt < at ? { asOf: madeAt } : {};
      if (kinds.length > 0) await sink.confirm({ marketplaceId, game, kinds, at, ...asOf, source: source.name });
    },
  };
}
