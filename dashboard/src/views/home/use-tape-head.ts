import type { TapeError } from '@itemtape/client';
import { useEffect, useState } from 'preact/hooks';
import { tapeOf } from '../../tape.ts';
import { failureText, refusalText } from '../../use-query.ts';

export type TapeHead = {
  readonly connection: 'live' | 'waiting';
  /** The position of the last known change; null before the first message. */
  readonly sequence: number | null;
  /** When the position was last seen to move, in Unix seconds; null until it has. */
  readonly publishedAt: number | null;
  /** The service's reason for refusing the connection. */
  readonly failure: string | null;
};

const nothing: TapeHead = { connection: 'waiting', sequence: null, publishedAt: null, failure: null };

/** A heartbeat repeats the position while nothing is published, and the first message says nothing of when that was. */
const publishedAtOf = ({ sequence, publishedAt }: TapeHead, reached: number): number | null =>
  sequence === null || sequence === reached ? publishedAt : Math.floor(Date.now() / 1000);

/** The head of the tape, from the stream's heartbeats. */
export function useTapeHead(apiKey: string): TapeHead {
  const [head, setHead] = useState(nothing);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const onConnection = (connection: TapeHead['connection'], why?: TapeError) =>
      setHead((before) => ({ ...before, connection, failure: refusalText(why) }));
    const listen = async (): Promise<void> => {
      const messages = tapeOf(apiKey).messages({ channels: 'sources' }, { signal, onConnection, gaps: 'continue' });
      for await (const message of messages) {
        if (!('sequence' in message) || message.sequence === undefined) continue;
        const { sequence } = message;
        setHead((before) => ({ ...before, sequence, publishedAt: publishedAtOf(before, sequence) }));
      }
    };
    listen().catch((error: unknown) => {
      if (!signal.aborted) setHead((before) => ({ ...before, connection: 'waiting', failure: failureText(error) }));
    });
    return () => ending.abort();
  }, [apiKey]);
  return head;
}
