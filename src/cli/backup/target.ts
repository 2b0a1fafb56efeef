import { secretsFrom } from '../../config/config.ts';
import { openTarget } from '../../service/backup/open-target.ts';
import type { BackupTarget } from '../../service/backup/target.ts';
import type { CommandInput } from '../command.ts';
import { UsageError } from '../usage-error.ts';

/** The place that a command names; one in S3 uses the endpoint, region and credentials of the settings and environment. */
export function targetOf({ positionals, environment, read }: CommandInput): BackupTarget {
  const [text, ...more] = positionals;
  if (text === undefined) throw new UsageError('name a place: a folder, or s3://bucket/prefix');
  if (more.length > 0)
    throw new UsageError(`unexpected argument "${more.join(' ')}"; put a name with spaces in quotes`);
  const secrets = secretsFrom(environment);
  const required = (name: string): string => {
    const value = secrets(name);
    if (value === null) throw new UsageError(`a place in S3 needs the environment variable ${name}, or ${name}_FILE`);
    return value;
  };
  const region = read.config['backup.region'];
  return openTarget(text, () => ({
    endpoint: read.config['backup.endpoint'] || `https://s3.${region}.amazonaws.com`,
    region,
    accessKeyId: required('AWS_ACCESS_KEY_ID'),
    secretAccessKey: required('AWS_SECRET_ACCESS_KEY'),
  }));
}
