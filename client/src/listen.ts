import { createDeadline, type Deadline } from './deadline.ts';
import { GapError, TapeError } from './errors.ts';
import type { SubscriptionRequest } from './generated/stream.ts';
import type { ErrorMessage, OfferMessage, StreamMessage, SubscribedMessage } from './messages.ts';
import { checkPosition, createPositionTracker } from './position.ts';
import { type Reconnection, reconnectionOf } from './reconnection.ts';
import type { Position } from './resume-point.ts';
import { overEvents } from './sse.ts';
import type { ListenSettings, Received, Replay, Transport, TransportName } from './transport.ts';
import { createPace, type Delays, type Pace } from './wait.ts';
import { constructorOf, overWebSocket } from './websocket.ts';

type OneOrMore<Value> = Value | readonly Value[];

/** What only the channels that tell how things stand are asked by. */
export type StandingOption =
  | 'query'
  | 'from'
  | 'to'
  | 'without'
  | 'way'
  | 'sort'
  | 'limit'
  | 'minProfit'
  | 'minPercent'
  | 'maxPrice'
  | 'maxAgeSeconds'
  | 'stickers'
  | 'maxStickerWear'
  | 'maxDaysTradeLocked'
  | 'belowOthersPercent';

type DealFlag = Exclude<NonNullable<SubscriptionRequest['without']>, readonly unknown[]>;

/** What is listened to; everything unless said. */
export type SubscribeOptions = Partial<
  Pick<
    SubscriptionRequest,
    | 'newFloorOnly'
    | 'snapshot'
    | 'minPriceUSD'
    | 'maxPriceUSD'
    | 'minFloat'
    | 'maxFloat'
    | 'conflate'
    | 'query'
    | 'way'
    | 'sort'
    | 'limit'
    | 'minProfit'
    | 'minPercent'
    | 'maxPrice'
    | 'maxAgeSeconds'
    | 'maxStickerWear'
    | 'maxDaysTradeLocked'
    | 'belowOthersPercent'
  >
> & {
  readonly marketplaces?: OneOrMore<string | number>;
  readonly games?: OneOrMore<string | number>;
  readonly items?: OneOrMore<string>;
  readonly events?: OneOrMore<'Added' | 'Updated' | 'Removed'>;
  readonly channels?: OneOrMore<
    'offers' | 'sales' | 'buyOrders' | 'prices' | 'sources' | 'gaps' | 'batches' | 'best' | 'deals' | 'found'
  >;
  readonly paintSeeds?: OneOrMore<number>;
  /** Of the channel `deals`: marketplaces to buy on, and to sell on. */
  readonly from?: OneOrMore<string | number>;
  readonly to?: OneOrMore<string | number>;
  readonly without?: OneOrMore<DealFlag>;
  /** Of the channel `found`: names of stickers that are on it, each as often as it must be there. */
  readonly stickers?: OneOrMore<string>;
  readonly phases?: OneOrMore<string>;
} & { readonly [Option in keyof ListenOptions]?: never };

/** Without what offers are not chosen by. */
export type OfferSubscribeOptions = Omit<SubscribeOptions, 'channels' | StandingOption>;

export type ListenOptions = {
  /** Ends the loop from outside, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Goes on after this message, as an earlier run noted it. */
  readonly resume?: Position;
  /** Told whenever the connection stands, and whenever there is none and why. */
  readonly onConnection?: (state: 'live' | 'waiting', why?: TapeError) => void;
  /** Told whenever a lost connection stands again, with what was missed meanwhile; before the messages that follow. */
  readonly onReconnect?: (reconnection: Reconnection) => void;
  /** What follows when messages are missing: `throw`, unless said, a GapError; `continue` with what comes next. */
  readonly gaps?: 'throw' | 'continue';
  /** Whether the offers of a snapshot are told only once all of them have come, so that none comes twice; true unless said. */
  readonly holdSnapshot?: boolean;
  /** Seconds without anything, heartbeats included, after which a connection counts as dead; 40 unless said. */
  readonly silenceSeconds?: number;
  /** Bounds of the wait before another connection, twice as long each time: 250 ms and 5 s unless said. */
  readonly reconnectDelays?: Delays;
};

// Spread into the first argument, they would be sent as wishes; the types refuse them, which JavaScript does not see
const optionNames = [
  'signal',
  'resume',
  'onConnection',
  'onReconnect',
  'gaps',
  'holdSnapshot',
  'silenceSeconds',
  'reconnectDelays',
] as const satisfies (keyof ListenOptions)[];

function refuseMisplaced(subscription: SubscribeOptions): void {
  const name = optionNames.find((option) => subscription[option] !== undefined);
  if (name === undefined) return;
  throw new TapeError(`${name} is no wish; give it in the second argument`, { code: 'INVALID_PARAMS' });
}

const heartbeatSeconds = 15;
// The service answers at once; fetch of Node 20 waits for ever when its first connection is closed as it opens
const connectSeconds = 10;

/** The fields of the subscription. */
const subscriptionOf = ({ marketplaces = 'all', games = 'all', ...others }: SubscribeOptions) => ({
  subscribeTo: marketplaces,
  games,
  ...others,
  sequence: true,
  heartbeatSeconds,
});

const transports: Readonly<Record<TransportName, Transport>> = { sse: overEvents, websocket: overWebSocket };

/** How the stream is to come; refuses what cannot be here. */
export function transportOf(settings: ListenSettings): Transport {
  const { transport: name = 'sse' } = settings;
  const transport = Object.hasOwn(transports, name) ? transports[name] : undefined;
  if (transport === undefined) {
    const found = `transport is ${JSON.stringify(name)}; it is sse or websocket`;
    throw new TapeError(found, { code: 'INVALID_PARAMS' });
  }
  if (transport !== overWebSocket || constructorOf(settings) !== undefined) return transport;
  const found = 'this runtime has no WebSocket; give one as the setting WebSocket, such as that of the package ws';
  throw new TapeError(found, { code: 'INVALID_PARAMS' });
}

