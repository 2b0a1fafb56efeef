import type { Clock } from '../../clock.ts';
import type { Source } from '../../contract/connector.ts';
import { counted, type Game } from '../../schema/index.ts';
import type { RejectedRow } from '../decode/row-reader.ts';
import type { SeeAgain, Take } from '../request/read-response.ts';
import type { RequestResult, SourceRequest } from '../request/source-request.ts';
import { advice, type Outcome } from '../schedule/outcome.ts';
import { type Sink, sweptOf } from '../sink.ts';
import type { createShrinkGuard } from './shrink-guard.ts';

/** The result of a reading so far, which can consist of several requests. */
export type PollResult = {
  readonly outcome: Outcome;
  readonly detail: string | null;
  readonly startedAt: number;
  readonly retryAt: number | null;
  requests: number;
  rows: number;
  rejected: number;
  records: number;
  readonly rejectedRows: RejectedRow[];
  /** A request some of whose rows were not understood: the reading's records are used, but it removes nothing. */
  doubt: RequestResult | null;
};

export const pollResultOf = ({ outcome, detail, startedAt, retryAt, tally }: RequestResult): PollResult => ({
  outcome,
  detail,
  startedAt,
  retryAt,
  requests: 1,
  rows: tally.rows,
  rejected: tally.rejected,
  records: tally.records,
  rejectedRows: tally.rejectedRows,
  doubt: null,
});

export function addTally(pollResult: PollResult, { tally }: RequestResult): void {
  pollResult.requests += 1;
  pollResult.rows += tally.rows;
  pollResult.rejected += tally.rejected;
  pollResult.records += tally.records;
  if (pollResult.rejectedRows.length === 0) pollResult.rejectedRows.push(...tally.rejectedRows);
}

/** Describes a valid answer without rows. */
export const noRows = 'an empty page, without a single row';

/** One step; null when there is nothing to request now. It calls `admitted` when the next step can run concurrently. */
export type PollerStep = (signal: AbortSignal, admitted: () => void) => Promise<PollResult | null>;

/** What the step of a source of any kind needs. */
export type PollStep<S> = {
  readonly source: S;
  readonly game: Game;
  readonly sendRequest: SourceRequest;
  readonly clock: Clock;
  readonly take: Take;
  readonly seeAgain: SeeAgain | null;
  /** Ends a complete reading. Unless it is in doubt, what was last seen before `seenBefore` (default: its start) is gone. */
  readonly endReading: (pollResult: PollResult, seenBefore?: number, asOf?: number) => Promise<PollResult>;
  /** The last complete reading still holds, or held at `madeAt`, when the answer that says so was generated. */
  readonly confirm: (madeAt: number | null) => Promise<void>;
};

type PollStepSetup<S> = Pick<PollStep<S>, 'source' | 'game' | 'sendRequest' | 'clock'> & {
  readonly marketplaceId: number;
  readonly sink: Sink;
  readonly guard: ReturnType<typeof createShrinkGuard>;
};

export function createPollStep<S extends Source>({
  source,
  game,
  sendRequest,
  clock,
  marketplaceId,
  sink,
  guard,
}: PollStepSetup<S>): PollStep<S> {
  const kinds = sweptOf(source.yields);
  const stampOf = (at: number, asOf: number) => ({
    marketplaceId,
    source: source.name,
    at,
    ...(asOf < at && { asOf }),
  });
  const { seeAgain } = sink;
  const isOfQuotes = source.yields.every((kind) => kind === 'quote');
  return {
    source,
    game,
    sendRequest,
    clock,
    take: (records, at, asOf, digests) => sink.take(records, stampOf(at, asOf), digests),
    seeAgain: seeAgain === undefined || !isOfQuotes ? null : (at, asOf) => seeAgain({ ...stampOf(at, asOf), game }),
    endReading: async (pollResult, seenBefore = pollResult.startedAt, asOf = pollResult.startedAt) => {
      if (pollResult.doubt !== null) return { ...pollResult, outcome: 'changed', detail: pollResult.doubt.detail };
      if (guard.isDoubtful(pollResult.rows)) {
        const found =
          pollResult.rows === 0
            ? noRows
            : `only ${counted(pollResult.rows, 'row')}, less than half of the last complete reading`;
        return { ...pollResult, outcome: 'shrunk', detail: `${found}; ${advice.shrunk}` };
      }
      const scope = { marketplaceId, game, kinds, seenBefore, ...(asOf !== seenBefore && { asOf }), at: clock.now() };
      // If the clock was set back during the reading, its last records are dated before its first ones
      if (kinds.length > 0 && asOf <= scope.at) await sink.sweep({ ...scope, source: source.name });
      return pollResult.rows === 0
        ? {
            ...pollResult,
            outcome: 'shrunk',
            detail: `${noRows}, repeatedly, so everything listed before is removed`,
          }
        : { ...pollResult, outcome: 'read', detail: null };
    },
    confirm: async (madeAt) => {
      const at = clock.now();
      const asOf = madeAt !== null && madeAt < at ? { asOf: madeAt } : {};
      if (kinds.length > 0) await sink.confirm({ marketplaceId, game, kinds, at, ...asOf, source: source.name });
    },
  };
}
