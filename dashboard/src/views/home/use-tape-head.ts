import type { OfferMessage, StreamMessage, TapeError } from '@itemtape/client';
import { useEffect, useState } from 'preact/hooks';
import { serviceTape } from '../../tape.ts';
import { failureText, refusalText } from '../../use-query.ts';
import { paceOf, type TapePosition, withReading } from './pace.ts';

export type TapeHead = {
  readonly connection: 'live' | 'waiting';
  /** The position of the last known change; null before the first message. */
  readonly sequence: number | null;
  /** Changes a second; null until it is known. */
  readonly perSecond: number | null;
  /** The last offers that made an item cheaper than it was, newest first. */
  readonly lows: readonly OfferMessage[];
  /** The service's reason for refusing the connection. */
  readonly failure: string | null;
};

const nothing: TapeHead = { connection: 'waiting', sequence: null, perSecond: null, lows: [], failure: null };
const maxLows = 12;
// Slow enough to be read as they pass
const drawnEveryMs = 1_000;

const isLow = (message: StreamMessage): message is OfferMessage => 'eventType' in message && message.data !== undefined;

/** The head of the tape, from the stream's heartbeats and its new lows from a dollar. */
export function useTapeHead(): TapeHead {
  const [head, setHead] = useState(nothing);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    let readings: readonly TapePosition[] = [];
    let lows: readonly OfferMessage[] = [];
    let isStale = false;
    const onConnection = (connection: TapeHead['connection'], why?: TapeError) =>
      setHead((before) => ({ ...before, connection, failure: refusalText(why) }));
    const listen = async (): Promise<void> => {
      const low = { channels: 'offers', events: 'Added', newFloorOnly: true, minPriceUSD: 1 } as const;
      const messages = serviceTape().messages(low, { signal, onConnection, gaps: 'continue' });
      for await (const message of messages) {
        isStale = true;
        if (isLow(message)) lows = [message, ...lows].slice(0, maxLows);
        if (!('sequence' in message) || message.sequence === undefined) continue;
        readings = withReading(readings, { sequence: message.sequence, at: Date.now() });
      }
    };
    const draw = setInterval(() => {
      if (!isStale) return;
      isStale = false;
      setHead((before) => ({
        ...before,
        lows,
        sequence: readings.at(-1)?.sequence ?? before.sequence,
        perSecond: paceOf(readings),
      }));
    }, drawnEveryMs);
    listen().catch((error: unknown) => {
      if (!signal.aborted) setHead((before) => ({ ...before, connection: 'waiting', failure: failureText(error) }));
    });
    return () => {
      ending.abort();
      clearInterval(draw);
    };
  }, []);
  return head;
}
