import { askOperator, sendToOperator } from '../../ask-operator.ts';
import type { Game } from '../../games.ts';

/** Rights and limits of a key; null means no limit. */
export type KeyLimits = {
  readonly requestsPerMinute: number | null;
  readonly requestsPerDay: number | null;
  readonly connections: number | null;
  /** Paths, each with everything below it. */
  readonly endpoints: readonly string[] | null;
  readonly games: readonly Game[] | null;
  readonly marketplaces: readonly string[] | null;
};

/** A key as shown to the operator; instants are Unix seconds. */
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

/** Omitted limits do not apply. */
export type NewKey = Partial<Omit<KeyRow, 'id' | 'prefix'>> & { readonly name: string };

export const listKeys = async (signal: AbortSignal): Promise<KeyRow[]> =>
  (await askOperator('/operator/keys', { signal })) as KeyRow[];

/** The new key itself, which is only returned once. */
export async function createKey(newKey: NewKey): Promise<string> {
  const made = (await sendToOperator('/operator/keys', newKey)) as { key: string };
  return made.key;
}

export async function revokeKey(id: string): Promise<void> {
  await sendToOperator('/operator/keys/revoke', { id });
}
