import { changeKeyFile, type KeptKey, type KeyChange, keyFileMark, readKeyFile } from './key-file.ts';

export type KeyLog = {
  readonly info: (fields: object, text: string) => void;
  readonly error: (fields: object, text: string) => void;
};

/** Keys that other processes may change too. */
export type KeptKeys = {
  /** Brings the keys up to date, never throws, and says whether they are others now. `isWritten`: by this process just now. */
  readonly look: (isWritten?: boolean) => boolean;
  readonly list: () => readonly KeptKey[];
  readonly withHash: (hash: string) => KeptKey | undefined;
  /** Why the keys are those that were read earlier; null when they are those that are kept. */
  readonly trouble: () => string | null;
  /** Replaces all keys by what `change` makes of them, one process after the other. */
  readonly change: <Result>(change: KeyChange<Result>) => Promise<Result>;
};

// A file that cannot be read is not tried again with every request
const againMs = 250;

/** Opens the file; throws when it cannot be read now, and holds to what it last read when it cannot be later. */
export function openKeptKeys(file: string, log: KeyLog): KeptKeys {
  let mark = keyFileMark(file);
  let kept = readKeyFile(file);
  let byHash = new Map(kept.map((key) => [key.hash, key]));
  let trouble: string | null = null;
  let triedAtMs = 0;

  const failed = (error: unknown): void => {
    const found = error instanceof Error ? error.message : String(error);
    if (trouble === null) log.error({ error: found }, 'the keys stay as they were last read');
    trouble = found;
    triedAtMs = performance.now();
  };

  return {
    look(isWritten = false) {
      if (!isWritten && trouble !== null && performance.now() - triedAtMs < againMs) return false;
      const former = mark;
      try {
        const seen = keyFileMark(file);
        if (seen !== mark) {
          kept = readKeyFile(file);
          byHash = new Map(kept.map((key) => [key.hash, key]));
          mark = seen;
        }
      } catch (error) {
        failed(error);
        return false;
      }
      if (trouble !== null) log.info({ keys: kept.length }, 'the key file can be read again');
      trouble = null;
      return mark !== former;
    },
    list: () => kept,
    withHash: (hash) => byHash.get(hash),
    trouble: () => trouble,
    change: async (change) => await changeKeyFile(file, change),
  };
}
