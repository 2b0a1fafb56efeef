import type { Credential, WireRequest } from '../../contract/connector.ts';
import { redactKeyParts } from './redact-key-parts.ts';

/** A credential with the operator's secret for it, or with the token the secret was exchanged for. */
export type Secret = { readonly credential: Credential; readonly value: string };

const part = (text: string | number): string =>
  encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The URL with the query appended, percent-encoded. */
export function addressOf({ url, query }: WireRequest): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${part(name)}=${part(one)}`),
  );
  if (pairs.length === 0) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}

/** The request as sent, with the secret where the marketplace expects it. A signature covers the complete URL. */
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

/** What headers cannot carry: control characters, and anything beyond Latin-1. */
const unsendable = /[^\t\x20-\x7e\x80-\xff]/u;

/** Why headers that contain a secret cannot be sent, by the first character that they cannot carry; null when they can. */
export function headerFaultOf(headers: WireRequest['headers'], secret: string): string | null {
  if (!Object.values(headers ?? {}).some((value) => unsendable.test(value))) return null;
  const characters = [...secret];
  const at = characters.findIndex((character) => unsendable.test(character));
  const found = characters[at];
  if (found === undefined) return null;
  const shown = /\p{C}/u.test(found) ? `U+${hex(found.codePointAt(0) ?? 0, 4).toUpperCase()}` : `"${found}"`;
  return `character ${at + 1} of the credential, ${shown}, cannot be sent`;
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

/** A pattern that matches one character in any encoding, however often applied: URL, form, JSON or HTML. */
function spellings(sign: string): string {
  const percent = [...Buffer.from(sign)].map((byte) => `%(?:25)*${hex(byte, 2)}`).join('');
  const units = Array.from({ length: sign.length }, (_, at) => `\\\\u${hex(sign.charCodeAt(at), 4)}`).join('');
  const others = [entities[sign], sign === '\n' ? '\\\\n' : undefined, sign === '\t' ? '\\\\t' : undefined];
  if (sign === ' ') others.push('\\+', '%(?:25)*2b');
  const written = others.filter((one) => one !== undefined);
  // Longest first, so that no part of an encoded character remains
  return `(?:${[percent, units, ...written, `\\\\*${literal(sign)}`].join('|')})`;
}

/** Patterns for a word as it is and in base64, or for only the first `signs` characters of each. */
function patternsOf(word: string, signs?: number): string[] {
  const bytes = Buffer.from(word);
  const inBase64 = [bytes.toString('base64'), bytes.toString('base64url')];
  return [
    [...word].slice(0, signs).map(spellings).join(''),
    ...inBase64.map((text) => [...text].slice(0, signs).map(literal).join('')),
  ];
}

const shortestWord = 8;

// Texts that are still being processed can contain earlier tokens
const maxTokens = 3;

export type Redaction = {
  readonly redact: (text: string) => string;
  /** Redacts this token too from now on, and the last few before it. */
  readonly learn: (token: string) => void;
};

/** A redactor that also learns the tokens that secrets are exchanged for. */
export function createRedaction(secrets: readonly string[]): Redaction {
  const always = createRedactor(secrets);
  const learnt: ((text: string) => string)[] = [];
  return {
    redact: (text) => learnt.reduce((rest, redact) => redact(rest), always(text)),
    learn: (token) => {
      learnt.push(createRedactor([token]));
      if (learnt.length > maxTokens) learnt.shift();
    },
  };
}

/** Returns a function that removes the secrets from a text, however they are encoded in it. */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  // In a credential of several words, such as "id:secret", each longer word is secret too
  const words = secrets.flatMap((secret) => [
    secret,
    ...secret.split(/[\s:;,=&]+/).filter(({ length }) => length >= shortestWord),
  ]);
  const known = [...new Set(words)].filter((word) => word !== '').sort((a, b) => b.length - a.length);
  if (known.length === 0) return (text) => text;
  const anyOf = (signs?: number) => new RegExp(known.flatMap((word) => patternsOf(word, signs)).join('|'), 'gi');
  const beginning = anyOf(shortestWord);
  // Built on demand: for a long key that is slow, and hardly any text needs it
  let whole: RegExp | null = null;
  const withoutWords = (text: string): string => {
    if (text.search(beginning) === -1) return text;
    whole ??= anyOf();
    return text.replace(whole, '[secret]');
  };
  const withoutKeyParts = redactKeyParts(secrets);
  return (text) => withoutKeyParts(withoutWords(text));
}
