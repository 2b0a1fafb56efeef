import type { Deadline } from './deadline.ts';
import { ConnectionError, foundAtStart, mayOpenLater, refusalOf, TapeError, unconnected } from './errors.ts';
import { readEvents } from './events.ts';
import { addressOf, request } from './http.ts';
import { messageOf, type ReplayEndMessage } from './messages.ts';
import { idOf, positionOf } from './position.ts';
import type { Position } from './resume-point.ts';
import type { Attempt, ListenSettings, Transport } from './transport.ts';

const path = 'stream/offers';

/** The body of the event stream after a position, or why there is none if that is temporary; otherwise throws it. */
export async function openEvents(
  { url, key, fetch: ask = fetch }: ListenSettings,
  subscription: Attempt['subscription'],
  after: Position | null,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array> | TapeError> {
  const address = addressOf(url, path, subscription);
  const headers = new Headers({ 'x-api-key': key, accept: 'text/event-stream' });
  if (after !== null) headers.set('last-event-id', idOf(after));
  let response: Response;
  try {
    response = await request(ask, address, { headers, signal });
  } catch (cause) {
    return unconnected(address, cause);
  }
  if (response.status === 204) return new TapeError(`${new URL(address).origin} has no more messages`, { status: 204 });
  if (response.ok) {
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (isStream && response.body !== null) return response.body;
    const found = await foundAtStart(response);
    const { status } = response;
    return new TapeError(`${new URL(address).origin} did not answer with the stream: ${found}`, { status });
  }
  const refusal = await refusalOf(response);
  if (mayOpenLater(refusal)) return refusal;
  throw refusal;
}

/** Why a body ended. */
function endOf({ signal }: Deadline): TapeError {
  if (!signal.aborted) return new ConnectionError('broken', 'the connection was lost');
  const { reason } = signal;
  return new ConnectionError('silent', reason instanceof Error ? reason.message : String(reason), { cause: reason });
}

const endAt = (position: Position): ReplayEndMessage => ({
  type: 'replayEnd',
  timestamp: Date.now(),
  ...position,
  count: 0,
  live: false,
});

/** The stream as server-sent events. The position is the id of the event, not the numbers in its message. */
export const overEvents: Transport = async function* (attempt) {
  const { settings, after, deadline, connectMs, silenceMs } = attempt;
  const subscription = { ...attempt.subscription, ...attempt.replay };
  deadline.within(connectMs);
  const body = await openEvents(settings, subscription, after, deadline.signal);
  if (body instanceof TapeError) {
    // The previous connection delivered the whole replay except its end
    if (body.status === 204 && after !== null) yield { message: endAt(after), position: after };
    yield body;
    return;
  }
  deadline.within(silenceMs);
  for await (const { id, data } of readEvents(body)) {
    deadline.within(null);
    if (data !== '') yield { message: messageOf(data), position: positionOf(id) };
    deadline.within(silenceMs);
  }
  yield endOf(deadline);
};
