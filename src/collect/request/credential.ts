import type { Credential, WireRequest } from '../../contract/connector.ts';
import { redactKeyParts } from './redact-key-parts.ts';

/** A credential with the secret the operator gave for it, or with the token it was traded for. */
export type Secret = { readonly credential: Credential; readonly value: string };

const part = (text: string | number): string =>
  encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The address with the query in it, percent-encoded. */
export function addressOf({ url, query }: WireRequest): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${part(name)}=${part(one)}`),
  );
  if (pairs.length === 0) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}

/** The request as it goes out, with the secret where the marketplace wants it; a signature is made over the finished address. */
export function withSecret(request: WireRequest, secret: Secret | null, now: number): WireRequest {
  const { query: _, ...rest } = request;
  const addressed: WireRequest = { ...rest, url: addressOf(request) };
  if (secret === null) return addressed;
  const { carry } = secret.credential;
  if (carry.in === 'signature') {
    const { query, ...signed } = carry.sign(addressed, secret.value, now);
    return { ...signed, url: addressOf({ url: signed.url, ...(query && { query }) }) };
  }
  if (carry.in === 'query')
    return { ...addressed, url: addressOf({ url: addressed.url, query: { [carry.name]: secret.value } }) };
  if (carry.in === 'body')
    return { ...addressed, body: { ...(isFields(addressed.body) && addressed.body), [carry.name]: secret.value } };
  const before = addressed.headers ?? {};
  if (carry.in === 'header' || carry.in === 'token')
    return { ...addressed, headers: { ...before, [carry.name]: `${carry.prefix ?? ''}${secret.value}` } };
  const cookie = `${carry.name}=${secret.value}`;
  return { ...addressed, headers: { ...before, cookie: before['cookie'] ? `${before['cookie']}; ${cookie}` : cookie } };
}

const isFields = (body: unknown): body is object => typeof body === 'object' && body !== null;

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A pattern for one character however often it was encoded: in an address, a form, JSON or HTML. */
function spellings(sign: string): string {
  const percent = [...Buffer.from(sign)].map((byte) => `%(?:25)*${hex(byte, 2)}`).join('');
  const units = Array.from({ length: sign.length }, (_, at) => `\\\\u${hex(sign.charCodeAt(at), 4)}`).join('');
  const others = [entities[sign], sign === '\n' ? '\\\\n' : undefined, sign === '\t' ? '\\\\t' : undefined];
  if (sign === ' ') others.push('\\+', '%(?:25)*2b');
  const written = others.filter((one) => one !== undefined);
  // The longest first, so that nothing of an encoded sign is left behind
  return `(?:${[percent, units, ...written, `\\\\*${literal(sign)}`].join('|')})`;
}

/** Patterns for a word as it stands and in base64, or for so many signs at the beginning of each. */
function patternsOf(word: string, signs?: number): string[] {
  const bytes = Buffer.from(word);
  const inBase64 = [bytes.toString('base64'), bytes.toString('base64url')];
  return [
    [...word].slice(0, signs).map(spellings).join(''),
    ...inBase64.map((text) => [...text].slice(0, signs).map(literal).join('')),
  ];
}

const shortestWord = 8;

// Those before may still stand in texts that are under way
const tokensKept = 3;

export type Redaction = {
  readonly redact: (text: string) => string;
  /** Takes this out too from now on, besides the last few. */
  readonly learn: (token: string) => void;
};

/** A redactor that learns the tokens for which secrets are traded. */
export function createRedaction(secrets: readonly string[]): Redaction {
  const always = createRedactor(secrets);
  const learnt: ((text: string) => string)[] = [];
  return {
    redact: (text) => learnt.reduce((rest, redact) => redact(rest), always(text)),
    learn: (token) => {
      learnt.push(createRedactor([token]));
      if (learnt.length > tokensKept) learnt.shift();
    },
  };
}

/** Takes the secrets out of a text, however they are encoded in it. */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  // A credential of several words, such as "id:secret", is secret in each of its longer words too
  const words = secrets.flatMap((secret) => [
    secret,
    ...secret.split(/[\s:;,=&]+/).filter(({ length }) => length >= shortestWord),
  ]);
  const known = [...new Set(words)].filter((word) => word !== '').sort((a, b) => b.length - a.length);
  if (known.length === 0) return (text) => text;
  const anyOf = (signs?: number) => new RegExp(known.flatMap((word) => patternsOf(word, signs)).join('|'), 'gi');
  const beginning = anyOf(shortestWord);
  // Of a long key it takes long to make, and nearly no text needs it
  let whole: RegExp | null = null;
  const withoutWords = (text: string): string => {
    if (text.search(beginning) === -1) return text;
    whole ??= anyOf();
    return text.replace(whole, '[secret]');
  };
  const withoutKeyParts = redactKeyParts(secrets);
  return (text) => withoutKeyParts(withoutWords(text));
}
