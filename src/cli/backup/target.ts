import { secretsFrom } from '../../config/config.ts';
import { AccountError, accountIn } from '../../service/backup/bucket.ts';
import { openTarget } from '../../service/backup/open-target.ts';
import type { BackupTarget } from '../../service/backup/target.ts';
import type { CommandInput } from '../command.ts';
import { UsageError } from '../usage-error.ts';

/** The place that a command names; one in S3 uses the account of the environment. */
export function targetOf({ positionals, environment }: CommandInput): BackupTarget {
  const [text, ...more] = positionals;
  if (text === undefined) throw new UsageError('name a place: a folder, or s3://bucket/prefix');
  if (more.length > 0)
    throw new UsageError(`unexpected argument "${more.join(' ')}"; put a name with spaces in quotes`);
  try {
    return openTarget(text, () => accountIn(secretsFrom(environment)));
  } catch (error) {
    throw error instanceof AccountError ? new UsageError(error.message) : error;
  }
}
