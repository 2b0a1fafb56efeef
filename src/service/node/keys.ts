import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { KeysReadOnly } from '../../api/key-file.ts';
import { type Keys, openKeys } from '../../api/keys.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';

/** Opens the API keys of a data folder. */
export const keysOf = (folder: string, now: Clock['now'], more: { log?: Log; operatorToken?: string } = {}): Keys => {
  mkdirSync(folder, { recursive: true });
  return openKeys({ file: join(folder, 'keys.json'), now, ...more });
};

/** Creates a key if there is none; resolves to its text, null if there is one. */
export async function createFirstKey(keys: Keys): Promise<string | null> {
  if (keys.list().length > 0) return null;
  try {
    return (await keys.create({ name: 'first', websocketAccess: true })).text;
  } catch (error) {
    // Another node of the cluster created one at the same moment, or has to
    if (keys.list().length > 0 || error instanceof KeysReadOnly) return null;
    throw error;
  }
}
