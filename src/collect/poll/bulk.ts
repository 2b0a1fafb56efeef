import type { Bulk, WireRequest } from '../../contract/connector.ts';
import { errorText } from '../error-text.ts';
import type { Fingerprint } from '../request/http-client.ts';
import type { RequestResult } from '../request/source-request.ts';
import { isMissing } from '../schedule/outcome.ts';
import { addTally, type PollResult, type PollStep, pollResultOf } from './poll-step.ts';

type BulkPass = {
  readonly parts: readonly WireRequest[];
  next: number;
  readonly pollResult: PollResult;
  readonly index: Fingerprint | null;
  /** Of the part that was made first. */
  madeAt: number;
};

/** Reads a whole list, or an index and the parts it names; parts already read are not asked for again after a failure. */
export function createBulkStep(step: PollStep<Bulk<never>>): (signal: AbortSignal) => Promise<PollResult> {
  const { source, game, sendRequest, take, endReading, confirm, now } = step;
  const about = { game, item: null, marketplaceItemId: null };
  /** Of the last reading that was used to the full. */
  let fingerprint: Fingerprint | null = null;
  let lastMadeAt: number | null = null;
  let pass: BulkPass | null = null;

  async function readParts(current: BulkPass, signal: AbortSignal): Promise<PollResult> {
    const { pollResult } = current;
    for (; current.next < current.parts.length; current.next += 1) {
      const request = current.parts[current.next] as WireRequest;
      const result = await sendRequest({ request, about, signal, take });
      addTally(pollResult, result);
      current.madeAt = Math.min(current.madeAt, result.madeAt ?? current.madeAt);
      if (result.outcome === 'read') continue;
      if (result.outcome === 'changed') pollResult.doubt ??= result;
      else {
        // A part that is gone or an index grown old: the next attempt begins with a new index
        const isOld = now() - pollResult.startedAt > 2 * source.everySeconds * 1000 + 600_000;
        pass = isMissing(result.outcome) || isOld ? null : current;
        return { ...pollResult, outcome: result.outcome, detail: result.detail, retryAt: result.retryAt };
      }
    }
    pass = null;
    return await finish(pollResult, current.index, current.madeAt);
  }

  async function finish(pollResult: PollResult, next: Fingerprint | null, madeAt: number | null): Promise<PollResult> {
    const asOf = Math.min(pollResult.startedAt, madeAt ?? pollResult.startedAt);
    const ended = await endReading(pollResult, asOf, asOf);
    fingerprint = ended.outcome === 'read' ? next : null;
    lastMadeAt = asOf;
    return ended;
  }

  /** The same bytes give the same date; a list that does not say when it was made may as well have been made now. */
  const unchangedAt = ({ madeAt }: RequestResult): number | null =>
    source.madeAt === undefined || lastMadeAt === null || madeAt === null ? madeAt : Math.min(madeAt, lastMadeAt);

  function begun(result: RequestResult): BulkPass | PollResult {
    try {
      const parts = source.parts?.(result.payload, { game }) ?? [];
      return { parts, next: 0, pollResult: pollResultOf(result), index: result.fingerprint, madeAt: result.startedAt };
    } catch (error) {
      const detail = `the index cannot be read: ${errorText(error)}`;
      return { ...pollResultOf(result), outcome: 'changed', detail };
    }
  }

  return async (signal) => {
    if (pass !== null) return await readParts(pass, signal);
    const isIndex = source.parts !== undefined;
    const request = source.request({ game });
    const result = await sendRequest({ request, about, signal, take, isIndex, conditions: fingerprint });
    if (result.outcome === 'unchanged') await confirm(unchangedAt(result));
    if (result.outcome !== 'read') {
      if (result.outcome === 'changed' || result.tally.rows > 0) fingerprint = null;
      return pollResultOf(result);
    }
    if (!isIndex) return await finish(pollResultOf(result), result.fingerprint, result.madeAt);
    const next = begun(result);
    return 'parts' in next ? await readParts(next, signal) : next;
  };
}
