import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { Hub } from '../../stream/hub.ts';
import { takesGzip } from '../cache/coding.ts';
import { ApiError, invalid, quoted, requireReady } from '../errors.ts';
import type { Keys } from '../keys.ts';
import { type Query, readQuery, requireReadable } from '../query.ts';
import type { Handler, Router } from '../server/router.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { requireListener, requireSlot } from './stream-access.ts';
import { fieldsOf, listeningFields, positionOf, subscriptionOf } from './subscription-query.ts';

export type ChangesOptions = {
  readonly hub: Hub;
  readonly keys: Pick<Keys, 'check' | 'onEnd'>;
  readonly limits: ConnectionLimits;
  readonly connectionsPerKey: number;
  readonly isOpen: () => boolean;
};

const changesPath = '/tape/changes';

const own = ['after', 'limit'];

/** Adds the route for past messages after a position, as NDJSON that ends. */
export function addChanges(router: Router, options: ChangesOptions): void {
  const { hub } = options;
  const handle: Handler = async ({ request, response }) => {
    const key = requireListener(options, request);
    const query = readQuery(request.url ?? '');
    requireReadable(query);
    const found = listeningFields.find((name) => query.values.has(name));
    if (found !== undefined) throw invalid(`${found} applies only to the live stream; leave it out`);
    const subscription = subscriptionOf(hub, key.scope, fieldsOf(query, own));
    if (subscription.liveQueries.length > 0)
      throw invalid('the channels best, deals and found send current states and are not kept; leave them out');
    const limit = limitOf(query);
    requireReady(options.isOpen());
    await toCome(hub, query);
    const after = afterOf(hub, query);
    const release = requireSlot(options.limits, key);

    const lines = Readable.from(inTurns(hub.changesAfter(subscription, after, limit)), { objectMode: false });
    const stopWaiting = key.onEnd(() => response.destroy());
    response.once('close', () => {
      stopWaiting();
      release();
      lines.destroy();
    });
    const headers = {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'accept-encoding',
    };
    if (!takesGzip(request.headers['accept-encoding'])) return { headers, body: lines };
    const packed = createGzip({ level: 3 });
    lines.once('error', (error) => packed.destroy(error));
    return { headers: { ...headers, 'content-encoding': 'gzip' }, body: lines.pipe(packed) };
  };
  router.add(['GET'], changesPath, handle, { isLong: true });
}

/** Yields to the event loop between pieces, each of which takes a few milliseconds to produce. */
async function* inTurns(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    if (piece.length > 0) yield piece;
    await turn();
  }
}

function oneOf(query: Query, name: string): string | null {
  const texts = (query.values.get(name) ?? []).map((text) => text.trim()).filter((text) => text !== '');
  if (texts.length > 1) throw invalid(`${name} is given ${texts.length} times; give it once`);
  return texts[0] ?? null;
}

function limitOf(query: Query): number {
  const text = oneOf(query, 'limit');
  if (text === null) return Number.POSITIVE_INFINITY;
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw invalid(`limit is ${quoted(text)}; give a whole number above zero`);
}

/** Waits for a position that another node has already published and this one has not. */
async function toCome(hub: Hub, query: Query): Promise<void> {
  const position = positionOf(oneOf(query, 'after') ?? undefined);
  if (position === null || !hub.isAhead(position)) return;
  await new Promise<void>((resolve) => hub.whenReceived(position.sequence, resolve));
}

const newestOf = ({ log }: Hub): string => `${log.epochAt(log.head)}:${log.head}`;

/** The sequence after which to begin: that of the query, by default before the oldest kept. */
function afterOf(hub: Hub, query: Query): number {
  const text = oneOf(query, 'after');
  if (text === null) return hub.first - 1;
  const position = positionOf(text);
  if (position === null)
    throw invalid(`after is ${quoted(text)}; give the epoch and the sequence of a message, as in ${newestOf(hub)}`);
  const isOfEpoch = hub.log.isOf(position.epoch, position.sequence);
  if (isOfEpoch && position.sequence > hub.log.head)
    throw invalid(`after is ${quoted(text)}, which is in the future; the newest is ${newestOf(hub)}`);
  if (isOfEpoch && hub.hasReached(position.sequence)) return position.sequence;
  const stored = `${hub.log.epochAt(hub.first - 1)}:${hub.first - 1}`;
  throw new ApiError(
    'NO_LONGER_KEPT',
    `the messages after ${quoted(text)} are no longer kept; the earliest position is ${stored}`,
  );
}
