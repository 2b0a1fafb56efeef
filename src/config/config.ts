import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isOneSlipFrom } from '../text/nearest.ts';
import {
  type Config,
  environmentName,
  environmentPrefix,
  flagName,
  isAddress,
  type SettingFacts,
  type SettingKey,
  settingKeys,
  settings,
  shortEnvironmentName,
  shownSetting,
} from './settings.ts';

export type Origin = 'default' | 'file' | 'environment' | 'flag';

export type ReadConfig = {
  readonly config: Config;
  readonly origins: Readonly<Record<SettingKey, Origin>>;
  /** One sentence for each wrong value or unknown name; `config` holds the default instead. */
  readonly problems: readonly string[];
  /** One sentence for each name in the environment that looks like a misspelt setting. */
  readonly doubts: readonly string[];
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the file, the environment and the flags; flags override the environment, which overrides the file. */
export function readConfig(options: {
  readonly file: string | null;
  readonly environment: Environment;
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
}): ReadConfig {
  const problems: string[] = [];
  const inFile = options.file === null ? {} : readFile(options.file, problems);
  const config: Record<string, unknown> = {};
  const origins: Record<string, Origin> = {};
  for (const key of settingKeys) {
    const candidates: readonly (readonly [Origin, unknown, string])[] = [
      ['flag', options.flags[flagName(key)], `--${flagName(key)}`],
      ...[environmentName(key), shortEnvironmentName(key)].map(
        (name) => ['environment', options.environment[name], name] as const,
      ),
      ['file', inFile[key], `"${key}" in ${options.file}`],
    ];
    const [origin, given, where] = candidates.find(([, value]) => value !== undefined) ?? ['default', undefined, ''];
    const value = given === undefined ? settings[key].default : toValue(key, given);
    if (value === null) problems.push(`${where} ${foundText(key, given)}${expectation(key)}`);
    config[key] = value ?? settings[key].default;
    origins[key] = origin;
  }
  problems.push(
    ...clusterProblems(config as Config),
    ...upstreamProblems(config as Config),
    ...locationProblems(config as Config),
    ...gameProblems(config as Config),
    ...relayProblems(config as Config),
    ...publishProblems(config as Config),
    ...backupProblems(config as Config),
    ...sinkProblems(config as Config),
    ...wordProblems(config as Config),
  );
  const doubts = doubtsOf(options.environment);
  return { config: config as Config, origins: origins as Record<SettingKey, Origin>, problems, doubts };
}

/** The value found, except for addresses, which can contain a password. */
const foundText = (key: SettingKey, given: unknown): string =>
  isAddress(key) ? '' : `is ${JSON.stringify(given)}, but `;

const knownWords = {
  'publish.formats': ['json', 'ndjson', 'csv'],
  'publish.currencies': ['USD', 'EUR', 'CNY', 'RUB'],
  'api.shapes': ['market-csgo', 'csgotrader', 'udf'],
  'sinks.channels': ['offers', 'sales', 'buyOrders', 'prices', 'sources', 'gaps', 'batches'],
};

const wordProblems = (config: Config): string[] =>
  (Object.keys(knownWords) as (keyof typeof knownWords)[]).flatMap((key) =>
    config[key]
      .filter((word) => !knownWords[key].includes(word))
      .map((word) => `${key} names ${JSON.stringify(word)}, but can only name ${knownWords[key].join(', ')}`),
  );

const roles: readonly string[] = settings['cluster.roles'].default;

/** The problem of a cluster without a database, which does not concern commands that need none. */
export const lacksStore =
  'the nodes of a cluster need a shared ClickHouse server, as the embedded database serves one process; set store.url';

/** Settings that are valid one by one but contradict each other. */
function clusterProblems(config: Config): string[] {
  const unknown = config['cluster.roles'].filter((role) => !roles.includes(role));
  const problems = unknown.map((role) => `--roles names ${JSON.stringify(role)}; roles are ${roles.join(', ')}`);
  if (config['cluster.roles'].length === 0) problems.push(`--roles is empty; roles are ${roles.join(', ')}`);
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(config['cluster.name']))
    problems.push('"cluster.name" must be 1 to 32 letters, digits, - or _');
  if (config['cluster.nats'].length === 0) {
    if (roles.some((role) => !config['cluster.roles'].includes(role)))
      problems.push('--roles is for the nodes of a cluster; set cluster.nats as well, or remove --roles');
    return problems;
  }
  if (config['store.url'] === '') problems.push(lacksStore);
  // The value is not shown, since it contains a password
  if (config['cluster.nats'].some((server) => server.includes('@')))
    problems.push('cluster.nats contains credentials; move them to NATS_USER and NATS_PASSWORD');
  if (![1, 3, 5].includes(config['cluster.replicas'])) problems.push('"cluster.replicas" must be 1, 3 or 5');
  return problems;
}

