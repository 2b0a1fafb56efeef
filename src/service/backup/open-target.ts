import { Bucket, bucketLocationIn, type S3Account } from './bucket.ts';
import { openFolderTarget } from './folder-target.ts';
import { openS3Target } from './s3-target.ts';
import type { BackupTarget } from './target.ts';

/** Opens a place as given on the command line: `s3://bucket/prefix`, or the path of a folder. */
export function openTarget(text: string, account: () => S3Account): BackupTarget {
  if (!/^[a-z0-9]+:\/\//i.test(text)) return openFolderTarget(text);
  const location = bucketLocationIn(text);
  if (location === null) {
    throw new Error(
      `"${text}" is not a place for a backup; give a folder, or s3://bucket/prefix such as s3://backups/2026-01-31, without any of !'()*`,
    );
  }
  return openS3Target(new Bucket(location, account()));
}