/** Refuses to go on where the service will not. */
function refuseErrors(message: StreamMessage): void {
  if (message.type === 'error' && message.code !== 'FELL_BEHIND' && message.code !== 'TOO_MANY_REPLAYS')
    throw new TapeError(message.message, { code: message.code });
}

/** What is kept from one connection of a stream to the next. */
class Listening {
  readonly #attempt;
  readonly #connect;
  readonly #options;
  readonly #pace;
  readonly #hasSnapshot;
  readonly #tracker;
  #isFirst;
  /** Null once what comes is told. */
  #replay: Replay | null;
  #isOver = false;

  constructor(
    settings: ListenSettings,
    subscription: SubscribeOptions,
    options: ListenOptions,
    pace: Pace,
    replay: Replay | null,
  ) {
    refuseMisplaced(subscription);
    const { resume, silenceSeconds = 40 } = options;
    if (resume !== undefined) checkPosition(resume);
    this.#connect = transportOf(settings);
    this.#attempt = {
      settings,
      subscription: subscriptionOf(subscription),
      connectMs: Math.min(connectSeconds, silenceSeconds) * 1000,
      silenceMs: silenceSeconds * 1000,
    };
    this.#replay = replay;
    this.#options = options;
    this.#pace = pace;
    this.#hasSnapshot = subscription.snapshot === true;
    this.#tracker = createPositionTracker(this.#hasSnapshot, resume);
    this.#isFirst = resume === undefined;
  }

  /** What one connection brings; returns why it ended, null where nothing more is to come. */
  async *once(url: string, deadline: Deadline): AsyncGenerator<StreamMessage, TapeError | null, undefined> {
    const after = this.#tracker.position();
    try {
      return yield* this.#read(url, after, deadline);
    } catch (error) {
      const isGone = error instanceof TapeError && error.code === 'NO_LONGER_KEPT';
      throw isGone && after !== null ? new GapError(after) : error;
    }
  }

  async *#read(
    url: string,
    after: Position | null,
    deadline: Deadline,
  ): AsyncGenerator<StreamMessage, TapeError | null, undefined> {
    const attempt = { ...this.#attempt, settings: { ...this.#attempt.settings, url } };
    const held: StreamMessage[] = [];
    let said: ErrorMessage | null = null;
    for await (const received of this.#connect({ ...attempt, replay: this.#replay, after, deadline })) {
      if (received instanceof TapeError)
        return said === null ? received : new TapeError(said.message, { code: said.code, cause: received });
      if (received.message.type === 'error') said = received.message;
      for (const told of this.#takeIn(held, received, after)) {
        this.#options.signal?.throwIfAborted();
        yield told;
      }
      if (this.#isOver) return null;
      // The connection stays open, and has nothing to tell
      if (said?.code === 'TOO_MANY_REPLAYS') return new TapeError(said.message, { code: said.code });
    }
    throw new Error('a transport ended without saying why');
  }

  /** Begins on a connection that was confirmed; refuses to where messages are missing. */
  #begin(message: SubscribedMessage, position: Position | null, after: Position | null): void {
    const { gaps, onConnection, onReconnect } = this.#options;
    const isRecovered = message.recovered === true;
    const gap = after === null || isRecovered ? null : new GapError(after, position);
    if (gap !== null && gaps !== 'continue') throw gap;
    onConnection?.('live');
    if (!this.#isFirst) onReconnect?.(reconnectionOf(isRecovered, gap, this.#hasSnapshot && !isRecovered));
    this.#isFirst = false;
  }

  /** What is to be told once a message has come: nothing while a snapshot is not whole, then all of it. */
  #takeIn(held: StreamMessage[], { message, position }: Received, after: Position | null): StreamMessage[] {
    refuseErrors(message);
    this.#pace.served();
    if (message.type === 'subscribed') this.#begin(message, position, after);
    this.#tracker.take(message, position);
    if (message.type === 'replayEnd') {
      this.#replay = null;
      this.#isOver = !message.live;
    }
    held.push(message);
    return this.#tracker.isShowing() && this.#options.holdSnapshot !== false ? [] : held.splice(0);
  }
}

/**
 * Every message of the stream, over as many connections as it takes: a lost one is taken up after the last message, so
 * that none is missed and none comes twice. A snapshot is told once it is whole. Throws a GapError when the service no
 * longer keeps what was missed.
 */
export async function* listen(
  settings: ListenSettings,
  subscription: SubscribeOptions,
  options: ListenOptions = {},
  pace: Pace = createPace(undefined, options.reconnectDelays),
  replay: Replay | null = null,
): AsyncGenerator<StreamMessage, void, undefined> {
  const listening = new Listening(settings, subscription, options, pace, replay);
  const { signal, onConnection } = options;
  for (;;) {
    signal?.throwIfAborted();
    const deadline = createDeadline(signal);
    const { url } = settings;
    let why: TapeError | null;
    try {
      why = yield* listening.once(url, deadline);
    } finally {
      deadline.end();
    }
    if (why === null) return;
    signal?.throwIfAborted();
    onConnection?.('waiting', why);
    settings.moveOn?.(url);
    await pace.next({ from: url, to: settings.url, asked: why.retryAfterMs }, signal);
  }
}

/** The offers alone. */
export async function* listenToOffers(
  settings: ListenSettings,
  subscription: OfferSubscribeOptions,
  options: ListenOptions = {},
): AsyncGenerator<OfferMessage, void, undefined> {
  for await (const message of listen(settings, subscription, options)) if (message.type === 'offer') yield message;
}