function publishProblems(config: Config): string[] {
  const bucket = config['publish.bucket'];
  const needFolder = [
    ...(config['publish.days'] === 0 ? [] : ['publish.days writes to']),
    ...(bucket === '' ? [] : ['publish.bucket copies']),
  ];
  const hasMonthsOnly = config['publish.months'] > 0 && config['publish.days'] === 0;
  return [
    ...(config['publish.folder'] === '' ? needFolder.map((what) => `${what} publish.folder; set that as well`) : []),
    ...(config['publish.days'] === 0 || config['store.url'] === ''
      ? []
      : ['publish.days needs the embedded database; remove it when store.url is set']),
    ...(hasMonthsOnly ? ['publish.months puts days together; set publish.days as well, such as 3'] : []),
    ...(bucket === '' || /^s3:\/\/[^/]+\/[^!'()*]+$/i.test(bucket)
      ? []
      : [
          `publish.bucket is ${JSON.stringify(shownSetting('publish.bucket', bucket))}; give s3://bucket/prefix, without any of !'()*`,
        ]),
  ];
}

/** Problems of the upstream settings. */
export function upstreamProblems(config: Config): string[] {
  const url = config['upstream.url'];
  const isAnyNamed = config['upstream.marketplaces'].length > 0;
  if (url === '')
    return isAnyNamed
      ? ['upstream.marketplaces is set, but upstream.url does not say which service to read them from']
      : [];
  const { protocol = '', search = '', username = '' } = URL.canParse(url) ? new URL(url) : {};
  return [
    ...(isAnyNamed ? [] : ['upstream.url is set; name the marketplaces to read from there in upstream.marketplaces']),
    ...(/^https?:$/.test(protocol) && search === '' && username === ''
      ? []
      : [
          'upstream.url must be an address such as http://10.0.0.2:7400, without a key; the key belongs in UPSTREAM_KEY',
        ]),
  ];
}

const gameProblems = (config: Config): string[] =>
  config['collect.games'].length === 0
    ? ['collect.games is empty, so nothing would be collected; remove it to collect all games']
    : [];

const isHttpAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

const relayProblems = ({ 'collect.relay': relay }: Config): string[] =>
  relay === '' || isHttpAddress(relay) ? [] : ['collect.relay must be an address such as http://127.0.0.1:7402'];

function locationProblems(config: Config): string[] {
  const url = config['store.url'];
  const address = config['http.publicAddress'];
  const folder = config['data.folder'];
  return [
    // The value can contain a password
    ...(url === '' || isHttpAddress(url)
      ? []
      : ['store.url must be the address of a ClickHouse server such as http://10.0.0.2:8123']),
    ...(address === '' || isHttpAddress(address)
      ? []
      : ['http.publicAddress must be an address such as https://tape.example.org']),
    ...(isBelowFile(folder)
      ? [`data.folder is ${JSON.stringify(folder)}, which is a file or lies below one; name a folder`]
      : []),
  ];
}

/** Whether a folder cannot be created because its path is a file, or leads through one. */
function isBelowFile(folder: string): boolean {
  try {
    // Where throwIfNoEntry is false, later versions of Node hide ENOTDIR, too
    return !statSync(folder).isDirectory();
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOTDIR';
  }
}

const backupProblems = (config: Config): string[] =>
  config['backup.folder'] === '' || config['store.url'] === ''
    ? []
    : [
        "backup.folder needs the embedded database; remove it when store.url is set, and back up the server with ClickHouse's BACKUP DATABASE",
      ];

function sinkProblems(config: Config): string[] {
  const url = config['sinks.postgres.url'];
  const servers = config['sinks.nats.servers'];
  const isAny = url !== '' || servers.length > 0;
  return [
    // The value can contain a password
    ...(url === '' || /^postgres(ql)?:\/\//.test(url)
      ? []
      : ['sinks.postgres.url must be an address such as postgres://itemtape@10.0.0.2:5432/itemtape']),
    ...(servers.some((server) => server.includes('@'))
      ? ['sinks.nats.servers contains credentials; move them to NATS_USER and NATS_PASSWORD']
      : []),
    ...(/^[A-Za-z0-9_-]{1,64}$/.test(config['sinks.nats.stream'])
      ? []
      : ['"sinks.nats.stream" must be 1 to 64 letters, digits, - or _']),
    ...(isAny && config['cluster.nats'].length > 0
      ? [
          'sinks are for a service on one machine; remove cluster.nats, or let another service that reads this one have them',
        ]
      : []),
  ];
}

/** Only names one typing error away from a setting count, since most names in an environment are unrelated. */
function doubtsOf(environment: Environment): string[] {
  const known = settingKeys.flatMap((key) => [environmentName(key), shortEnvironmentName(key)]);
  return Object.keys(environment).flatMap((name) => {
    const suggestion = known.includes(name) ? undefined : known.find((one) => isOneSlipFrom(name, one));
    return suggestion === undefined ? [] : [`${name} in the environment is not a setting; did you mean ${suggestion}?`];
  });
}

/** Names the schema of the file for editors; docs/settings.schema.json is one. */
const schemaKey = '$schema';

function readFile(file: string, problems: string[]): Record<string, unknown> {
  if (!existsSync(file)) {
    problems.push(`the settings file ${resolve(file)} does not exist; create it or remove --config`);
    return {};
  }
  const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    problems.push(`the settings file ${file} cannot be read: ${reasonOf(error)}`);
    return {};
  }
  let content: unknown;
  try {
    // Some editors begin a file with a byte order mark
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    problems.push(`the settings file ${file} is not JSON: ${reasonOf(error)}`);
    return {};
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    problems.push(`the settings file ${file} must hold one object, such as {"http.port": 7400}`);
    return {};
  }
  for (const [key, value] of Object.entries(content)) {
    if (!(key in settings) && key !== schemaKey)
      problems.push(`"${key}" in ${file} is not a setting; ${hintFor(key, value)}`);
  }
  return content as Record<string, unknown>;
}

