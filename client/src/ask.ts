import { TapeError } from './errors.ts';
import { delayBefore, isPassing, wait } from './wait.ts';

export type AskSettings = {
  /** Where the service is, such as http://127.0.0.1:7400. */
  readonly url: string;
  readonly key: string;
  readonly fetch?: typeof fetch;
  /** Further attempts after a refusal that may pass or a lost connection, 4 unless said. */
  readonly retries?: number;
  /** Answers kept for the service to say that they still hold, 500 unless said. */
  readonly keep?: number;
};

export type Parameter = string | number | boolean | readonly (string | number)[] | null | undefined;

export type Ask = <Answer>(
  path: string,
  parameters: Readonly<Record<string, Parameter>>,
  signal: AbortSignal | undefined,
) => Promise<Answer>;

/** The address with every parameter that has a value; a list is the same parameter several times. */
export function addressOf(url: string, path: string, parameters: Readonly<Record<string, Parameter>>): string {
  const address = new URL(path, url.endsWith('/') ? url : `${url}/`);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null || value === undefined) continue;
    for (const one of [value].flat()) address.searchParams.append(name, String(one));
  }
  return address.href;
}

/** What a refusal says. */
export async function refusalOf(response: Response): Promise<TapeError> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => null);
  if (typeof body === 'object' && body !== null && 'error' in body && 'code' in body) {
    return new TapeError(String(body.error), { status, code: String(body.code) });
  }
  return new TapeError(`the service answered ${status}`, { status });
}

/** Asks for JSON: again where that may help, and with the ETag of the last answer, so that an unchanged one is not sent anew. */
export function createAsk({ url, key, retries = 4, keep = 500, ...rest }: AskSettings): Ask {
  const request = rest.fetch ?? fetch;
  const kept = new Map<string, { readonly etag: string; readonly answer: unknown }>();

  function remember(address: string, etag: string | null, answer: unknown): void {
    kept.delete(address);
    if (etag !== null && keep > 0) kept.set(address, { etag, answer });
    const [oldest] = kept.keys();
    if (kept.size > keep && oldest !== undefined) kept.delete(oldest);
  }

  async function once(address: string, signal: AbortSignal | undefined): Promise<Response> {
    const known = kept.get(address);
    const headers = { 'x-api-key': key, ...(known && { 'if-none-match': known.etag }) };
    // The browser's own cache would hide what the service says of its answers
    return await request(address, { headers, cache: 'no-store', ...(signal && { signal }) });
  }

  async function read(address: string, response: Response): Promise<unknown> {
    const known = kept.get(address);
    if (response.status === 304 && known !== undefined) return known.answer;
    const answer: unknown = await response.json();
    remember(address, response.headers.get('etag'), answer);
    return answer;
  }

  return async <Answer>(
    path: string,
    parameters: Readonly<Record<string, Parameter>>,
    signal: AbortSignal | undefined,
  ): Promise<Answer> => {
    const address = addressOf(url, path, parameters);
    for (let attempt = 0; ; attempt += 1) {
      let retryAfter: string | null = null;
      let failure: TapeError;
      try {
        const response = await once(address, signal);
        if (response.ok || response.status === 304) return (await read(address, response)) as Answer;
        retryAfter = response.headers.get('retry-after');
        failure = await refusalOf(response);
      } catch (cause) {
        signal?.throwIfAborted();
        failure = new TapeError(`${new URL(address).origin} gave no readable answer`, { cause });
      }
      if (attempt >= retries || (failure.status !== null && !isPassing(failure.status))) throw failure;
      await wait(delayBefore(attempt, retryAfter), signal);
    }
  };
}
