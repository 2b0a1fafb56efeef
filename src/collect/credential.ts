import type { Credential, WireRequest } from '../contract/connector.ts';

/** A credential with the secret the operator gave for it. */
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
  const before = addressed.headers ?? {};
  if (carry.in === 'header')
    return { ...addressed, headers: { ...before, [carry.name]: `${carry.prefix ?? ''}${secret.value}` } };
  const cookie = `${carry.name}=${secret.value}`;
  return { ...addressed, headers: { ...before, cookie: before['cookie'] ? `${before['cookie']}; ${cookie}` : cookie } };
}

const formEncoded = (text: string): string => new URLSearchParams({ x: text }).toString().slice(2);

/** Every spelling in which a secret may come back to us. */
const spellings = (secret: string): string[] => [
  secret,
  part(secret),
  encodeURIComponent(secret),
  encodeURI(secret),
  formEncoded(secret),
  encodeURIComponent(encodeURIComponent(secret)),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('base64url'),
  secret.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;'),
];

/** Takes the secrets out of a text, however they are encoded in it. */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  // A credential of several words, such as "id:secret", is secret in each of its longer words too
  const words = secrets.flatMap((secret) => [
    secret,
    ...secret.split(/[\s:;,=&]+/).filter(({ length }) => length >= 8),
  ]);
  const all = [...new Set(words.filter((word) => word !== '').flatMap(spellings))].sort((a, b) => b.length - a.length);
  if (all.length === 0) return (text) => text;
  const pattern = new RegExp(all.map((word) => word.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')).join('|'), 'gi');
  return (text) => text.replace(pattern, '[secret]');
}
