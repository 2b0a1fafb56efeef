import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
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

/** Where a value came from. */
export type Origin = 'default' | 'file' | 'environment' | 'flag';

export type ReadConfig = {
  readonly config: Config;
  readonly origins: Readonly<Record<SettingKey, Origin>>;
  /** One sentence for each wrong value or unknown name; the config holds the default in its place. */
  readonly problems: readonly string[];
  /** One sentence for each name in the environment that was probably meant to be a setting. */
  readonly doubts: readonly string[];
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the file, then the environment, then the flags; the later wins. */
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
    if (value === null) problems.push(`${where} ${saidOf(key, given)}${expectation(key)}`);
    config[key] = value ?? settings[key].default;
    origins[key] = origin;
  }
  problems.push(
    ...clusterProblems(config as Config),
    ...upstreamProblems(config as Config),
    ...placeProblems(config as Config),
    ...gameProblems(config as Config),
    ...relayProblems(config as Config),
    ...publishProblems(config as Config),
    ...backupProblems(config as Config),
    ...wordProblems(config as Config),
    ...shapeProblems(config as Config),
  );
  const doubts = doubtsOf(options.environment);
  return { config: config as Config, origins: origins as Record<SettingKey, Origin>, problems, doubts };
}

/** What was given may hold a password where an address belongs. */
const saidOf = (key: SettingKey, given: unknown): string => (isAddress(key) ? '' : `is ${JSON.stringify(given)}, but `);

const knownWords = {
  'publish.formats': ['json', 'ndjson', 'csv'],
  'publish.currencies': ['USD', 'EUR', 'CNY', 'RUB'],
  'api.shapes': ['market-csgo', 'csgotrader', 'tf2autobot'],
};

const wordProblems = (config: Config): string[] =>
  (Object.keys(knownWords) as (keyof typeof knownWords)[]).flatMap((key) =>
    config[key]
      .filter((word) => !knownWords[key].includes(word))
      .map((word) => `${key} names ${JSON.stringify(word)}; there are ${knownWords[key].join(', ')}`),
  );

const shapeProblems = (config: Config): string[] =>
  config['api.shapes'].includes('tf2autobot') && config['api.tf2Schema'] === ''
    ? [
        'api.shapes names tf2autobot, which needs the schema of TF2; let api.tf2Schema name its file, docs/lists.md says how to get it',
      ]
    : [];

const roles: readonly string[] = settings['cluster.roles'].default;

/** Settings that are in order each by itself and make no sense together. */
function clusterProblems(config: Config): string[] {
  const unknown = config['cluster.roles'].filter((role) => !roles.includes(role));
  const problems = unknown.map((role) => `--roles names ${JSON.stringify(role)}; roles are ${roles.join(', ')}`);
  if (config['cluster.roles'].length === 0) problems.push(`--roles is empty; roles are ${roles.join(', ')}`);
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(config['cluster.name']))
    problems.push('"cluster.name" must be 1 to 32 letters, digits, - or _');
  if (config['cluster.nats'].length === 0) {
    if (roles.some((role) => !config['cluster.roles'].includes(role)))
      problems.push('--roles is for the nodes of a cluster; set cluster.nats too, or leave it out');
    return problems;
  }
  if (config['store.url'] === '')
    problems.push(
      'the nodes of a cluster share a ClickHouse server, the embedded database has one process; set store.url',
    );
  // What was given is not shown, for it holds a password
  if (config['cluster.nats'].some((server) => server.includes('@')))
    problems.push('cluster.nats holds credentials; put them into NATS_USER and NATS_PASSWORD');
  if (![1, 3, 5].includes(config['cluster.replicas'])) problems.push('"cluster.replicas" must be 1, 3 or 5');
  return problems;
}

