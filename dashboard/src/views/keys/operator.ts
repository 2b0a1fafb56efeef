/** A key as the operator is shown it; instants are Unix seconds. */
export type KeyRow = {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: number;
  readonly revokedAt: number | null;
  readonly websocketAccess: boolean;
  readonly admin: boolean;
};

type NewKey = { readonly name: string; readonly websocketAccess: boolean; readonly admin: boolean };

async function ask(path: string, key: string, init: RequestInit = {}): Promise<unknown> {
  const sent = init.body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(path, { ...init, headers: { 'x-api-key': key, ...sent } });
  const body: unknown = await response.json();
  if (response.ok) return body;
  const message = typeof body === 'object' && body !== null && 'error' in body ? body.error : response.status;
  throw new Error(String(message));
}

export const listKeys = async (key: string, signal: AbortSignal): Promise<KeyRow[]> =>
  (await ask('/operator/keys', key, { signal })) as KeyRow[];

/** The text of the new key, which is told this once. */
export async function createKey(key: string, newKey: NewKey): Promise<string> {
  const made = (await ask('/operator/keys', key, { method: 'POST', body: JSON.stringify(newKey) })) as { key: string };
  return made.key;
}

export async function revokeKey(key: string, id: string): Promise<void> {
  await ask('/operator/keys/revoke', key, { method: 'POST', body: JSON.stringify({ id }) });
}
