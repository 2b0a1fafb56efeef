import { GapError, type OfferMessage, type OfferSubscribeOptions, type Tape, type TapeError } from '@itemtape/client';
import { failureText, refusalText } from '../../use-query.ts';
import { maxRetained } from './retained.ts';

export type TapeState = {
  readonly connection: 'connecting' | 'live' | 'waiting';
  /** The service's reason for refusing a connection that is being retried. */
  readonly refusal: string | null;
  readonly perSecond: number;
  readonly total: number;
  /** Number of messages that arrived while paused. */
  readonly buffered: number;
  readonly failure: string | null;
  /** Whether messages were lost for good. */
  readonly hasGap: boolean;
};

type FollowSetup = {
  readonly tape: Tape;
  readonly subscription: OfferSubscribeOptions;
  readonly isPaused: () => boolean;
  /** Which messages are shown. */
  readonly isWanted: (message: OfferMessage) => boolean;
  /** Called with the messages since the last frame, oldest first. */
  readonly show: (messages: readonly OfferMessage[]) => void;
  readonly setState: (state: TapeState) => void;
};

/** Subscribes and shows new messages once per frame, however many there are; returns a function that stops it. */
export function followTape({ tape, subscription, isPaused, isWanted, show, setState }: FollowSetup): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let waiting: OfferMessage[] = [];
  let link: Pick<TapeState, 'connection' | 'refusal'> = { connection: 'connecting', refusal: null };
  let failure: string | null = null;
  let hasGap = false;
  let total = 0;
  let lately = 0;
  let buffered = 0;

  function receive(message: OfferMessage): void {
    if (!isWanted(message)) return;
    total += 1;
    lately += 1;
    buffered += 1;
    waiting.push(message);
    // While paused; older messages would have left the page anyway
    if (waiting.length > 2 * maxRetained) waiting = waiting.slice(-maxRetained);
  }

  const onConnection = (connection: 'live' | 'waiting', why?: TapeError): void => {
    link = { connection, refusal: refusalText(why) };
  };

  async function listen(): Promise<void> {
    try {
      for await (const message of tape.offers(subscription, { signal, onConnection })) receive(message);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof GapError)) {
        failure = failureText(error);
        return;
      }
      hasGap = true;
      await listen();
    }
  }

  function frame(): void {
    if (signal.aborted) return;
    if (waiting.length > 0 && !isPaused()) {
      show(waiting);
      waiting = [];
      buffered = 0;
    }
    requestAnimationFrame(frame);
  }

  const everySecond = setInterval(() => {
    setState({ ...link, perSecond: lately, total, buffered: isPaused() ? buffered : 0, failure, hasGap });
    lately = 0;
  }, 1000);
  void listen();
  requestAnimationFrame(frame);
  return () => {
    ending.abort();
    clearInterval(everySecond);
  };
}
