import { environmentName, flagName, settingKeys, settings } from '../../settings.ts';
import { type Run, UsageError } from '../command.ts';

export const run: Run = async ({ positionals, flags, read, out, err }) => {
  const [action = 'print'] = positionals;
  if (action === 'check') {
    for (const problem of [...read.problems, ...read.doubts]) err(`${problem}\n`);
    if (read.problems.length === 0) out('the settings are in order\n');
    return read.problems.length === 0 ? 0 : 1;
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
