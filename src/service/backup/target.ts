import type { Bytes } from './frames.ts';

/** A place for a backup. */
export type BackupTarget = {
  /** Name for messages. */
  readonly name: string;
  /** Starts a new backup; refuses a place that is not empty. */
  readonly begin: () => Promise<PendingBackup>;
  readonly manifest: () => Promise<string>;
  /** Path of a file of the backup; a remote file is downloaded into the folder first. */
  readonly fetch: (name: string, folder: string) => Promise<string>;
};

/** A backup that is being written and is not recognisable as one yet. */
export type PendingBackup = {
  readonly put: (name: string, bytes: number, content: Bytes) => Promise<void>;
  /** Completes the backup. */
  readonly finish: (manifest: string) => Promise<void>;
  /** Removes what was written. */
  readonly drop: () => Promise<void>;
};
