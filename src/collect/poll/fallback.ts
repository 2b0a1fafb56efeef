import type { PollerStep, PollResult } from './poll-step.ts';

/**
 * Whether a pass has found no list, for any reason but having asked too often, which another request would only prolong. One
 * that failed on a later page goes on from there at its next turn.
 */
const isWithoutList = ({ outcome, rows }: PollResult): boolean =>
  outcome !== 'read' && outcome !== 'unchanged' && outcome !== 'limited' && !(outcome === 'retry' && rows > 0);

/** A pass of one source, or of the source that it replaces where it finds no list. */
export const withFallback =
  (own: PollerStep, preferred: PollerStep, previousName: string): PollerStep =>
  async (signal, admitted) => {
    const pollResult = await own(signal, admitted);
    if (pollResult === null || signal.aborted || !isWithoutList(pollResult)) return pollResult;
    const instead = await preferred(signal, () => {});
    if (instead === null || instead.outcome !== 'read') return instead ?? pollResult;
    const detail = `read by "${previousName}" instead: ${pollResult.detail ?? pollResult.outcome}`;
    // Its rows are of another form
    return { ...instead, requests: pollResult.requests + instead.requests, detail, samples: [] };
  };
