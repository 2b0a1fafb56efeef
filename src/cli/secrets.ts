import { secretsFrom } from '../config.ts';
import type { CommandInput } from './command.ts';

/** Secrets by name as the service has them: of the environment, else of the data folder, where this may read that. */
export async function secretsOf({
  environment,
  read,
  err,
}: Pick<CommandInput, 'environment' | 'read' | 'err'>): Promise<(name: string) => string | null> {
  const { readCredentials, secretsOver } = await import('../service/live/kept-credentials.ts');
  const given = secretsFrom(environment);
  try {
    return secretsOver(given, readCredentials(read.config['data.folder']));
  } catch (error) {
    err(`${error instanceof Error ? error.message : String(error)}\n`);
    return given;
  }
}
