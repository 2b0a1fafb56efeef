import { createDeadline, type Deadline } from './deadline.ts';
import { GapError, TapeError } from './errors.ts';
import type { GamesName } from './game.ts';
import type { SubscriptionRequest } from './generated/stream.ts';
import type { ErrorMessage, OfferMessage, StreamMessage, SubscribedMessage } from './messages.ts';
import { checkPosition, createPositionTracker } from './position.ts';
import type { ExtrasFilter, ItemTraits, Phase } from './query/filters.ts';
import { type Reconnection, reconnectionOf } from './reconnection.ts';
import type { Position } from './resume-point.ts';
import { overEvents } from './sse.ts';
import type { ListenSettings, ReceivedMessage, Replay, Transport, TransportName } from './transport.ts';
import { createPace, type Delays, type Pace } from './wait.ts';
import { constructorOf, overWebSocket } from './websocket.ts';

type OneOrMore<Value> = Value | readonly Value[];

/** Parameters of the channels `best`, `deals` and `found`, which publish the current state. */
export type LiveOption =
  | 'query'
  | 'from'
  | 'to'
  | 'without'
  | 'way'
  | 'payout'
  | 'maxHoldDays'
  | 'pairs'
  | 'sort'
  | 'limit'
  | 'minProfit'
  | 'minPercent'
  | 'maxPrice'
  | 'maxAgeSeconds'
  | 'stickers'
  | 'maxStickerWear'
  | keyof ExtrasFilter
  | 'maxDaysTradeLocked'
  | 'belowOthersPercent';

type DealFlag = Exclude<NonNullable<SubscriptionRequest['without']>, readonly unknown[]>;

/** Fields that this library sets itself. */
type SetOption = 'id' | 'sequence' | 'resume' | 'replay' | 'heartbeatSeconds';

/** Games to listen to; all by default. */
export type NamedGames<Named extends GamesName = GamesName> = { readonly games?: OneOrMore<Named> };

/** What to listen to; everything by default. */
export type SubscribeOptions<Named extends GamesName = GamesName> = SubscribedPart & NamedGames<Named>;

/** All but the games, which the types of messages follow from. */
export type SubscribedPart = Partial<
  Omit<
    SubscriptionRequest,
    | 'subscribeTo'
    | 'games'
    | 'items'
    | 'events'
    | 'channels'
    | 'paintSeeds'
    | 'from'
    | 'to'
    | 'without'
    | 'stickers'
    | 'phases'
    | 'traits'
    | SetOption
  >
> & {
  readonly marketplaces?: OneOrMore<string | number>;
  readonly items?: OneOrMore<string>;
  readonly events?: OneOrMore<'Added' | 'Updated' | 'Removed'>;
  readonly channels?: OneOrMore<
    'offers' | 'sales' | 'buyOrders' | 'prices' | 'sources' | 'gaps' | 'batches' | 'best' | 'deals' | 'found'
  >;
  readonly paintSeeds?: OneOrMore<number>;
  /** For the channel `deals`: marketplaces to buy on, and to sell on. */
  readonly from?: OneOrMore<string | number>;
  readonly to?: OneOrMore<string | number>;
  readonly without?: OneOrMore<DealFlag>;
  /** For the channel `found`: names of applied stickers, each repeated as often as it must be applied. */
  readonly stickers?: OneOrMore<string>;
  readonly phases?: OneOrMore<Phase>;
  readonly traits?: ItemTraits;
} & { readonly [Option in keyof ListenOptions]?: never };

/** The subscription without fields that do not apply to offers. */
export type OfferSubscribeOptions<Named extends GamesName = GamesName> = Omit<SubscribedPart, 'channels' | LiveOption> &
  NamedGames<Named>;

export type ListenOptions = {
  /** Ends the loop from outside, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Continues after this position, as recorded by an earlier run. */
  readonly resume?: Position;
  /** Called whenever the connection is established, and whenever it is lost, with the reason. */
  readonly onConnection?: (state: 'live' | 'waiting', why?: TapeError) => void;
  /** Called after a reconnection, with what was missed, before the messages that follow. */
  readonly onReconnect?: (reconnection: Reconnection) => void;
  /** What to do if messages are missing: `throw` (default) a GapError, or `continue` with the next message. */
  readonly gaps?: 'throw' | 'continue';
  /** Whether to deliver a snapshot only once it is complete, so that no offer is delivered twice; true by default. */
  readonly holdSnapshot?: boolean;
  /** Seconds without any data, heartbeats included, after which a connection counts as dead; 40 by default. */
  readonly silenceSeconds?: number;
  /** Bounds of the delay before reconnecting, which doubles each time: 250 ms and 5 s by default. */
  readonly reconnectDelays?: Delays;
};

// In the first argument they would be sent to the service; the types forbid that, but not to JavaScript callers
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
  throw new TapeError(`${name} is not part of the subscription; pass it in the second argument`, {
    code: 'INVALID_PARAMS',
  });
}

