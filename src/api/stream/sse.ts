import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { guarded } from '../../guarded.ts';
import type { Hub } from '../../stream/hub.ts';
import type { SubscriptionRequest } from '../../stream/subscription-request.ts';
import { ApiError, invalid } from '../errors.ts';
import type { Keys } from '../keys.ts';
import { type Query, readQuery, requireReadable } from '../query.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { requireListener, requireReady } from './stream-access.ts';

export type EventStreamOptions = {
  readonly hub: Pick<Hub, 'connect' | 'subscriptionRequestOf'>;
  readonly keys: Pick<Keys, 'check' | 'onEnd'>;
  readonly limits: ConnectionLimits;
  readonly connectionsPerKey: number;
  readonly isReady: () => boolean;
  readonly log: { readonly error: (fields: object, text: string) => void };
};

export const eventsPath = '/stream/offers';

// Proxies cut what is silent for a minute, some for half of one
const aliveMs = 15_000;
// Who does not take the rest of it in this time is cut off; after its key has ended, sooner
const endMs = 2_000;
const cutMs = 400;
const aliveComment = Buffer.from(':\n\n');

const lists = ['subscribeTo', 'games', 'events', 'channels', 'phases', 'paintSeeds'];
const flags = ['newFloorOnly', 'snapshot', 'sequence', 'conflate'];
const numbers = ['minPriceUSD', 'maxPriceUSD', 'minFloat', 'maxFloat', 'heartbeatSeconds'];

/** Adds the stream as server-sent events, for readers behind proxies and for curl. */
export function addEventStream(app: FastifyInstance, options: EventStreamOptions): { readonly close: () => void } {
  const open = new Set<() => void>();
  app.get(eventsPath, async (request, reply) => {
    const key = requireListener(options.keys, request.raw);
    const query = readQuery(request.raw.url ?? '');
    requireReadable(query);
    const subscription = subscriptionOf(options.hub, request, query);
    requireReady(options.isReady());
    const release = options.limits.take(key.id);
    if (release === null) {
      const found = `this key has ${options.connectionsPerKey} connections already; close one first`;
      throw new ApiError('TOO_MANY_CONNECTIONS', found, { 'retry-after': '10' });
    }
    const { end, cut } = send(options, reply, subscription, () => {
      stopWaiting();
      release();
      open.delete(end);
    });
    const stopWaiting = key.onEnd(cut);
    open.add(end);
  });
  return {
    close: () => {
      for (const end of [...open]) end();
    },
  };
}

function subscriptionOf(hub: EventStreamOptions['hub'], request: FastifyRequest, query: Query): SubscriptionRequest {
  const read = hub.subscriptionRequestOf(fieldsOf(request, query));
  if ('refusal' in read) throw invalid(read.refusal);
  return read.request;
}

/** The query as the fields of a subscription message. */
function fieldsOf(request: FastifyRequest, query: Query): Record<string, unknown> {
  const fields: Record<string, unknown> = { subscribeTo: 'all', games: 'all' };
  for (const [name, texts] of query.values) {
    if (name === 'apiKey') continue;
    const given = texts.map((text) => text.trim()).filter((text) => text !== '');
    if (given.length > 0) fields[name] = fieldOf(name, given);
  }
  const resume = resumeOf(request.headers['last-event-id']);
  return resume === null ? fields : { ...fields, resume };
}

function fieldOf(name: string, texts: readonly string[]): unknown {
  const [first = ''] = texts;
  if (lists.includes(name)) {
    const parts = texts.flatMap((text) => text.split(',')).map((text) => text.trim());
    return name === 'paintSeeds' ? parts.map(Number) : parts;
  }
  if (flags.includes(name))
    return first === 'true' || first === '1' ? true : first === 'false' || first === '0' ? false : first;
  if (numbers.includes(name)) return /^\d+(\.\d+)?$/.test(first) ? Number(first) : first;
  return texts;
}

function resumeOf(lastEventId: string | string[] | undefined): { epoch: string; sequence: number } | null {
  const parts = typeof lastEventId === 'string' ? /^([\w-]+):(\d{1,15})$/.exec(lastEventId) : null;
  return parts === null ? null : { epoch: parts[1] ?? '', sequence: Number(parts[2]) };
}

function send(
  { hub, log }: EventStreamOptions,
  reply: FastifyReply,
  subscription: SubscriptionRequest,
  ended: () => void,
): { readonly end: () => void; readonly cut: () => void } {
  const headers = reply.getHeaders();
  reply.hijack();
  const response = reply.raw;
  // Without chunks a shared block goes out as it is; the end of the stream is the end of the connection
  response.useChunkedEncodingByDefault = false;
  response.shouldKeepAlive = false;
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) response.setHeader(name, value);
  response.writeHead(200, {
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
  const failed = (error: unknown): void =>
    log.error({ error: String(error) }, 'a stream of events could not be kept up');
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
  reader.subscribe(subscription);
  return { end, cut: () => endWithin(cutMs) };
}
