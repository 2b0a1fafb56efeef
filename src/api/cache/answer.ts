import { hash } from 'node:crypto';
import { type IncomingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { keepAliveMs } from '../../front/limits.ts';
import { type Coding, toCoding } from './coding.ts';

/** A body in one content coding, with all its headers. */
type PackedAnswer = {
  readonly body: Buffer;
  readonly tag: string;
  /** Names and values alternating, as `writeHead` accepts them. */
  readonly head: readonly string[];
  readonly unchangedHead: readonly string[];
};

/** An encoded answer that can be sent again and again. */
export type Answer = {
  /** Compresses on first use, once, off the event loop. */
  readonly pack: (coding: Coding) => PackedAnswer | Promise<PackedAnswer>;
  /** Size of the uncompressed body. */
  readonly bytes: number;
};

/** Headers of a successful answer, names and values alternating. */
export type AnswerHeaders = readonly string[];

const nothing = Buffer.alloc(0);

// Below this size, compression saves less than its header costs
const worthPacking = 256;

const compress: Readonly<Record<Exclude<Coding, 'identity'>, (body: Buffer) => Promise<Buffer>>> = {
  gzip: (body) => promisify(gzip)(body, { level: 6 }),
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
};

/** Prepares a JSON text for sending; its ETag changes only with its bytes. */
export function createAnswer(json: string, headers: AnswerHeaders): Answer {
  const text = Buffer.from(json);
  const digest = hash('sha256', text, 'base64url').slice(0, 27);
  const packedAs = (coding: Coding, body: Buffer): PackedAnswer => {
    const tag = coding === 'identity' ? `"${digest}"` : `"${digest}-${coding}"`;
    const about = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(body.length)];
    if (coding !== 'identity') about.push('Content-Encoding', coding);
    const unchangedHead = ['ETag', tag, 'Vary', 'Accept-Encoding', ...headers];
    return { body, tag, head: [...about, ...unchangedHead], unchangedHead };
  };
  const plain = packedAs('identity', text);
  const packed: Partial<Record<Coding, PackedAnswer | Promise<PackedAnswer>>> = {};
  return {
    pack(coding) {
      if (coding === 'identity' || text.length < worthPacking) return plain;
      packed[coding] ??= compress[coding](text).then(
        (smaller) => {
          packed[coding] = packedAs(coding, smaller);
          return packed[coding];
        },
        () => plain,
      );
      return packed[coding];
    },
    bytes: text.length,
  };
}

/** What an answer depends on besides its target. */
export type AnswerRequest = {
  readonly method?: string | undefined;
  readonly headers: Pick<IncomingHttpHeaders, 'accept-encoding' | 'if-none-match'>;
};

/** The status, head and body of a response. */
export type Reply = { readonly status: 200 | 304; readonly head: AnswerHeaders; readonly body: Buffer };

/** An answer in the coding that the request accepts, after headers of this request only. */
export function replyTo(request: AnswerRequest, answer: Answer, first: AnswerHeaders = []): Reply | Promise<Reply> {
  const packed = answer.pack(toCoding(request.headers['accept-encoding']));
  return 'body' in packed ? reply(request, packed, first) : packed.then((made) => reply(request, made, first));
}

function reply({ method, headers }: AnswerRequest, packed: PackedAnswer, first: AnswerHeaders): Reply {
  const below = (head: AnswerHeaders) => (first.length === 0 ? head : [...first, ...head]);
  const known = headers['if-none-match'];
  if (known !== undefined && isKnownTag(known, packed.tag))
    return { status: 304, head: below(packed.unchangedHead), body: nothing };
  return { status: 200, head: below(packed.head), body: method === 'HEAD' ? nothing : packed.body };
}

/** Sends a reply; returns its status. */
export function send(response: ServerResponse, { status, head, body }: Reply): 200 | 304 {
  response.writeHead(status, head as string[]);
  response.end(body);
  return status;
}

/** The head of a reply as Node would send it on a connection that stays open. */
export function headOf({ status, head }: Reply, now: number): string {
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let at = 0; at < head.length; at += 2) text += `${head[at]}: ${head[at + 1]}\r\n`;
  return `${text}Date: ${new Date(now).toUTCString()}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${keepAliveMs / 1000}\r\n\r\n`;
}

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/** The weak comparison that RFC 9110 requires for If-None-Match. */
export const isKnownTag = (header: string, tag: string): boolean =>
  header.trim() === '*' || header.split(',').some((given) => opaque(given) === opaque(tag));
