import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Coding, toCoding } from './coding.ts';

/** What is sent: bytes, or a text of ASCII alone, which takes no buffer on its way. */
type Body = Buffer | string;

/** A body in one packing. */
type Coded = {
  readonly body: Body;
  readonly tag: string;
  /** Headers that say what it is, names and values in turn. */
  readonly about: readonly string[];
};

/** The same with everything that is sent around it. */
type Packed = {
  readonly body: Body;
  readonly tag: string;
  /** Names and values in turn, as `writeHead` takes them. */
  readonly head: readonly string[];
  readonly unchangedHead: readonly string[];
};

/** An encoded answer that can be sent again and again. */
export type Answer = {
  /** Packs on first demand, once, off the event loop. */
  readonly pack: (coding: Coding) => Packed | Promise<Packed>;
  /** The same body with other headers. */
  readonly under: (headers: AnswerHeaders) => Answer;
  /** Size of the unpacked body. */
  readonly bytes: number;
};

/** Headers that go with every successful answer, names and values in turn. */
export type AnswerHeaders = readonly string[];

// Below this a packed body saves less than its header costs
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

/** What tells one text from another. */
export const digestOf = (text: Body): string => hash('sha256', text, 'base64url').slice(0, 27);

/** A JSON text, with what is known of it already. */
export type AnswerText = {
  readonly json: string;
  /** Whether all of its letters are. */
  readonly isAscii?: boolean;
  /** What tells it from others. */
  readonly digest?: string;
};

/** Prepares a JSON text for sending; its tag changes only with its bytes. */
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
  // Of most there is one
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

/** Sends an answer the way the request asks for it, below headers that are of this request alone, and says which status went out. */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  first: AnswerHeaders = [],
): 200 | 304 | Promise<200 | 304> {
  const packed = answer.pack(toCoding(request.headers['accept-encoding']));
  if ('body' in packed) return send(request, response, packed, first);
  return packed.then((made) => send(request, response, made, first));
}

function send(request: IncomingMessage, response: ServerResponse, packed: Packed, first: AnswerHeaders): 200 | 304 {
  const below = (head: readonly string[]) => (first.length === 0 ? head : [...first, ...head]) as string[];
  const known = request.headers['if-none-match'];
  if (known !== undefined && isKnownTag(known, packed.tag)) {
    response.writeHead(304, below(packed.unchangedHead));
    response.end();
    return 304;
  }
  response.writeHead(200, below(packed.head));
  if (request.method === 'HEAD') response.end();
  else if (typeof packed.body === 'string') response.end(packed.body, 'latin1');
  else response.end(packed.body);
  return 200;
}

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/** The weak comparison that RFC 9110 asks for in If-None-Match. */
export const isKnownTag = (header: string, tag: string): boolean =>
  header.trim() === '*' || header.split(',').some((given) => opaque(given) === opaque(tag));
