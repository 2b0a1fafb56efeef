import { addressOf } from './ask.ts';
import { type Cut, createCut } from './cut.ts';
import { GapError, mayPass, type Position, refusalOf, TapeError, unreached } from './errors.ts';
import { readEvents } from './events.ts';
import type { SubscriptionRequest } from './generated/stream.ts';
import type { OfferMessage, StreamMessage } from './messages.ts';
import { createPace, type Pace } from './wait.ts';

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
} & { readonly [Option in keyof ListenOptions]?: never };

export type ListenOptions = {
  readonly signal?: AbortSignal;
  /** Goes on after this message, as an earlier run noted it. */
  readonly resume?: Position;
  /** Told whenever the connection stands, and whenever there is none and why. */
  readonly onConnection?: (state: 'live' | 'waiting', why?: TapeError) => void;
  /** Seconds without anything, heartbeats included, after which a connection counts as dead; 40 unless said. */
  readonly silenceSeconds?: number;
};

export type ListenSettings = { readonly url: string; readonly key: string; readonly fetch?: typeof fetch };

// Spread into the first argument, they would be sent as wishes; the types refuse them, which JavaScript does not see
const optionNames = ['signal', 'resume', 'onConnection', 'silenceSeconds'] as const satisfies (keyof ListenOptions)[];

function refuseMisplaced(wish: Wish): void {
  const name = optionNames.find((option) => wish[option] !== undefined);
  if (name === undefined) return;
  throw new TapeError(`${name} is no wish; give it in the second argument`, { code: 'INVALID_PARAMS' });
}

const path = 'stream/offers';
const heartbeatSeconds = 15;
// The service answers at once; fetch of Node 20 waits for ever when its first connection is closed as it opens
const connectSeconds = 10;

const queryOf = ({ marketplaces = 'all', games = 'all', ...others }: Wish) => ({
  subscribeTo: marketplaces,
  games,
  ...others,
  sequence: true,
  heartbeatSeconds,
});

/** The id of the message at a position. */
function idOf({ epoch, sequence }: Position): string {
  // With an id that it cannot read, the service would begin with what is new
  if (/^[\w-]+$/.test(epoch) && Number.isSafeInteger(sequence) && sequence >= 0) return `${epoch}:${sequence}`;
  throw new TapeError(`${epoch}:${sequence} is no place in the stream; resume from what a message said`);
}

function positionOf(id: string): Position {
  const [epoch = '', sequence] = id.split(':');
  return { epoch, sequence: Number(sequence) };
}

/** The body of the stream after an event; why there is none, when that may pass. */
async function connect(
  address: string,
  { key, fetch: request = fetch }: ListenSettings,
  after: string | null,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array> | TapeError> {
  const headers = new Headers({ 'x-api-key': key, accept: 'text/event-stream' });
  if (after !== null) headers.set('last-event-id', after);
  let response: Response;
  try {
    const options = { headers, signal, cache: 'no-store' } as const;
    response = await request(address, options);
  } catch (cause) {
    return unreached(address, cause);
  }
  if (response.ok) {
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const other = `${new URL(address).origin} answers with something else than the stream`;
    return (isStream ? response.body : null) ?? new TapeError(other);
  }
  const refusal = await refusalOf(response);
  if (mayPass(refusal)) return refusal;
  throw refusal;
}

/** The messages in a body, which is cut when nothing comes any more; a slow caller is no silence of the service. */
async function* messagesIn(body: ReadableStream<Uint8Array>, cut: Cut, silenceMs: number) {
  cut.within(silenceMs);
  for await (const { id, data } of readEvents(body)) {
    cut.within(null);
    if (data !== '') yield { id, message: messageOf(data) };
    cut.within(silenceMs);
  }
}

function messageOf(data: string): StreamMessage {
  try {
    return JSON.parse(data) as StreamMessage;
  } catch (cause) {
    throw new TapeError(`the stream brought something that is no message: ${data.slice(0, 80)}`, { cause });
  }
}

/** Refuses to go on where messages are missing, or where the service will not. */
function check(message: StreamMessage, after: string | null): void {
  if (message.type === 'subscribed' && message.recovered !== true && after !== null)
    throw new GapError(positionOf(after));
  if (message.type === 'error' && message.code !== 'FELL_BEHIND')
    throw new TapeError(message.message, { code: message.code });
}

/**
 * Every message of the stream, over as many connections as it takes: a lost one is taken up after the last message, so
 * that none is missed and none comes twice. A snapshot is told once it is whole. Throws a GapError when the service no
 * longer keeps what was missed.
 */
export async function* listen(
  settings: ListenSettings,
  wish: Wish,
  { signal, resume, onConnection, silenceSeconds = 40 }: ListenOptions = {},
  pace: Pace = createPace(),
): AsyncGenerator<StreamMessage, void, undefined> {
  refuseMisplaced(wish);
  const address = addressOf(settings.url, path, queryOf(wish));
  // By the id of the event, not the numbers in the message: `lagging` names a place that is still to come
  let lastId = resume === undefined ? null : idOf(resume);
  // A snapshot that was cut short is asked for anew: the place in it cannot be told
  let isPlaced = wish.snapshot !== true || resume !== undefined;

  /** What is to be told once a message has come: nothing while a snapshot is not whole, then all of it. */
  function takeIn(held: StreamMessage[], message: StreamMessage, id: string | null): StreamMessage[] {
    held.push(message);
    pace.served();
    if (message.type === 'subscribed') onConnection?.('live');
    if (message.type === 'snapshotEnd') isPlaced = true;
    if (!isPlaced) return [];
    lastId = id ?? lastId;
    return held.splice(0);
  }

  /** What one connection brings; returns why it ended. */
  async function* once(cut: Cut): AsyncGenerator<StreamMessage, TapeError, undefined> {
    const after = isPlaced ? lastId : null;
    const held: StreamMessage[] = [];
    let why = new TapeError('the connection was lost');
    cut.within(Math.min(connectSeconds, silenceSeconds) * 1000);
    const body = await connect(address, settings, after, cut.signal);
    if (body instanceof TapeError) return body;
    for await (const { id, message } of messagesIn(body, cut, silenceSeconds * 1000)) {
      check(message, after);
      if (message.type === 'error') why = new TapeError(message.message, { code: message.code });
      for (const told of takeIn(held, message, id)) {
        signal?.throwIfAborted();
        yield told;
      }
    }
    return why;
  }

  for (;;) {
    signal?.throwIfAborted();
    const cut = createCut(signal);
    let why: TapeError;
    try {
      why = yield* once(cut);
    } finally {
      cut.end();
    }
    signal?.throwIfAborted();
    onConnection?.('waiting', why);
    await pace.next(why.retryAfterMs, signal);
  }
}

/** The offers alone. */
export async function* listenToOffers(
  settings: ListenSettings,
  wish: Omit<Wish, 'channels'>,
  options: ListenOptions = {},
): AsyncGenerator<OfferMessage, void, undefined> {
  for await (const message of listen(settings, wish, options)) if (message.type === 'offer') yield message;
}
