import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isKnownTag } from '../cache/answer.ts';
import { type Coding, toCoding } from '../cache/coding.ts';
import { ApiError } from '../errors.ts';
import type { List, StreamHead } from './list.ts';

/** Limits memory: each list holds copies of what has changed since it began. */
const mostAtOnce = 4;
/** A reader that accepts nothing for this long is disconnected. */
const patienceMs = 60_000;
/** After this long, a list is cut off if another reader needs its slot; otherwise a few slow readers could keep all of them. */
const leastMs = 120_000;

type Sending = { readonly begunAt: number; readonly cut: () => void };

const packers: Readonly<
  Record<Exclude<Coding, 'identity'>, () => NodeJS.ReadWriteStream & { destroy: (error?: Error) => unknown }>
> = {
  gzip: () => createGzip({ level: 3 }),
  br: () =>
    createBrotliCompress({
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: 3,
      },
    }),
};

export type ListSender = (list: List, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Streams lists to readers, a few at a time. */
export function createListSender(stream: StreamHead | null): ListSender {
  const underWay = new Set<Sending>();
  return async (list, request, reply) => {
    const position = stream?.position() ?? null;
    reply.type(list.type).header('cache-control', 'private, no-cache').header('vary', 'accept-encoding');
    if (position !== null) {
      reply.headers({
        etag: list.tag(position),
        'x-tape-epoch': position.epoch,
        'x-tape-sequence': String(position.sequence),
      });
      if (knows(request.raw, list.tag(position))) return reply.code(304).removeHeader('content-type').send();
    }
    if (request.method === 'HEAD') {
      reply.hijack();
      reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>).end();
      return reply;
    }
    if (underWay.size >= mostAtOnce) cutOldest(underWay);
    const sending = { begunAt: performance.now(), cut: () => reply.raw.destroy() };
    underWay.add(sending);
    const { bytes, close } = list.read(position);
    const rows = Readable.from(bytes, { objectMode: false });
    rows.once('close', () => {
      underWay.delete(sending);
      close();
    });
    reply.raw.once('close', () => rows.destroy());
    reply.raw.setTimeout(patienceMs, () => reply.raw.destroy());
    await stream?.untilPublished();
    return sendRows(rows, request, reply);
  };
}

/** Frees the slot of the list that has been under way the longest; throws if that is not long yet. */
function cutOldest(underWay: Set<Sending>): void {
  const [oldest] = underWay;
  if (oldest === undefined || performance.now() - oldest.begunAt < leastMs) throw tooMany();
  underWay.delete(oldest);
  oldest.cut();
}

function sendRows(rows: Readable, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const coding = toCoding(request.headers['accept-encoding']);
  if (coding === 'identity') return reply.send(rows);
  const packed = packers[coding]();
  rows.once('error', (error) => packed.destroy(error));
  reply.raw.once('close', () => packed.destroy());
  return reply.header('content-encoding', coding).send(rows.pipe(packed));
}

const knows = ({ headers }: IncomingMessage, tag: string): boolean =>
  headers['if-none-match'] !== undefined && isKnownTag(headers['if-none-match'], tag);

const tooMany = (): ApiError =>
  new ApiError('TOO_MANY_CONNECTIONS', `${mostAtOnce} lists are being read already; try again in a few seconds`, {
    'retry-after': '10',
  });
