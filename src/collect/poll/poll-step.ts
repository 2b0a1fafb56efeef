import type { Source } from '../../contract/connector.ts';
import type { Clock } from '../../runtime/clock.ts';
import { type Age, counted, type Game } from '../../schema/index.ts';
import type { RejectedRow } from '../decode/row-reader.ts';
import type { DriftWatch } from '../drift/drift-watch.ts';
import type { SeeAgain, Take } from '../request/read-response.ts';
import type { RequestResult, SourceRequest } from '../request/source-request.ts';
import { advice, type Outcome } from '../schedule/outcome.ts';
import { type Sink, sweptOf } from '../sink.ts';
import { HeldQuotes } from './held-quotes.ts';
import type { ReadingSize, Shrinkage, ShrinkGuard } from './shrink-guard.ts';

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
  /** Records of a whole list that have a price; null until it has been read, and for other sources. */
  priced: number | null;
  readonly rejectedRows: RejectedRow[];
  /** Some of the rows that were accepted. */
  readonly samples: unknown[];
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
  priced: null,
  rejectedRows: tally.rejectedRows,
  samples: tally.samples,
  doubt: null,
});

export function addTally(pollResult: PollResult, { tally }: RequestResult): void {
  pollResult.requests += 1;
  pollResult.rows += tally.rows;
  pollResult.rejected += tally.rejected;
  pollResult.records += tally.records;
  if (pollResult.rejectedRows.length === 0) pollResult.rejectedRows.push(...tally.rejectedRows);
  if (pollResult.samples.length === 0) pollResult.samples.push(...tally.samples);
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
  /** Like `take`, for records that `drift` has noted. */
  readonly passOn: Take;
  readonly seeAgain: SeeAgain | null;
  readonly drift: DriftWatch;
  /** Begins a reading of a whole list, from which quotes without a price are taken once the list can be believed. */
  readonly beginReading: () => void;
  /** Ends a complete reading. Unless it is in doubt, what was last seen before `seenBefore` (default: as of when it was made) is gone. */
  readonly endReading: (pollResult: PollResult, made: Age, seenBefore?: number) => Promise<PollResult>;
  /** Ends a reading that was cut at the limit of the source: it removes nothing that it omits. */
  readonly endCutReading: (pollResult: PollResult) => Promise<PollResult>;
  /** The last complete reading still holds, or held at `madeAt`, when the answer that says so was generated. */
  readonly confirm: (madeAt: number | null) => Promise<void>;
};

type PollStepSetup<S> = Pick<PollStep<S>, 'source' | 'game' | 'sendRequest' | 'clock' | 'drift'> & {
  readonly marketplaceId: number;
  readonly sink: Sink;
  readonly guard: ShrinkGuard;
};

function shrinkageText(shrinkage: Shrinkage, { rows, priced }: ReadingSize): string {
  if (rows === 0) return noRows;
  if (shrinkage === 'rows') return `only ${counted(rows, 'row')}, less than half of the last complete reading`;
  return priced === 0
    ? `no price in any of ${counted(rows, 'row')}`
    : `only ${counted(priced ?? 0, 'price')} in ${counted(rows, 'row')}, less than half as many as in the last complete reading`;
}

/** Known rows count like those that are read, and those without a price are held like them. */
function countingKnown(openSeeing: SeeAgain['open'], held: HeldQuotes, drift: DriftWatch): SeeAgain {
  const open: SeeAgain['open'] = (at, made) => {
    const seeing = openSeeing(at, made);
    const mayHold = !held.isEnough;
    return {
      ...seeing,
      see: (digest) => {
        if (held.mustBeRead(digest)) return false;
        if (!mayHold || !seeing.isPriceless(digest)) return seeing.see(digest);
        held.holdSeen(digest, at, made);
        return true;
      },
      end: () => {
        seeing.end();
        held.notePriced(seeing.priced());
        drift.noteSeenAgain(seeing.priced());
      },
    };
  };
  return { open, expectKnown: (each) => drift.expectKnown(each) };
}

type WholeReading = {
  readonly guard: ShrinkGuard;
  readonly held: HeldQuotes;
  readonly drift: DriftWatch;
  readonly isSwept: boolean;
};

/** The result of a reading that is not believed; null when it is, and all its records have been taken. */
async function doubted(
  pollResult: PollResult,
  { guard, held, drift, isSwept }: WholeReading,
): Promise<PollResult | null> {
  if (pollResult.doubt !== null) return { ...pollResult, outcome: 'changed', detail: pollResult.doubt.detail };
  if (drift.isMispriced()) return { ...pollResult, outcome: 'changed', detail: drift.change() };
  pollResult.priced = isSwept ? held.priced : null;
  const shrinkage = guard.doubt(pollResult);
  if (shrinkage !== null)
    return { ...pollResult, outcome: 'shrunk', detail: `${shrinkageText(shrinkage, pollResult)}; ${advice.shrunk}` };
  await held.release();
  return null;
}

const readOr = (emptyText: string, pollResult: PollResult): PollResult =>
  pollResult.rows === 0
    ? { ...pollResult, outcome: 'shrunk', detail: emptyText }
    : { ...pollResult, outcome: 'read', detail: null };

const isWholeList = (source: Source): boolean =>
  source.kind === 'bulk' || (source.kind === 'walk' && source.covers === 'all');

export function createPollStep<S extends Source>({
  source,
  game,
  sendRequest,
  clock,
  marketplaceId,
  sink,
  guard,
  drift,
}: PollStepSetup<S>): PollStep<S> {
  const kinds = sweptOf(source.yields, 'quotesOf' in source ? source : {});
  const about = { marketplaceId, source: source.name };
  const stampOf = (at: number, made: Age) => ({ ...about, at, ...made });
  const passOn: Take = (records, at, made, digests) => sink.take(records, stampOf(at, made), digests);
  const take: Take = async (records, at, made, digests) => {
    if (drift.admits(records)) await passOn(records, at, made, digests);
  };
  const { seeAgain } = sink;
  const isOfQuotes = source.yields.every((kind) => kind === 'quote');
  // Of any other list, every row has to be read
  const open: SeeAgain['open'] | null =
    seeAgain === undefined || !isOfQuotes ? null : (at, made) => seeAgain({ ...stampOf(at, made), game });
  const held = new HeldQuotes({
    yields: source.yields,
    take,
    isEnough: guard.isEnough,
    open,
  });
  const list = { guard, held, drift, isSwept: kinds.length > 0 };
  return {
    source,
    game,
    sendRequest,
    clock,
    take: isWholeList(source) ? held.take : take,
    passOn,
    drift,
    seeAgain: open === null ? null : countingKnown(open, held, drift),
    beginReading: () => held.begin(),
    endReading: async (pollResult, made, seenBefore = made.asOf) => {
      const doubtful = await doubted(pollResult, list);
      if (doubtful !== null) return doubtful;
      const at = clock.now();
      // If the clock was set back during the reading, its last records are dated before its first ones
      if (kinds.length > 0 && made.asOf <= at) await sink.sweep({ ...about, game, kinds, seenBefore, at, ...made });
      return readOr(`${noRows}, repeatedly, so everything listed before is removed`, pollResult);
    },
    endCutReading: async (pollResult) => (await doubted(pollResult, list)) ?? readOr(noRows, pollResult),
    confirm: async (madeAt) => {
      const at = clock.now();
      const asOf = Math.min(at, madeAt ?? at);
      if (kinds.length > 0) await sink.confirm({ ...about, game, kinds, at, asOf });
    },
  };
}
