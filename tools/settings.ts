import type { describedSettings } from '../src/config/described-settings.ts';
import { type SettingFacts, settingKeys, settings } from '../src/config/settings.ts';

const head = `<!-- Generated from src/config/settings.ts by \`npm run docs\` -->

# Every setting

Flags take precedence over the environment, which takes precedence over the settings file ([Settings](operate.md#settings)). Names are as in that file. In the environment, each name also works without \`ITEMTAPE_\`, and a list is separated by commas. A change of a setting marked *live* applies when the settings are read again; the others apply at the next start. \`itemtape config print\` shows the values in force and where each comes from, \`itemtape config check\` says what is wrong with them.
`;

const cell = (text: string): string =>
  text
    .replaceAll('|', '\\|')
    // Markdown would take these for HTML
    .replaceAll(/(?:<[\w ]+>[-.\w]*)+/g, '`$&`')
    .replaceAll(/docs\/([\w-]+\.md)/g, '[$1]($1)');

const titles: Readonly<Record<string, string>> = {
  data: 'Data folder',
  http: 'HTTP',
  api: 'Requests',
  stream: 'Stream',
  alerts: 'Alerts',
  tape: 'Tape',
  store: 'Database',
  backup: 'Automatic backups',
  publish: 'Published lists',
  collect: 'Marketplaces',
  fees: 'Fees',
  terms: 'Terms of marketplaces',
  sinks: 'Sinks',
  upstream: 'Another service',
  cluster: 'Cluster',
  log: 'Log',
  stage: 'Demo',
};

/** The page of all settings; throws for a group of settings without a title. */
export function settingsReference(described: typeof describedSettings): string {
  const groups = [...new Set(described.map(({ name }) => name.split('.', 1)[0] ?? ''))];
  const sections = groups.map((group) => {
    const title = titles[group];
    if (title === undefined) throw new Error(`the settings ${group}.… have no title in tools/settings.ts`);
    const rows = described
      .filter(({ name }) => name.startsWith(`${group}.`))
      .map(
        ({ name, about, defaultText, range, environment, flag, isLive }) =>
          `| \`${name}\` | ${cell(about)} | \`${defaultText}\` | ${range === null ? 'any text' : cell(range)} | \`${environment}\`, \`${flag}\` | ${isLive ? 'live' : 'restart'} |`,
      );
    return `## ${title}\n\n| Setting | What it does | Default | Allowed | Environment, flag | Applies |\n|---|---|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `${head}\n${sections.join('\n')}`;
}

const shapeOf = (facts: SettingFacts): object => {
  switch (facts.kind) {
    case 'integer':
      return { type: 'integer', minimum: facts.min, maximum: facts.max };
    case 'flag':
      return { type: 'boolean' };
    case 'list':
      return { type: ['array', 'string'], items: { type: 'string' } };
    case 'text':
      return facts.choices === undefined ? { type: 'string' } : { enum: facts.choices };
  }
};

/** The JSON Schema of the settings file. */
export const settingsSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Settings of Itemtape',
  type: 'object',
  properties: {
    $schema: { type: 'string', description: 'The schema of this file.' },
    ...Object.fromEntries(
      settingKeys.map((key) => [
        key,
        { description: settings[key].about, ...shapeOf(settings[key]), default: settings[key].default },
      ]),
    ),
  },
  additionalProperties: false,
});
