import { AccountError, accountIn } from '../../backup/bucket.ts';
import { openTarget } from '../../backup/open-target.ts';
import type { BackupTarget } from '../../backup/target.ts';
import { secretsFrom } from '../../config.ts';
import { type CommandInput, UsageError } from '../command.ts';

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
