import type { Deadline } from './deadline.ts';
import { ConnectionError, fewerItems, mayOpenLater, refusalIn, TapeError, unconnected } from './errors.ts';
import { givenOf } from './http.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { messageOf } from './messages.ts';
import { positionIn } from './position.ts';
import { openEvents } from './sse.ts';
import type { ListenSettings, Transport, WebSocketConstructor, WebSocketLike } from './transport.ts';

const path = 'ws/v2/offers';
const maxRefusalBytes = 65_536;

/** What the package `ws` provides beyond the standard. */
type RefusedResponse = {
  readonly statusCode?: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  on(event: string, listener: (part: unknown) => void): void;
};
type Socket = WebSocketLike & {
  on?(event: 'ping' | 'unexpected-response', listener: (request: unknown, response: RefusedResponse) => void): void;
  terminate?(): void;
  pause?(): void;
  resume?(): void;
};

/** The WebSocket constructor to use; undefined if there is none. */
export const constructorOf = ({ WebSocket: given }: ListenSettings): WebSocketConstructor | undefined =>
  given ?? (globalThis as { readonly WebSocket?: WebSocketConstructor }).WebSocket;

/** URL of the stream of the service at an address. */
function addressOf(url: string): URL {
  const address = new URL(path, url.endsWith('/') ? url : `${url}/`);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address;
}

function open(settings: ListenSettings): Socket {
  const address = addressOf(settings.url);
  const Opening = constructorOf(settings) as new (address: string, options?: object) => Socket;
  try {
    return new Opening(address.href, { headers: { 'x-api-key': settings.key } });
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'SyntaxError') throw error;
  }
  // Browsers expect protocol names as the second argument and cannot send headers
  address.searchParams.set('apiKey', settings.key);
  return new Opening(address.href);
}

/** How a socket failed or ended. */
type End =
  | { readonly kind: 'closed'; readonly code: number; readonly reason: string }
  | { readonly kind: 'failed'; readonly cause: unknown }
  | { readonly kind: 'refused'; readonly refusal: TapeError }
  | { readonly kind: 'cut'; readonly cause: unknown }
  | { readonly kind: 'behind' };

/** A socket and its incoming messages. */
type OpenSocket = {
  readonly socket: Socket;
  readonly inbox: Inbox;
  /** Whether it opened; false if it ended before that. */
  readonly opened: Promise<boolean>;
  /** null until it has ended. */
  readonly end: () => End | null;
  readonly onPing: (listener: () => void) => void;
};

function connect(settings: ListenSettings, { signal }: Deadline): OpenSocket {
  const socket = open(settings);
  let ended: End | null = null;
  let isOpen = false;
  let settle: (hasOpened: boolean) => void = () => {};
  const opened = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  const end = (how: End): void => {
    ended ??= how;
    settle(false);
    inbox.end();
  };
  const dropBehind = (): void => {
    end({ kind: 'behind' });
    // At once, however long the reader takes: what follows would be received for nothing
    socket.close();
  };
  const canPause = typeof socket.pause === 'function' && typeof socket.resume === 'function';
  const inbox = createInbox(
    canPause
      ? { pause: () => socket.pause?.(), resume: () => socket.resume?.() }
      : { pause: dropBehind, resume: () => {} },
  );
  const on = <Event>(type: string, listener: (event: Event) => void): void => socket.addEventListener(type, listener);
  on('open', () => {
    isOpen = true;
    settle(true);
  });
  on<{ readonly data: unknown }>('message', ({ data }) => {
    if (ended === null) inbox.put(typeof data === 'string' ? data : String(data));
  });
  on<{ readonly error?: unknown }>('error', ({ error: cause }) => {
    if (typeof socket.on === 'function') end({ kind: 'failed', cause });
    // By the standard, the close event that follows describes the error; Node 22 omits it after a failed handshake
    else if (!isOpen) end({ kind: 'closed', code: lost, reason: '' });
  });
  on<{ readonly code: number; readonly reason: string }>('close', ({ code, reason }) =>
    end({ kind: 'closed', code, reason }),
  );
  socket.on?.('unexpected-response', (_, response) => {
    // The status is known even if the rest does not arrive in time
    signal.removeEventListener('abort', cutOff);
    void refusalBy(response, signal).then((refusal) => end({ kind: 'refused', refusal }));
  });
  const cutOff = (): void => end({ kind: 'cut', cause: signal.reason });
  if (signal.aborted) cutOff();
  else signal.addEventListener('abort', cutOff, { once: true });
  return { socket, inbox, opened, end: () => ended, onPing: (listener) => socket.on?.('ping', listener) };
}

