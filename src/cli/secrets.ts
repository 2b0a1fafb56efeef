import { secretsFrom } from '../config/config.ts';
import type { CommandInput } from './command.ts';

/** Secrets by name as the service reads them: from the environment, else from the data folder where it is readable. */
export async function secretsOf({ environment, read, err }: CommandInput): Promise<(name: string) => string | null> {
  const { readCredentials, secretsOver } = await import('../service/live/stored-credentials.ts');
  const given = secretsFrom(environment);
  try {
    return secretsOver(given, readCredentials(read.config['data.folder']));
  } catch (error) {
    err(`${error instanceof Error ? error.message : String(error)}\n`);
    return given;
  }
}
