import { guarded } from '../../runtime/guarded.ts';
import type { Hub } from '../../stream/hub.ts';
import type { Replay } from '../../stream/replay/replay.ts';
import type { SubscriptionRequest } from '../../stream/subscription-request.ts';
import { ApiError, requireReady } from '../errors.ts';
import type { Keys } from '../keys.ts';
import { readQuery, requireReadable } from '../query.ts';
import type { Call, Handler, Router } from '../server/router.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { type ListenerKey, requireListener, requireSlot } from './stream-access.ts';
import { fieldsOf, positionOf, subscriptionOf } from './subscription-query.ts';

export type EventStreamOptions = {
  readonly hub: Pick<Hub, 'connect' | 'isLoading' | 'subscriptionRequestOf' | 'replayOf'>;
  readonly keys: Pick<Keys, 'check' | 'onEnd'>;
  readonly limits: ConnectionLimits;
  readonly connectionsPerKey: number;
  readonly isOpen: () => boolean;
  readonly log: { readonly error: (fields: object, text: string) => void };
};

const eventsPath = '/stream/offers';

// Proxies cut connections that are silent for a minute, some after 30 seconds
const aliveMs = 15_000;
// Time to read the rest before a connection is destroyed; shorter after its key has ended
const endMs = 2_000;
const cutMs = 400;
const aliveComment = Buffer.from(':\n\n');

/** Adds the stream as server-sent events, for clients behind proxies and for curl. */
export function addEventStream(router: Router, options: EventStreamOptions): { readonly close: () => void } {
  const open = new Set<() => void>();
  const handle: Handler = async (call) => {
    const { request } = call;
    const key = requireListener(options, request);
    const query = readQuery(request.url ?? '');
    requireReadable(query);
    const resume = positionOf(request.headers['last-event-id']);
    const subscription = subscriptionOf(options.hub, key.scope, {
      ...fieldsOf(query),
      ...(resume !== null && { resume }),
    });
    requireReady(options.isOpen() && !options.hub.isLoading(subscription));
    const replay = await replayOf(options.hub, subscription);
    // After the end of a replay, a browser reconnects until it gets 204
    if (replay?.isOver(replay.start + 1) === true && resume !== null) {
      replay.end();
      return { status: 204 };
    }
    const release = takeSlot(options, key, replay);
    const { end, cut } = send(options, call, subscription, replay, () => {
      stopWaiting();
      release();
      open.delete(end);
    });
    const stopWaiting = key.onEnd(cut);
    open.add(end);
    return null;
  };
  router.add(['GET'], eventsPath, handle, { isLong: true });
  return {
    close: () => {
      for (const end of [...open]) end();
    },
  };
}

async function replayOf(hub: EventStreamOptions['hub'], request: SubscriptionRequest): Promise<Replay | null> {
  const planned = await hub.replayOf(request);
  if ('replay' in planned) return planned.replay;
  throw new ApiError(planned.code, planned.message);
}

function takeSlot(options: EventStreamOptions, key: ListenerKey, replay: Replay | null): () => void {
  try {
    return requireSlot(options.limits, key);
  } catch (error) {
    replay?.end();
    throw error;
  }
}

function send(
  { hub, log }: EventStreamOptions,
  { response, headers }: Call,
  subscription: SubscriptionRequest,
  replay: Replay | null,
  ended: () => void,
): { readonly end: () => void; readonly cut: () => void } {
  // Without chunked encoding, shared blocks are sent unchanged; the end of the connection ends the stream
  response.useChunkedEncodingByDefault = false;
  response.shouldKeepAlive = false;
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  response.flushHeaders();

  const reader = hub.connect(
    {
      write: (bytes, written) => {
        if (!response.writableEnded) response.write(bytes, written);
      },
      close: () => end(),
    },
    'events',
  );
  const comment = (): void => {
    if (response.writableLength === 0 && !response.writableEnded) response.write(aliveComment);
  };
  const failed = (error: unknown): void => log.error({ error: String(error) }, 'event stream failed');
  const alive = setInterval(guarded(comment, failed), aliveMs);
  const endWithin = (milliseconds: number): void => {
    response.end();
    const late = setTimeout(() => response.destroy(), milliseconds);
    response.once('close', () => clearTimeout(late));
  };
  const end = (): void => endWithin(endMs);
  response.once('close', () => {
    clearInterval(alive);
    reader.leave();
    ended();
  });
  if (response.destroyed) {
    // The client has disconnected since
    replay?.end();
    response.emit('close');
  } else reader.subscribe(subscription, replay);
  return { end, cut: () => endWithin(cutMs) };
}