/** The response to a refused handshake. */
function refusalBy(response: RefusedResponse, signal: AbortSignal): Promise<TapeError> {
  const { statusCode: status = 0, headers } = response;
  const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  let text = '';
  return new Promise((resolve) => {
    const done = (): void =>
      resolve(
        refusalIn({ status, retryAfter: textOf(headers['retry-after']), location: textOf(headers['location']), text }),
      );
    response.on('data', (part) => {
      if (text.length < maxRefusalBytes) text += String(part);
    });
    for (const event of ['end', 'error', 'close']) response.on(event, done);
    signal.addEventListener('abort', done, { once: true });
  });
}

/**
 * Why a handshake failed. Standard WebSockets do not say, so this requests the server-sent event stream with the same key:
 * what refuses one refuses the other.
 */
async function explainRefusal(settings: ListenSettings, deadline: Deadline): Promise<TapeError> {
  const answer = await openEvents(settings, { subscribeTo: 'all', games: 'all' }, null, deadline.signal);
  if (answer instanceof TapeError) return answer;
  await answer.cancel().catch(() => undefined);
  const { origin } = new URL(settings.url);
  const advice = 'a proxy in between may block it, as server-sent events work';
  return new ConnectionError('unreachable', `${origin} does not open a WebSocket; ${advice}`);
}

/** Why there is no connection, if that is temporary; otherwise throws it. */
async function whyUnopened(end: End | null, settings: ListenSettings, deadline: Deadline): Promise<TapeError> {
  if (end?.kind === 'closed') return await explainRefusal(settings, deadline);
  if (end?.kind !== 'refused') return unconnected(settings.url, end !== null && 'cause' in end ? end.cause : undefined);
  const { refusal } = end;
  const { status, cause, message } = refusal;
  if (status !== null && status < 400)
    return new TapeError(`${new URL(settings.url).origin} did not answer with the stream: ${message}`, {
      status,
      cause,
    });
  if (mayOpenLater(refusal)) return refusal;
  throw refusal;
}

// Close codes of RFC 6455 for invalid data that was sent: a retry would fail the same way
const wrongSending = new Set([1002, 1003, 1007, 1009]);
const tooLong = 1009;
const lost = 1006;

/** Why an open connection ended, if that is temporary; otherwise throws it. */
function endOf(end: End | null): ConnectionError {
  if (end?.kind === 'cut') {
    const { cause } = end;
    return new ConnectionError('silent', cause instanceof Error ? cause.message : String(cause), { cause });
  }
  if (end?.kind === 'behind')
    return new ConnectionError(
      'behind',
      'messages arrived faster than they were read; the rest is read after reconnecting',
    );
  if (end?.kind !== 'closed' || end.code === lost) {
    const cause = end?.kind === 'failed' ? end.cause : undefined;
    return new ConnectionError('broken', 'the connection was lost', { cause });
  }
  const { code, reason } = end;
  const advice = code === tooLong ? fewerItems : '';
  const text = `the service closed the connection with ${code}${reason === '' ? '' : `: ${reason}`}${advice}`;
  const closed = new ConnectionError('closed', text, { code, reason });
  if (wrongSending.has(code)) throw closed;
  return closed;
}

/** The stream over a WebSocket. */
export const overWebSocket: Transport = async function* (attempt) {
  const { settings, subscription, replay, after, deadline, connectMs, silenceMs } = attempt;
  const request = JSON.stringify({
    ...givenOf(subscription),
    ...(replay !== null && { replay }),
    ...(after !== null && { resume: after }),
  });
  deadline.within(connectMs);
  const { socket, inbox, opened, end, onPing } = connect(settings, deadline);
  try {
    if (!(await opened)) {
      yield await whyUnopened(end(), settings, deadline);
      return;
    }
    let isWaiting = true;
    onPing(() => {
      if (isWaiting) deadline.within(silenceMs);
    });
    socket.send(request);
    deadline.within(silenceMs);
    for (let texts = await inbox.take(); texts !== null; texts = await inbox.take()) {
      isWaiting = false;
      deadline.within(null);
      for (const text of texts) {
        const message = messageOf(text);
        yield { message, position: positionIn(message) };
      }
      isWaiting = true;
      deadline.within(silenceMs);
    }
    yield endOf(end());
  } finally {
    if (typeof socket.terminate === 'function') socket.terminate();
    else socket.close();
  }
};