function publishProblems(config: Config): string[] {
  const bucket = config['publish.bucket'];
  const needFolder = [
    ...(config['publish.days'] === 0 ? [] : ['publish.days goes into']),
    ...(bucket === '' ? [] : ['publish.bucket is filled from']),
  ];
  return [
    ...(config['publish.folder'] === '' ? needFolder.map((what) => `${what} publish.folder; set it too`) : []),
    ...(config['publish.days'] === 0 || config['store.url'] === ''
      ? []
      : ['publish.days is of the embedded database; leave it out with store.url']),
    ...(bucket === '' || /^s3:\/\/[^/]+\/[^!'()*]+$/i.test(bucket)
      ? []
      : [
          `publish.bucket is ${JSON.stringify(shownSetting('publish.bucket', bucket))}; give s3://bucket/prefix, without any of !'()*`,
        ]),
  ];
}

/** What is to be taken from another service, and from which. */
export function upstreamProblems(config: Config): string[] {
  const url = config['upstream.url'];
  const isAnyNamed = config['upstream.marketplaces'].length > 0;
  if (url === '')
    return isAnyNamed ? ['upstream.marketplaces names some, but upstream.url does not say where they are from'] : [];
  const { protocol = '', search = '', username = '' } = URL.canParse(url) ? new URL(url) : {};
  return [
    ...(isAnyNamed ? [] : ['upstream.url is set; say in upstream.marketplaces which to take from there']),
    ...(/^https?:$/.test(protocol) && search === '' && username === ''
      ? []
      : [
          'upstream.url must be an address such as http://10.0.0.2:7400, without a key; the key belongs into UPSTREAM_KEY',
        ]),
  ];
}

const gameProblems = (config: Config): string[] =>
  config['collect.games'].length === 0
    ? ['collect.games is empty, so nothing would be collected; leave it out for all games']
    : [];

const isHttpAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

const relayProblems = ({ 'collect.relay': relay }: Config): string[] =>
  relay === '' || isHttpAddress(relay) ? [] : ['collect.relay must be an address such as http://127.0.0.1:7402'];

function placeProblems(config: Config): string[] {
  const url = config['store.url'];
  const folder = config['data.folder'];
  return [
    // What was given may hold a password
    ...(url === '' || isHttpAddress(url)
      ? []
      : ['store.url must be the address of a ClickHouse server such as http://10.0.0.2:8123']),
    ...(isBelowFile(folder)
      ? [`data.folder is ${JSON.stringify(folder)}, which is a file or in one; name a folder`]
      : []),
  ];
}

/** Whether a folder cannot be made there because it is a file, or would stand in one. */
function isBelowFile(folder: string): boolean {
  try {
    return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOTDIR';
  }
}

function backupProblems(config: Config): string[] {
  const endpoint = config['backup.endpoint'];
  return [
    ...(config['backup.folder'] === '' || config['store.url'] === ''
      ? []
      : [
          "backup.folder is for the embedded database; leave it out with store.url, and copy the server by ClickHouse's BACKUP DATABASE",
        ]),
    ...(endpoint === '' || (isHttpAddress(endpoint) && shownSetting('backup.endpoint', endpoint) === endpoint)
      ? []
      : [
          'backup.endpoint must be an address such as https://s3.example.org, without credentials; those belong into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
        ]),
  ];
}

/** An environment is full of names that are nobody's mistake, so only a single slip of the finger counts. */
function doubtsOf(environment: Environment): string[] {
  const known = settingKeys.flatMap((key) => [environmentName(key), shortEnvironmentName(key)]);
  return Object.keys(environment).flatMap((name) => {
    const meant = known.includes(name) ? undefined : known.find((one) => isOneSlipFrom(name, one));
    return meant === undefined ? [] : [`${name} in the environment is no setting; did you mean ${meant}?`];
  });
}

/** Whether one letter is missing, too much, wrong, or in the place of its neighbour. */
function isOneSlipFrom(text: string, meant: string): boolean {
  const [short, long] = text.length <= meant.length ? [text, meant] : [meant, text];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}

function readFile(file: string, problems: string[]): Record<string, unknown> {
  if (!existsSync(file)) {
    problems.push(`the settings file ${resolve(file)} does not exist; create it or leave --config out`);
    return {};
  }
  const said = (error: unknown): string => (error instanceof Error ? error.message : String(error));
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    problems.push(`the settings file ${file} cannot be read: ${said(error)}`);
    return {};
  }
  let content: unknown;
  try {
    // Some editors begin a file with a mark of its encoding
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    problems.push(`the settings file ${file} is not JSON: ${said(error)}`);
    return {};
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    problems.push(`the settings file ${file} must hold one object, such as {"http.port": 7400}`);
    return {};
  }
  for (const [key, value] of Object.entries(content)) {
    if (!(key in settings)) problems.push(`"${key}" in ${file} is not a setting; ${hintFor(key, value)}`);
  }
  return content as Record<string, unknown>;
}

function hintFor(key: string, value: unknown): string {
  const nested =
    typeof value === 'object' && value !== null ? Object.keys(value).map((inner) => `${key}.${inner}`) : [];
  const meant = nested.filter((inner) => inner in settings).map((inner) => `"${inner}"`);
  return meant.length === 0
    ? '`itemtape config print` lists them'
    : `settings are not nested, write ${meant.join(' and ')}`;
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

/** What a setting takes, as the end of a sentence. */
export function expectation(key: SettingKey): string {
  const facts: SettingFacts = settings[key];
  switch (facts.kind) {
    case 'list':
      return 'must be a list, or words with commas between them';
    case 'flag':
      return 'must be true or false';
    case 'integer':
      return `must be a whole number from ${facts.min} to ${facts.max}`;
    case 'text':
      return facts.choices === undefined ? 'must be a text' : `must be one of ${facts.choices.join(', ')}`;
  }
}

/** Reads secrets by environment name, ITEMTAPE_NAME before NAME: the value itself, or the content of the file named by NAME_FILE. */
export const secretsFrom =
  (environment: Environment) =>
  (name: string): string | null =>
    secretNamed(environment, `${environmentPrefix}${name}`) ?? secretNamed(environment, name);

function secretNamed(environment: Environment, name: string): string | null {
  const value = environment[name];
  if (value !== undefined && value !== '') return value;
  const file = environment[`${name}_FILE`];
  if (file === undefined || file === '') return null;
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch {
    throw new Error(`${name}_FILE names ${file}, which cannot be read; correct the path or its rights`);
  }
}
