import { hash } from 'node:crypto';
import { type IncomingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { keepAliveMs } from '../../front/limits.ts';
import { type Coding, toCoding } from './coding.ts';

/** Bytes, or a text of ASCII characters only, which is sent without a buffer. */
type Body = Buffer | string;

/** A body in one content coding. */
type Coded = {
  readonly body: Body;
  readonly tag: string;
  /** Content headers, names and values alternating. */
  readonly about: readonly string[];
};

/** A coded body with all its headers. */
type Packed = {
  readonly body: Body;
  readonly tag: string;
  /** Names and values alternating, as `writeHead` accepts them. */
  readonly head: readonly string[];
  readonly unchangedHead: readonly string[];
};

/** An encoded answer that can be sent again and again. */
export type Answer = {
  /** Compresses on first use, once, off the event loop. */
  readonly pack: (coding: Coding) => Packed | Promise<Packed>;
  /** The same body with other headers. */
  readonly under: (headers: AnswerHeaders) => Answer;
  /** Size of the uncompressed body. */
  readonly bytes: number;
};

/** Headers of a successful answer, names and values alternating. */
export type AnswerHeaders = readonly string[];

// Below this size, compression saves less than its header costs
const worthPacking = 256;

const compress: Readonly<Record<Exclude<Coding, 'identity'>, (body: Body) => Promise<Buffer>>> = {
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

/** The digest of a text, for its ETag. */
export const digestOf = (text: Body): string => hash('sha256', text, 'base64url').slice(0, 27);

/** A JSON text, with facts that are already known. */
export type AnswerText = {
  readonly json: string;
  /** Whether all characters are ASCII. */
  readonly isAscii?: boolean;
  /** Its `digestOf`. */
  readonly digest?: string;
};

/** Prepares a JSON text for sending; its ETag changes only with its bytes. */
export function createAnswer({ json, isAscii = false, digest }: AnswerText, headers: AnswerHeaders): Answer {
  const body = isAscii ? json : Buffer.from(json);
  return answerOf(body.length, createCodings(body, digest ?? digestOf(body)), headers);
}

type Codings = (coding: Coding) => Coded | Promise<Coded>;

function createCodings(body: Body, digest: string): Codings {
  const plain = toCoded(body, `"${digest}"`, 'identity');
  const coded: Partial<Record<Coding, Coded | Promise<Coded>>> = {};
  return (coding) => {
    if (coding === 'identity' || body.length < worthPacking) return plain;
    const known = coded[coding];
    if (known !== undefined) return known;
    const making = compress[coding](body).then(
      (smaller) => {
        const made = toCoded(smaller, `"${digest}-${coding}"`, coding);
        coded[coding] = made;
        return made;
      },
      () => plain,
    );
    coded[coding] = making;
    return making;
  };
}

function toCoded(body: Body, tag: string, coding: Coding): Coded {
  const about = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(body.length)];
  if (coding !== 'identity') about.push('Content-Encoding', coding);
  return { body, tag, about };
}

function answerOf(bytes: number, codings: Codings, headers: AnswerHeaders): Answer {
  // Most answers have only one
  const packed: { readonly of: Coded; readonly made: Packed }[] = [];
  const withHead = (coded: Coded): Packed => {
    const { body, tag, about } = coded;
    const known = packed.find(({ of }) => of === coded);
    if (known !== undefined) return known.made;
    const unchangedHead = ['ETag', tag, 'Vary', 'Accept-Encoding', ...headers];
    const made = { body, tag, head: [...about, ...unchangedHead], unchangedHead };
    packed.push({ of: coded, made });
    return made;
  };
  return {
    pack(coding) {
      const coded = codings(coding);
      return 'body' in coded ? withHead(coded) : coded.then(withHead);
    },
    under: (others) => answerOf(bytes, codings, others),
    bytes,
  };
}

/** What an answer depends on besides its target. */
export type AnswerRequest = {
  readonly method?: string | undefined;
  readonly headers: Pick<IncomingHttpHeaders, 'accept-encoding' | 'if-none-match'>;
};

/** The status, head and body of a response. */
export type Reply = { readonly status: 200 | 304; readonly head: AnswerHeaders; readonly body: Body };

/** An answer in the coding that the request accepts, after headers of this request only. */
export function replyTo(request: AnswerRequest, answer: Answer, first: AnswerHeaders = []): Reply | Promise<Reply> {
  const packed = answer.pack(toCoding(request.headers['accept-encoding']));
  return 'body' in packed ? reply(request, packed, first) : packed.then((made) => reply(request, made, first));
}

function reply({ method, headers }: AnswerRequest, packed: Packed, first: AnswerHeaders): Reply {
  const below = (head: AnswerHeaders) => (first.length === 0 ? head : [...first, ...head]);
  const known = headers['if-none-match'];
  if (known !== undefined && isKnownTag(known, packed.tag))
    return { status: 304, head: below(packed.unchangedHead), body: '' };
  return { status: 200, head: below(packed.head), body: method === 'HEAD' ? '' : packed.body };
}

/** Sends a reply; returns its status. */
export function send(response: ServerResponse, { status, head, body }: Reply): 200 | 304 {
  response.writeHead(status, head as string[]);
  if (typeof body === 'string') response.end(body, 'latin1');
  else response.end(body);
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
