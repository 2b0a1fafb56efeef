import { type Environment, secretsFrom } from '../../config.ts';
import { type Config, environmentName, flagName, settingKeys, settings } from '../../settings.ts';
import { type Run, UsageError } from '../command.ts';
import { gatherAll } from '../gather-all.ts';

export const run: Run = async ({ positionals, flags, read, environment, out, err }) => {
  const [action = 'print'] = positionals;
  if (action === 'check') {
    const problems = read.problems.length > 0 ? read.problems : await startProblems(read.config, environment);
    for (const problem of [...problems, ...read.doubts]) err(`${problem}\n`);
    if (problems.length === 0) out('the settings are in order\n');
    return problems.length === 0 ? 0 : 1;
  }
  if (action !== 'print') throw new UsageError(`"${action}" is not something config does; print and check are`);
  if (flags['json'] === true) {
    out(`${JSON.stringify(read.config, null, 2)}\n`);
    return 0;
  }
  for (const key of settingKeys) {
    const value = read.config[key];
    out(`${key} = ${JSON.stringify(value)}  (${read.origins[key]})\n`);
    out(`    ${settings[key].about} ${environmentName(key)}, --${flagName(key)}\n`);
  }
  for (const problem of [...read.problems, ...read.doubts]) err(`${problem}\n`);
  return 0;
};

/** What a start would refuse before it opens anything. */
async function startProblems(config: Config, environment: Environment): Promise<readonly string[]> {
  try {
    const { connectors } = await gatherAll(config, false);
    const { requireSettings } = await import('../../service/connectors/require-settings.ts');
    requireSettings(connectors, { config, secrets: secretsFrom(environment) });
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
