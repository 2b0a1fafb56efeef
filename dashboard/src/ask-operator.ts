/** Asks what the operator alone may ask; throws what the service says of a failure. */
export async function askOperator(path: string, key: string, init: RequestInit = {}): Promise<unknown> {
  const sent = init.body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(path, { ...init, headers: { 'x-api-key': key, ...sent } });
  const body: unknown = await response.json();
  if (response.ok) return body;
  const message = typeof body === 'object' && body !== null && 'error' in body ? body.error : response.status;
  throw new Error(String(message));
}

/** The same with something to be done. */
export const tellOperator = (path: string, key: string, body: object = {}): Promise<unknown> =>
  askOperator(path, key, { method: 'POST', body: JSON.stringify(body) });
