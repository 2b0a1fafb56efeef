import type { TryIt } from './pages.ts';

type SentRequest = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body: string | null };

/** What is sent for the values of a form; empty ones are left out. */
export function requestOf(tryIt: TryIt, values: Readonly<Record<string, string>>, body: string): SentRequest {
  const given = Object.entries(values).filter(([, value]) => value.trim() !== '');
  const query = new URLSearchParams(given).toString();
  return {
    method: tryIt.method,
    path: query === '' ? tryIt.path : `${tryIt.path}?${query}`,
    body: tryIt.body === null ? null : body,
  };
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The same as a command, with the key in the environment. */
export const curlOf = ({ path, body }: SentRequest, origin: string): string =>
  [
    'curl -H "X-API-Key: $ITEMTAPE_KEY"',
    ...(body === null ? [] : ["-H 'content-type: application/json'", `-d ${quoted(body)}`]),
    quoted(`${origin}${path}`),
  ].join(' ');

export type TryAnswer = {
  readonly status: number;
  readonly milliseconds: number;
  readonly bytes: number;
  /** JSON with line breaks, anything else as it came. */
  readonly text: string;
};

/** Sends it with the session of the browser; throws if there is no answer. */
export async function send({ method, path, body }: SentRequest): Promise<TryAnswer> {
  const from = performance.now();
  const headers: HeadersInit = body === null ? {} : { 'content-type': 'application/json' };
  const response = await fetch(path, { method, headers, ...(body !== null && { body }) });
  const bytes = await response.arrayBuffer();
  const milliseconds = Math.round(performance.now() - from);
  const text = new TextDecoder().decode(bytes);
  return { status: response.status, milliseconds, bytes: bytes.byteLength, text: spaced(text) };
}

function spaced(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
