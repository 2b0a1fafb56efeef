import type { Deal } from '@itemtape/client';
import { useEffect, useState } from 'preact/hooks';
import { serviceTape } from '../../tape.ts';
import type { Currency } from '../../text/currency.ts';
import { failureText, type QueryState, refusalText, useQuery } from '../../use-query.ts';
import type { DealsRequest, Doubt } from './filters.ts';
import type { UnknownFacts } from './unknown.tsx';

export const everySeconds = 5;
// Longer than the pause between two digits being typed
const typingMs = 250;
const lookEveryMs = 500;
// What is not known of marketplaces changes with settings, and is not on the stream
const unknownSeconds = 60;
export type FoundDeals = QueryState<{ readonly currency: Currency; readonly deals: readonly Deal[] }> & {
  /** `live`: updated as it changes; `waiting`: the last state, while the connection is down. */
  readonly how: 'live' | 'waiting' | 'asked anew';
  /** The service's reason for refusing the stream. */
  readonly refusal: string | null;
  readonly unknown: UnknownFacts;
};

type DealsState = {
  readonly about: string;
  readonly deals: readonly Deal[];
  readonly state: 'live' | 'waiting' | 'loading' | 'stopped';
  /** Why the stream is unavailable, for good or for now: a key without the right to open it, or with no connection left. */
  readonly refusal: string | null;
};

/** The deals of the stream, in dollars; null subscribes to nothing. */
function useBoard(request: DealsRequest | null): DealsState | null {
  const [followed, setFollowed] = useState<DealsState | null>(null);
  const about = request === null ? '' : JSON.stringify(request);
  useEffect(() => {
    if (request === null) return;
    const { game, currency: _, from, to, without, ...filter } = request;
    const lists = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
    const flags = without === undefined ? {} : { without: without as Doubt[] };
    let stop = () => {};
    const begin = setTimeout(() => {
      let isChanged = true;
      let refusal: string | null = null;
      const board = serviceTape().board(
        { channels: 'deals', games: game, ...filter, ...lists, ...flags },
        {
          onConnection: (_, why) => {
            refusal = refusalText(why);
            isChanged = true;
          },
        },
      );
      let before: DealsState['state'] | null = null;
      const forget = board.watch(() => {
        isChanged = true;
      });
      board.ended.catch((error: unknown) => {
        refusal = failureText(error);
        isChanged = true;
      });
      const look = setInterval(() => {
        const state = board.state();
        if (!isChanged && state === before) return;
        isChanged = false;
        before = state;
        if (state !== 'loading' || refusal !== null) setFollowed({ about, deals: board.deals(), state, refusal });
      }, lookEveryMs);
      stop = () => {
        forget();
        clearInterval(look);
        board.stop();
      };
    }, typingMs);
    return () => {
      clearTimeout(begin);
      stop();
    };
  }, [about]);
  return followed;
}

/** Live in dollars; in other currencies, or without a stream, the service is polled. */
export function useDeals(request: DealsRequest, shown: Currency): FoundDeals {
  const about = JSON.stringify(request);
  // The stream only knows dollars
  const board = useBoard(shown === 'USD' ? request : null);
  const followed = shown === 'USD' && board?.about === about ? board : null;
  const refusal = followed?.refusal ?? null;
  const isFollowed = followed !== null && refusal === null;
  const polled = useQuery(isFollowed ? null : about, (signal) => serviceTape().deals(request, { signal }), {
    everySeconds,
    delayMs: typingMs,
  });
  const facts = useQuery(isFollowed ? about : null, (signal) => serviceTape().deals(request, { signal }), {
    everySeconds: unknownSeconds,
  });
  const unknown = (isFollowed ? facts : polled).answer?.unknown ?? null;
  if (!isFollowed)
    return { ...polled, how: shown === 'USD' && followed === null ? 'waiting' : 'asked anew', refusal, unknown };
  const { deals, state } = followed;
  return {
    answer: { currency: 'USD', deals },
    isEarlier: false,
    failure: null,
    how: state === 'live' ? 'live' : 'waiting',
    refusal,
    unknown,
  };
}
