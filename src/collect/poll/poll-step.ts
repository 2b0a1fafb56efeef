import type { Clock } from '../../clock.ts';
import type { Source } from '../../contract/connector.ts';
import { counted, type Game } from '../../schema/index.ts';
import type { RejectedRow } from '../decode/row-reader.ts';
import type { SeeAgain, Take } from '../request/read-response.ts';
import type { RequestResult, SourceRequest } from '../request/source-request.ts';
import { advice, type Outcome } from '../schedule/outcome.ts';
import { type Sink, sweptOf } from '../sink.ts';
import type { createShrinkGuard } from './shrink-guard.ts';

/** What a reading has come to so far; it may consist of several requests. */
export type PollResult = {
  readonly outcome: Outcome;
  readonly detail: string | null;
  readonly startedAt: number;
  readonly retryAt: number | null;
  requests: number;
  rows: number;
  rejected: number;
  records: number;
  readonly offenders: RejectedRow[];
  /** A request whose rows were not all understood: the reading is used and not trusted. */
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
  offenders: tally.offenders,
  doubt: null,
});

export function addTally(pollResult: PollResult, { tally }: RequestResult): void {
  pollResult.requests += 1;
  pollResult.rows += tally.rows;
  pollResult.rejected += tally.rejected;
  pollResult.records += tally.records;
  if (pollResult.offenders.length === 0) pollResult.offenders.push(...tally.offenders);
}

/** What is said of an answer that is as it should be but for having nothing in it. */
export const noRows = 'an empty page, without a single row';

/** Null when there is nothing to ask at the moment; `admitted` tells that the next step may begin beside this one. */
export type PollerStep = (signal: AbortSignal, admitted: () => void) => Promise<PollResult | null>;

/** What a source of each kind needs to take its next step. */
export type PollStep<S> = {
  readonly source: S;
  readonly game: Game;
  readonly sendRequest: SourceRequest;
  readonly clock: Clock;
  readonly take: Take;
  readonly seeAgain: SeeAgain | null;
  /** Ends a complete reading: what was not seen since it began, or since `seenBefore`, is gone, unless there is reason to doubt it. */
  readonly endReading: (pollResult: PollResult, seenBefore?: number, asOf?: number) => Promise<PollResult>;
  /** The last complete reading still holds, or held when what says so was made. */
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
      // A clock that was set back meanwhile has dated what was read last before what was read first
      if (kinds.length > 0 && asOf <= scope.at) await sink.sweep({ ...scope, source: source.name });
      return pollResult.rows === 0
        ? {
            ...pollResult,
            outcome: 'shrunk',
            detail: `${noRows} again and again, so that what it had shown is taken for gone`,
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
