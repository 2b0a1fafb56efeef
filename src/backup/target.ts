import type { Bytes } from './frames.ts';

/** Where backups are kept. */
export type BackupTarget = {
  /** As a person reads it. */
  readonly name: string;
  /** Makes ready for a new backup; refuses a place that holds something. */
  readonly begin: () => Promise<PendingBackup>;
  readonly manifest: () => Promise<string>;
  /** A path under which a file of the backup can be read; one that has to be fetched is put into the folder. */
  readonly fetch: (name: string, folder: string) => Promise<string>;
};

/** A backup that nobody can take for one yet. */
export type PendingBackup = {
  readonly put: (name: string, bytes: number, content: Bytes) => Promise<void>;
  /** Makes it a backup. */
  readonly finish: (manifest: string) => Promise<void>;
  /** Takes away what was written. */
  readonly drop: () => Promise<void>;
};
