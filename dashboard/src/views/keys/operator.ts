import { askOperator, tellOperator } from '../../ask-operator.ts';
import type { Game } from '../../games.ts';

/** What a key may, beside REST; null is no limit. */
export type KeyLimits = {
  readonly requestsPerMinute: number | null;
  readonly requestsPerDay: number | null;
  readonly connections: number | null;
  /** Addresses with everything below them. */
  readonly endpoints: readonly string[] | null;
  readonly games: readonly Game[] | null;
  readonly marketplaces: readonly string[] | null;
};

/** A key as the operator is shown it; instants are Unix seconds. */
export type KeyRow = KeyLimits & {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: number;
  readonly revokedAt: number | null;
  readonly expiresAt: number | null;
  readonly websocketAccess: boolean;
  readonly alerts: boolean;
  readonly admin: boolean;
  readonly lastUsedAt: number | null;
  readonly requests: number;
  readonly requestsToday: number;
};

/** Limits that are left out are none. */
export type NewKey = Partial<Omit<KeyRow, 'id' | 'prefix'>> & { readonly name: string };

export const listKeys = async (key: string, signal: AbortSignal): Promise<KeyRow[]> =>
  (await askOperator('/operator/keys', key, { signal })) as KeyRow[];

/** The text of the new key, which is told this once. */
export async function createKey(key: string, newKey: NewKey): Promise<string> {
  const made = (await tellOperator('/operator/keys', key, newKey)) as { key: string };
  return made.key;
}

export async function revokeKey(key: string, id: string): Promise<void> {
  await tellOperator('/operator/keys/revoke', key, { id });
}
