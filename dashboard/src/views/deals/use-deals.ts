import type { Deal } from '@itemtape/client';
import { useEffect, useState } from 'preact/hooks';
import { tapeOf } from '../../tape.ts';
import type { Currency } from '../../text/currency.ts';
import { failureText, type QueryState, useQuery } from '../../use-query.ts';
import type { Asked, Doubt } from './wishes.ts';

export const everySeconds = 5;
// Between two digits of somebody who types a bound
const typingMs = 250;
const lookEveryMs = 500;
export type FoundDeals = QueryState<{ readonly currency: Currency; readonly deals: readonly Deal[] }> & {
  /** `live` comes as it changes; `waiting` is what was told last while there is no connection. */
  readonly how: 'live' | 'waiting' | 'asked anew';
};

type Followed = {
  readonly about: string;
  readonly deals: readonly Deal[];
  readonly state: 'live' | 'waiting' | 'loading' | 'stopped';
  readonly failure: string | null;
};

/** The deals as the stream tells them, which it does in dollars; null asks nothing. */
function useBoard(apiKey: string, asked: Asked | null): Followed | null {
  const [followed, setFollowed] = useState<Followed | null>(null);
  const about = asked === null ? '' : JSON.stringify(asked);
  useEffect(() => {
    if (asked === null) return;
    const { game, currency: _, from, to, without, ...wish } = asked;
    const lists = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
    const flags = without === undefined ? {} : { without: without as Doubt[] };
    let stop = () => {};
    const begin = setTimeout(() => {
      const board = tapeOf(apiKey).board({ channels: 'deals', games: game, ...wish, ...lists, ...flags });
      let isChanged = true;
      let failure: string | null = null;
      let before: Followed['state'] | null = null;
      const forget = board.watch(() => {
        isChanged = true;
      });
      board.ended.catch((error: unknown) => {
        failure = failureText(error);
        isChanged = true;
      });
      const look = setInterval(() => {
        const state = board.state();
        if (!isChanged && state === before) return;
        isChanged = false;
        before = state;
        if (state !== 'loading' || failure !== null) setFollowed({ about, deals: board.deals(), state, failure });
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
  }, [apiKey, about]);
  return followed;
}

/** Live in dollars; in another currency the service is asked again and again, as the stream tells dollars only. */
export function useDeals(apiKey: string, asked: Asked, shown: Currency): FoundDeals {
  const isLive = shown === 'USD';
  const about = JSON.stringify(asked);
  const followed = useBoard(apiKey, isLive ? asked : null);
  const isFollowed = isLive && followed?.about === about;
  const polled = useQuery(isFollowed ? null : about, (signal) => tapeOf(apiKey).deals(asked, { signal }), {
    everySeconds,
    delayMs: typingMs,
  });
  if (!isFollowed) return { ...polled, how: isLive ? 'waiting' : 'asked anew' };
  const { deals } = followed;
  return {
    answer: followed.failure === null ? { currency: 'USD', deals } : null,
    isEarlier: false,
    failure: followed.failure,
    how: followed.state === 'live' ? 'live' : 'waiting',
  };
}
