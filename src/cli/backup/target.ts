import { openTarget } from '../../backup/open-target.ts';
import type { BackupTarget } from '../../backup/target.ts';
import { secretsFrom } from '../../config.ts';
import { type CommandInput, UsageError } from '../command.ts';

/** The place that a command names, with the account of the settings for one in S3. */
export function targetOf({ positionals, environment, read }: CommandInput): BackupTarget {
  const [text, ...more] = positionals;
  if (text === undefined) throw new UsageError('say where: a folder, or s3://bucket/prefix');
  if (more.length > 0) throw new UsageError(`"${more.join(' ')}" is too much; put a name with blanks into quotes`);
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
