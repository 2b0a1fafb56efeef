import { addressOf, refusalOf } from './ask.ts';
import { GapError, type Position, TapeError } from './errors.ts';
import { readEvents } from './events.ts';
import type {
  BuyOrderMessage,
  ErrorMessage,
  HeartbeatMessage,
  LaggingMessage,
  OfferMessage,
  PriceMessage,
  SaleMessage,
  SnapshotEndMessage,
  SourceMessage,
  SubscribedMessage,
  SubscriptionRequest,
} from './generated/stream.ts';
import { delayBefore, isPassing, wait } from './wait.ts';

export type StreamMessage =
  | BuyOrderMessage
  | ErrorMessage
  | HeartbeatMessage
  | LaggingMessage
  | OfferMessage
  | PriceMessage
  | SaleMessage
  | SnapshotEndMessage
  | SourceMessage
  | SubscribedMessage;

type OneOrMore<Value> = Value | readonly Value[];

/** What is listened to; everything unless said. */
export type Wish = Partial<
  Pick<
    SubscriptionRequest,
    'newFloorOnly' | 'snapshot' | 'minPriceUSD' | 'maxPriceUSD' | 'minFloat' | 'maxFloat' | 'conflate'
  >
> & {
  readonly marketplaces?: OneOrMore<string | number>;
  readonly games?: OneOrMore<string | number>;
  readonly items?: OneOrMore<string>;
  readonly events?: OneOrMore<'Added' | 'Updated' | 'Removed'>;
  readonly channels?: OneOrMore<'offers' | 'sales' | 'buyOrders' | 'prices' | 'sources'>;
  readonly paintSeeds?: OneOrMore<number>;
  readonly phases?: OneOrMore<string>;
};

export type ListenOptions = {
  readonly signal?: AbortSignal;
  /** Goes on after this message, as an earlier run noted it. */
  readonly resume?: Position;
  /** Told whenever the connection stands or is lost. */
  readonly onConnection?: (state: 'live' | 'waiting') => void;
  /** Seconds without anything, heartbeats included, after which a connection counts as dead; 40 unless said. */
  readonly silenceSeconds?: number;
};

export type ListenSettings = { readonly url: string; readonly key: string; readonly fetch?: typeof fetch };

const path = 'stream/offers';
const heartbeatSeconds = 15;

const queryOf = ({ marketplaces = 'all', games = 'all', ...others }: Wish) => ({
  subscribeTo: marketplaces,
  games,
  ...others,
  sequence: true,
  heartbeatSeconds,
});

/** One connection's body, which ends by itself when nothing comes any more. */
async function* eventsOf(response: Response, silenceMs: number, cut: AbortController) {
  if (response.body === null) return;
  let silence = setTimeout(() => cut.abort(), silenceMs);
  try {
    for await (const event of readEvents(response.body)) {
      clearTimeout(silence);
      yield event;
      silence = setTimeout(() => cut.abort(), silenceMs);
    }
  } finally {
    clearTimeout(silence);
  }
}

/**
 * Every message of the stream, over as many connections as it takes: a lost one is taken up after the last message, so
 * that none is missed and none comes twice. Throws a GapError when the service no longer keeps what was missed.
 */
export async function* listen(
  { url, key, fetch: request = fetch }: ListenSettings,
  wish: Wish,
  { signal, resume, onConnection, silenceSeconds = 40 }: ListenOptions = {},
): AsyncGenerator<StreamMessage, void, undefined> {
  const address = addressOf(url, path, queryOf(wish));
  let position: Position | null = resume ?? null;
  // A snapshot that was cut short is asked for anew: the place in it cannot be told
  let isPlaced = wish.snapshot !== true || resume !== undefined;
  let attempt = 0;

  function note(message: StreamMessage): void {
    if (message.type === 'subscribed' && message.recovered === false && position !== null && isPlaced)
      throw new GapError(position);
    if (message.type === 'error' && message.code !== 'FELL_BEHIND')
      throw new TapeError(message.message, { code: message.code });
    if (message.type === 'snapshotEnd') isPlaced = true;
    if ('epoch' in message && message.epoch !== undefined && message.sequence !== undefined)
      position = { epoch: message.epoch, sequence: message.sequence };
  }

  async function connect(cut: AbortSignal): Promise<Response | { readonly retryAfter: string | null }> {
    const headers: Record<string, string> = { 'x-api-key': key, accept: 'text/event-stream' };
    if (position !== null && isPlaced) headers['last-event-id'] = `${position.epoch}:${position.sequence}`;
    const response = await request(address, { headers, signal: cut, cache: 'no-store' });
    if (response.ok) return response;
    const refusal = await refusalOf(response);
    if (!isPassing(response.status)) throw refusal;
    return { retryAfter: response.headers.get('retry-after') };
  }

  /** What one connection brings, until it ends; what the service asks to wait when it lets nobody in. */
  async function* once(cut: AbortController): AsyncGenerator<StreamMessage, string | null, undefined> {
    const response = await connect(cut.signal);
    if ('retryAfter' in response) return response.retryAfter;
    onConnection?.('live');
    for await (const { data } of eventsOf(response, silenceSeconds * 1000, cut)) {
      if (data === '') continue;
      const message = JSON.parse(data) as StreamMessage;
      note(message);
      attempt = 0;
      yield message;
    }
    return null;
  }

  for (;;) {
    signal?.throwIfAborted();
    const cut = new AbortController();
    const stop = () => cut.abort(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
    let retryAfter: string | null = null;
    try {
      retryAfter = yield* once(cut);
    } catch (error) {
      // Anything else is a connection that did not come about or broke
      if (error instanceof TapeError) throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
      cut.abort();
    }
    signal?.throwIfAborted();
    onConnection?.('waiting');
    await wait(delayBefore(attempt, retryAfter), signal);
    attempt += 1;
  }
}
