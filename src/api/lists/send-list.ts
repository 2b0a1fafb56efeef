import type { IncomingMessage } from 'node:http';
import { Readable, type Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Position } from '../../schema/index.ts';
import { isKnownTag } from '../cache/answer.ts';
import { type Coding, toCoding } from '../cache/coding.ts';
import { ApiError } from '../errors.ts';
import type { Call, Content } from '../server/router.ts';
import type { List, StreamHead } from './list.ts';

/** Limits memory: each list holds copies of what has changed since it began. */
const maxAtOnce = 4;
/** A reader that accepts nothing for this long is disconnected. */
const timeoutMs = 60_000;
/** After this long, a list is cut off if another reader needs its slot; otherwise a few slow readers could keep all of them. */
const minMs = 120_000;

type Sending = { readonly begunAt: number; readonly cut: () => void };

const packers: Readonly<Record<Exclude<Coding, 'identity'>, () => Transform>> = {
  gzip: () => createGzip({ level: 3 }),
  br: () =>
    createBrotliCompress({
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: 3,
      },
    }),
};

export type ListSender = (list: List, call: Call) => Promise<Content>;

/** Streams lists to readers, a few at a time. */
export function createListSender(stream: StreamHead | null): ListSender {
  const underWay = new Set<Sending>();
  return async (list, { request, response }) => {
    const position = stream?.position() ?? null;
    const about = { 'cache-control': 'private, no-cache', vary: 'accept-encoding', ...headersAt(position, list) };
    if (position !== null && knows(request, list.tag(position))) return { status: 304, headers: about };
    const headers = { 'content-type': list.type, ...about };
    if (request.method === 'HEAD') return { headers };
    if (underWay.size >= maxAtOnce) cutOldest(underWay);
    const sending = { begunAt: performance.now(), cut: () => response.destroy() };
    underWay.add(sending);
    const { bytes, close } = list.read(position);
    const rows = Readable.from(bytes, { objectMode: false });
    rows.once('close', () => {
      underWay.delete(sending);
      close();
    });
    response.once('close', () => rows.destroy());
    response.setTimeout(timeoutMs, () => response.destroy());
    await stream?.untilPublished();
    return packed(rows, toCoding(request.headers['accept-encoding']), headers);
  };
}

const headersAt = (position: Position | null, list: List): Readonly<Record<string, string>> =>
  position === null
    ? {}
    : {
        etag: list.tag(position),
        'x-tape-epoch': position.epoch,
        'x-tape-sequence': String(position.sequence),
      };

/** Frees the slot of the list that has been under way the longest; throws if that is not long yet. */
function cutOldest(underWay: Set<Sending>): void {
  const [oldest] = underWay;
  if (oldest === undefined || performance.now() - oldest.begunAt < minMs) throw tooMany();
  underWay.delete(oldest);
  oldest.cut();
}

function packed(rows: Readable, coding: Coding, headers: Readonly<Record<string, string>>): Content {
  if (coding === 'identity') return { headers, body: rows };
  const packer = packers[coding]();
  rows.once('error', (error) => packer.destroy(error));
  return { headers: { ...headers, 'content-encoding': coding }, body: rows.pipe(packer) };
}

const knows = ({ headers }: IncomingMessage, tag: string): boolean =>
  headers['if-none-match'] !== undefined && isKnownTag(headers['if-none-match'], tag);

const tooMany = (): ApiError =>
  new ApiError('TOO_MANY_CONNECTIONS', `${maxAtOnce} lists are being read already; try again in a few seconds`, {
    'retry-after': '10',
  });
