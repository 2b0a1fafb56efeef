import { TapeError } from '@itemtape/client';

/**
 * Sends a request that only the operator may make.
 *
 * @throws {TapeError} The refusal of the service, or the reason why it could not be reached.
 */
export async function askOperator(path: string, init: RequestInit = {}): Promise<unknown> {
  const sent = init.body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(path, { ...init, headers: sent }).catch((cause: unknown) => {
    throw new TapeError(String(cause), { cause });
  });
  const body: unknown = await response.json();
  if (response.ok) return body;
  const message = typeof body === 'object' && body !== null && 'error' in body ? body.error : response.status;
  throw new TapeError(String(message), { status: response.status });
}

/** The same with a body. */
export const sendToOperator = (path: string, body: object = {}): Promise<unknown> =>
  askOperator(path, { method: 'POST', body: JSON.stringify(body) });