const heartbeatSeconds = 15;
// The service answers at once, but fetch of Node 20 never settles if its first connection is closed while opening
const connectSeconds = 10;

/** The fields of the subscription request. */
const subscriptionOf = ({ marketplaces = 'all', games = 'all', ...others }: SubscribeOptions) => ({
  subscribeTo: marketplaces,
  games,
  ...others,
  sequence: true,
  heartbeatSeconds,
});

const transports: Readonly<Record<TransportName, Transport>> = { sse: overEvents, websocket: overWebSocket };

/** The transport that the settings name; throws if it is unknown or not available here. */
export function transportOf(settings: ListenSettings): Transport {
  const { transport: name = 'sse' } = settings;
  const transport = Object.hasOwn(transports, name) ? transports[name] : undefined;
  if (transport === undefined) {
    const found = `transport is ${JSON.stringify(name)}; use sse or websocket`;
    throw new TapeError(found, { code: 'INVALID_PARAMS' });
  }
  if (transport !== overWebSocket || constructorOf(settings) !== undefined) return transport;
  const found = 'this runtime has no WebSocket; pass one as the setting WebSocket, such as that of the package ws';
  throw new TapeError(found, { code: 'INVALID_PARAMS' });
}

/** Throws an error message of the service, unless another attempt can succeed. */
function refuseErrors(message: StreamMessage): void {
  if (message.type === 'error' && message.code !== 'FELL_BEHIND' && message.code !== 'TOO_MANY_REPLAYS')
    throw errorIn(message);
}

/** The error in a message, even if it lacks fields. */
function errorIn(message: ErrorMessage): TapeError {
  const { message: text, code }: { readonly message?: unknown; readonly code?: unknown } = message;
  return new TapeError(
    typeof text === 'string' ? text : `the stream reported ${JSON.stringify(message).slice(0, 80)}`,
    {
      code: typeof code === 'string' ? code : null,
    },
  );
}

/** The state of a stream across its connections. */
class Listening {
  readonly #attempt;
  readonly #connect;
  readonly #options;
  readonly #pace;
  readonly #hasSnapshot;
  readonly #tracker;
  #isFirst;
  /** null once the replay has ended. */
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

  /** The messages of one connection; returns why it ended, null if nothing more will follow. */
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
    let lastError: ErrorMessage | null = null;
    for await (const received of this.#connect({ ...attempt, replay: this.#replay, after, deadline })) {
      if (received instanceof TapeError)
        return lastError === null
          ? received
          : new TapeError(lastError.message, { code: lastError.code, cause: received });
      if (received.message.type === 'error') lastError = received.message;
      for (const next of this.#takeIn(held, received, after)) {
        this.#options.signal?.throwIfAborted();
        yield next;
      }
      if (this.#isOver) return null;
      // The service leaves the connection open, but will send nothing on it
      if (lastError?.code === 'TOO_MANY_REPLAYS') return new TapeError(lastError.message, { code: lastError.code });
    }
    throw new Error('a transport ended without saying why');
  }

  /** Handles the confirmation on a new connection; throws if messages are missing. */
  #begin(message: SubscribedMessage, position: Position | null, after: Position | null): void {
    const { gaps, onConnection, onReconnect } = this.#options;
    const isRecovered = message.recovered === true;
    const gap = after === null || isRecovered ? null : new GapError(after, position);
    if (gap !== null && gaps !== 'continue') throw gap;
    onConnection?.('live');
    if (!this.#isFirst) onReconnect?.(reconnectionOf(isRecovered, gap, this.#hasSnapshot && !isRecovered));
    this.#isFirst = false;
  }

  /** The messages to deliver after this one has arrived: none during a snapshot, then all of it. */
  #takeIn(held: StreamMessage[], { message, position }: ReceivedMessage, after: Position | null): StreamMessage[] {
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
 * Every message of the stream, over as many connections as necessary: after a lost connection it resumes after the last
 * message, so that none is missed and none is delivered twice. A snapshot is delivered once it is complete. Throws a GapError
 * if the service no longer keeps what was missed.
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
    } catch (error) {
      // A refusal that was being read when the caller stopped
      signal?.throwIfAborted();
      throw error;
    } finally {
      deadline.end();
    }
    if (why === null) return;
    signal?.throwIfAborted();
    onConnection?.('waiting', why);
    settings.moveOn?.(url);
    await pace.next({ from: url, to: settings.url, requestedMs: why.retryAfterMs }, signal);
  }
}

/** Only the offer messages. */
export async function* listenToOffers(
  settings: ListenSettings,
  subscription: OfferSubscribeOptions,
  options: ListenOptions = {},
): AsyncGenerator<OfferMessage, void, undefined> {
  for await (const message of listen(settings, subscription, options)) if (message.type === 'offer') yield message;
}
