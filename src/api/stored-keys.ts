import { changeKeyFile, type KeyChange, keyFileMark, readKeyFile, type StoredKey } from './key-file.ts';

export type KeyLog = {
  readonly info: (fields: object, text: string) => void;
  readonly error: (fields: object, text: string) => void;
};

/** Stored keys, which other processes can change too. */
export type StoredKeys = {
  /** Rereads the keys and returns whether they changed; never throws. `isWritten`: this process has just written them. */
  readonly look: (isWritten?: boolean) => boolean;
  readonly list: () => readonly StoredKey[];
  readonly withHash: (hash: string) => StoredKey | undefined;
  /** Why the keys could not be reread and earlier ones are in use; null when the keys are current. */
  readonly trouble: () => string | null;
  /** Replaces all keys with the result of `change`, one process at a time. */
  readonly change: <Result>(change: KeyChange<Result>) => Promise<Result>;
};

// Limits retries of a file that cannot be read
const againMs = 250;

/** Opens the key file. Throws when it cannot be read; if that happens later, the last keys stay in use. */
export function openStoredKeys(file: string, log: KeyLog): StoredKeys {
  let mark = keyFileMark(file);
  let stored = readKeyFile(file);
  let byHash = new Map(stored.map((key) => [key.hash, key]));
  let trouble: string | null = null;
  let triedAtMs = 0;

  const failed = (error: unknown): void => {
    const found = error instanceof Error ? error.message : String(error);
    if (trouble === null) log.error({ error: found }, 'keys unreadable; the last ones read stay in force');
    trouble = found;
    triedAtMs = performance.now();
  };

  return {
    look(isWritten = false) {
      if (!isWritten && trouble !== null && performance.now() - triedAtMs < againMs) return false;
      const previous = mark;
      try {
        const seen = keyFileMark(file);
        if (seen !== mark) {
          stored = readKeyFile(file);
          byHash = new Map(stored.map((key) => [key.hash, key]));
          mark = seen;
        }
      } catch (error) {
        failed(error);
        return false;
      }
      if (trouble !== null) log.info({ keys: stored.length }, 'key file readable again');
      trouble = null;
      return mark !== previous;
    },
    list: () => stored,
    withHash: (hash) => byHash.get(hash),
    trouble: () => trouble,
    change: async (change) => await changeKeyFile(file, change),
  };
}
