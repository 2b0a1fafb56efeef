import { openFolderTarget } from './folder-target.ts';
import { openS3Target, type S3Account } from './s3-target.ts';
import type { BackupTarget } from './target.ts';

/** What a place is called on the command line: `s3://bucket/prefix`, or the path of a folder. */
export function openTarget(text: string, account: () => S3Account): BackupTarget {
  if (!/^[a-z0-9]+:\/\//i.test(text)) return openFolderTarget(text);
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/(.*))?$/i.exec(text) ?? [];
  const trimmed = prefix.replace(/^\/+|\/+$/g, '');
  // Marks that stores and their clients write differently in what is signed
  const isWritable = trimmed !== '' && !/(^|\/)\.{0,2}(\/|$)|[!'()*\p{Cc}]/u.test(trimmed);
  if (bucket === undefined || !isWritable) {
    throw new Error(
      `"${text}" is not a place for a backup; give a folder, or s3://bucket/prefix such as s3://backups/2026-01-31, without any of !'()*`,
    );
  }
  return openS3Target(bucket, trimmed, account());
}
