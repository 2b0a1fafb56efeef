import { type Environment, type ReadConfig, secretsFrom } from '../../config/config.ts';
import { environmentName, flagName, settingKeys, settings, shownSetting } from '../../config/settings.ts';
import { type CommandInput, defineCommand } from '../command.ts';
import { bare } from '../flags.ts';
import { gatherAll } from '../gather-all.ts';
import { jsonText } from '../json.ts';
import { UsageError } from '../usage-error.ts';

export const command = defineCommand({
  about: 'Shows every setting with its value and origin, or checks the settings.',
  usage: 'print | check',
  maxWords: 1,
  example: 'itemtape config print',
  flags: {
    json: bare(
      '--json',
      'Print JSON that can serve as a settings file, except for secrets, which are replaced with ….',
    ),
  },
  run: async (input) => {
    const { positionals, flags, read, environment, out, err } = input;
    const [action = 'print'] = positionals;
    if (action === 'check') {
      const { problems, doubts } = read.problems.length > 0 ? read : await checked(read, environment);
      for (const problem of [...problems, ...doubts]) err(`${problem}\n`);
      if (problems.length === 0) out('the settings are valid\n');
      return problems.length === 0 ? 0 : 1;
    }
    if (action !== 'print') throw new UsageError(`"${action}" is not an action of config; use print or check`);
    if (flags.json === true) printJson(input);
    else printLines(input);
    for (const problem of [...read.problems, ...read.doubts]) err(`${problem}\n`);
    return 0;
  },
});

function printLines({ read: { config, origins }, out }: CommandInput): void {
  for (const key of settingKeys) {
    out(`${key} = ${JSON.stringify(shownSetting(key, config[key]))}  (${origins[key]})\n`);
    out(`    ${settings[key].about} ${environmentName(key)}, --${flagName(key)}\n`);
  }
}

function printJson({ read: { config }, out, err }: CommandInput): void {
  const shown = settingKeys.map((key) => [key, shownSetting(key, config[key])] as const);
  out(jsonText(Object.fromEntries(shown)));
  for (const [key, value] of shown)
    if (JSON.stringify(value) !== JSON.stringify(config[key])) err(`${key} holds a secret, shown as …\n`);
}

/** The problems for which `serve` would refuse to start before it opens anything, and what it would warn of. */
async function checked(
  { config, doubts }: ReadConfig,
  environment: Environment,
): Promise<Pick<ReadConfig, 'problems' | 'doubts'>> {
  try {
    const { connectors } = await gatherAll(config, false);
    const { requireSettings } = await import('../../service/connectors/require-settings.ts');
    const { credentialDoubts } = await import('../../service/live/credential-doubts.ts');
    const more = credentialDoubts(environment, connectors);
    requireSettings(connectors, { config, secrets: secretsFrom(environment) });
    return { problems: [], doubts: [...doubts, ...more] };
  } catch (error) {
    return { problems: [error instanceof Error ? error.message : String(error)], doubts };
  }
}