function hintFor(key: string, value: unknown): string {
  const nested =
    typeof value === 'object' && value !== null ? Object.keys(value).map((inner) => `${key}.${inner}`) : [];
  const suggestions = nested.filter((inner) => inner in settings).map((inner) => `"${inner}"`);
  return suggestions.length === 0
    ? '`itemtape config print` lists them'
    : `settings are not nested, write ${suggestions.join(' and ')}`;
}

const listOf = (given: unknown): readonly string[] | null => {
  if (typeof given === 'string')
    return given
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  return Array.isArray(given) && given.every((part) => typeof part === 'string') ? given : null;
};

const flagOf = (given: unknown): boolean | null => {
  if (typeof given === 'boolean') return given;
  return given === 'true' || given === '1' ? true : given === 'false' || given === '0' ? false : null;
};

function toValue(key: SettingKey, given: unknown): string | number | boolean | readonly string[] | null {
  const facts: SettingFacts = settings[key];
  switch (facts.kind) {
    case 'list':
      return listOf(given);
    case 'flag':
      return flagOf(given);
    case 'integer': {
      const value = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given;
      return typeof value === 'number' && Number.isInteger(value) && value >= facts.min && value <= facts.max
        ? value
        : null;
    }
    case 'text':
      return typeof given === 'string' && (facts.choices?.includes(given) ?? true) ? given : null;
  }
}

/** The values that a setting accepts, as the end of a sentence. */
export function expectation(key: SettingKey): string {
  const facts: SettingFacts = settings[key];
  switch (facts.kind) {
    case 'list':
      return 'must be a list, or comma-separated words';
    case 'flag':
      return 'must be true or false';
    case 'integer':
      return `must be a whole number from ${facts.min} to ${facts.max}`;
    case 'text':
      return facts.choices === undefined ? 'must be text' : `must be one of ${facts.choices.join(', ')}`;
  }
}

/** Reads secrets by environment name, ITEMTAPE_NAME before NAME: the value itself, or the content of the file named by NAME_FILE. */
export const secretsFrom =
  (environment: Environment) =>
  (name: string): string | null =>
    secretNamed(environment, `${environmentPrefix}${name}`) ?? secretNamed(environment, name);

function secretNamed(environment: Environment, name: string): string | null {
  // A pasted line feed is as invisible here as at the end of a file
  const value = environment[name]?.trim();
  if (value !== undefined && value !== '') return value;
  const file = environment[`${name}_FILE`];
  if (file === undefined || file === '') return null;
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch {
    throw new Error(`${name}_FILE names ${file}, which cannot be read; correct the path or its permissions`);
  }
}
