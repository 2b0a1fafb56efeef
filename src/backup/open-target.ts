import { openFolderPlace } from './folder-target.ts';
import type { Bytes } from './frames.ts';
import { openS3Place, type S3Account } from './s3-target.ts';

/** Where backups are kept. */
export type Place = {
  /** As a person reads it. */
  readonly name: string;
  /** Makes ready for a new backup; refuses a place that holds something. */
  readonly begin: () => Promise<Unfinished>;
  readonly manifest: () => Promise<string>;
  /** A path under which a file of the backup can be read; one that has to be fetched is put into the folder. */
  readonly fetch: (name: string, folder: string) => Promise<string>;
};

/** A backup that nobody can take for one yet. */
export type Unfinished = {
  readonly put: (name: string, bytes: number, content: Bytes) => Promise<void>;
  /** Makes it a backup. */
  readonly finish: (manifest: string) => Promise<void>;
  /** Takes away what was written. */
  readonly drop: () => Promise<void>;
};

/** What a place is called on the command line: `s3://bucket/prefix`, or the path of a folder. */
export function openPlace(text: string, account: () => S3Account): Place {
  if (!/^[a-z0-9]+:\/\//i.test(text)) return openFolderPlace(text);
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/(.*))?$/i.exec(text) ?? [];
  const trimmed = prefix.replace(/^\/+|\/+$/g, '');
  // Marks that stores and their clients write differently in what is signed
  const isWritable = trimmed !== '' && !/(^|\/)\.{0,2}(\/|$)|[!'()*\p{Cc}]/u.test(trimmed);
  if (bucket === undefined || !isWritable) {
    throw new Error(
      `"${text}" is not a place for a backup; give a folder, or s3://bucket/prefix such as s3://backups/2026-01-31, without any of !'()*`,
    );
  }
  return openS3Place(bucket, trimmed, account());
}
