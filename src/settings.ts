export type SettingFacts =
  | { readonly kind: 'text'; readonly default: string; readonly choices?: readonly string[] }
  | { readonly kind: 'integer'; readonly default: number; readonly min: number; readonly max: number }
  | { readonly kind: 'flag'; readonly default: boolean }
  | { readonly kind: 'list'; readonly default: readonly string[] };

/** Every setting once: its name stands in the file as it is, in the environment as ITEMTAPE_HTTP_PORT, as a flag as --http-port. */
export const settings = {
  'data.folder': { kind: 'text', default: './data', about: 'Folder that holds the database and the keys.' },
  'http.host': {
    kind: 'text',
    default: '127.0.0.1',
    about: 'Address to listen on; 0.0.0.0 opens the service to the network.',
  },
  'http.port': { kind: 'integer', default: 7400, min: 0, max: 65_535, about: 'Port to listen on; 0 takes a free one.' },
  'http.workers': {
    kind: 'integer',
    default: 0,
    min: 0,
    max: 64,
    about:
      'Front workers: processes that hold the connections of readers and give them again what was answered lately, beside the process that collects; 0 is none.',
  },
  'http.openMetrics': {
    kind: 'flag',
    default: true,
    about: 'Whether /metrics and /health/sources are answered without a key.',
  },
  'http.openStatus': {
    kind: 'flag',
    default: false,
    about: 'Whether /status and /tape/conditions are shown without a key.',
  },
  'api.cacheSeconds': {
    kind: 'integer',
    default: 10,
    min: 0,
    max: 3_600,
    about: 'How long an answer is served again unchanged.',
  },
  'api.cacheMegabytes': {
    kind: 'integer',
    default: 128,
    min: 1,
    max: 65_536,
    about: 'Memory that kept answers may take.',
  },
  'api.lookupMilliseconds': {
    kind: 'integer',
    default: 2_000,
    min: 0,
    max: 20_000,
    about:
      'How long the first question about an item may wait for its offers to be looked up, where its marketplace can be asked at once; less while the process is busy, so that the answer comes in time all the same; 0 never waits.',
  },
  'api.shapes': {
    kind: 'list',
    default: [],
    about:
      'Forms of other services in which prices are told too, for tools that read those: market-csgo, csgotrader, tf2autobot. docs/lists.md tells more.',
  },
  'api.tf2Schema': {
    kind: 'text',
    default: '',
    about: 'File with the schema of TF2 as TF2Autobot keeps it, for the shape tf2autobot; read at the start.',
  },
  'api.tf2Marketplaces': {
    kind: 'list',
    default: ['BackpackTF', 'STNTrading'],
    about:
      'Marketplaces whose asks and bids the shape tf2autobot tells; those that trade for keys and metal unless said.',
  },
  'stream.connectionsPerKey': {
    kind: 'integer',
    default: 2,
    min: 1,
    max: 100_000,
    about: 'Stream connections that one key may hold at the same time.',
  },
  'stream.subscriptionsPerConnection': {
    kind: 'integer',
    default: 100,
    min: 1,
    max: 10_000,
    about: 'Subscriptions that one stream connection may hold.',
  },
  'stream.replays': {
    kind: 'integer',
    default: 20,
    min: 0,
    max: 10_000,
    about: 'Readers who may be told the past (`replay`) at the same time; 0 is none.',
  },
  'stream.requireDeflate': {
    kind: 'flag',
    default: false,
    about: 'Refuse stream clients that do not offer permessage-deflate.',
  },
  'stream.keepMinutes': {
    kind: 'integer',
    default: 10,
    min: 0,
    max: 1_440,
    about: 'Minutes of changes kept in memory for readers that resume; older ones are read from the tape.',
  },
  'stream.keepChanges': {
    kind: 'integer',
    default: 100_000,
    min: 0,
    max: 100_000_000,
    about: 'Changes kept in memory for readers that resume, however old they are.',
  },
  'stream.keepMegabytes': {
    kind: 'integer',
    default: 32,
    min: 1,
    max: 65_536,
    about: 'Memory that kept changes may take; above it the oldest go, whatever the two settings before say.',
  },
  'stream.outboxMessages': {
    kind: 'integer',
    default: 1_000,
    min: 2,
    max: 1_000_000,
    about: 'Messages that may wait in memory for one reader; the rest it reads from the kept changes.',
  },
  'stream.outboxKilobytes': {
    kind: 'integer',
    default: 1_024,
    min: 1,
    max: 1_048_576,
    about: 'Memory that messages waiting for one reader may take.',
  },
  'stream.lagSeconds': {
    kind: 'integer',
    default: 30,
    min: 1,
    max: 3_600,
    about: 'How long a reader may be behind before it is closed with 1013.',
  },
  'stream.gatherMilliseconds': {
    kind: 'integer',
    default: 10,
    min: 0,
    max: 1_000,
    about: 'How long changes are gathered in busy times, so that one write carries many.',
  },
  'alerts.rulesPerKey': {
    kind: 'integer',
    default: 100,
    min: 0,
    max: 100_000,
    about: 'Rules of alerts that one key may have; 0 is none.',
  },
  'alerts.keepPending': {
    kind: 'integer',
    default: 10_000,
    min: 1,
    max: 1_000_000,
    about: 'Alerts of one rule that may wait for its target; what would be more is not raised.',
  },
  'alerts.allowPrivate': {
    kind: 'flag',
    default: false,
    about: 'Whether alerts may go to private addresses, such as those of this machine, and without TLS.',
  },
  'alerts.email.server': {
    kind: 'text',
    default: '',
    isAddress: true,
    about:
      'Server that alerts go to mailboxes over, such as smtp://mail.example.org:587, or smtps:// where TLS comes first; empty sends none. ITEMTAPE_SMTP_USER and ITEMTAPE_SMTP_PASSWORD are its credentials.',
  },
  'alerts.email.from': { kind: 'text', default: '', about: 'Address that these e-mails are from.' },
  'alerts.email.recipients': {
    kind: 'list',
    default: [],
    about: 'Mailboxes that alerts may go to, or domains as @example.org; empty is any.',
  },
  'tape.keepHours': {
    kind: 'integer',
    default: 24,
    min: 1,
    max: 8_760,
    about: 'Hours of changes kept on the tape in the data folder, for readers that resume over restarts too.',
  },
  'tape.keepMegabytes': {
    kind: 'integer',
    default: 4_096,
    min: 64,
    max: 16_777_216,
    about: 'Room on the disk that the tape may take; above it the oldest changes go, however young they are.',
  },
  'store.url': {
    kind: 'text',
    default: '',
    isAddress: true,
    about: 'ClickHouse server to use instead of the embedded database, such as http://localhost:8123.',
  },
  'store.database': { kind: 'text', default: 'itemtape', about: 'Database on that server.' },
  'store.cluster': {
    kind: 'text',
    default: '',
    about: 'Cluster of that server to replicate on; empty for a single server.',
  },
  'store.fsync': {
    kind: 'flag',
    default: false,
    about: 'Wait for the disk after every batch: safe against power loss, about a third of the rate.',
  },
  'store.historyDays': { kind: 'integer', default: 400, min: 1, max: 36_500, about: 'Days of price points kept.' },
  'store.salesDays': {
    kind: 'integer',
    default: 0,
    min: 0,
    max: 36_500,
    about: 'Days of sales kept; 0 keeps them for ever.',
  },
  'store.statesDays': {
    kind: 'integer',
    default: 0,
    min: 0,
    max: 3_650,
    about:
      'Days for which items can be asked for as they stood at any instant (asOf); 0 is none. docs/operate.md says what that takes of the disk.',
  },
  'store.itemDays': {
    kind: 'integer',
    default: 0,
    min: 0,
    max: 36_500,
    about:
      'Days after which an item is forgotten that nothing was told of, and of which no offer, order, sale or price is kept any more; 0 keeps them for ever.',
  },
  'store.memoryMegabytes': {
    kind: 'integer',
    default: 1024,
    min: 256,
    max: 1_048_576,
    about: 'Memory that the embedded database takes at most.',
  },
  'backup.endpoint': {
    kind: 'text',
    default: '',
    isAddress: true,
    about:
      'Address of the S3-compatible store of backups and of publish.bucket; that of Amazon in backup.region when empty.',
  },
  'backup.region': { kind: 'text', default: 'us-east-1', about: 'Region of that store; some want auto.' },
  'backup.folder': {
    kind: 'text',
    default: '',
    about:
      'Folder to put backups into by itself, each into one of its own that is named by its instant; none when empty.',
  },
  'backup.everyHours': { kind: 'integer', default: 24, min: 1, max: 8_760, about: 'Hours between these backups.' },
  'backup.keep': {
    kind: 'integer',
    default: 7,
    min: 1,
    max: 10_000,
    about: 'How many of these backups are kept; beyond it the oldest go.',
  },
  'publish.folder': {
    kind: 'text',
    default: '',
    about:
      'Folder to write all price lists into now and then, for a web server to carry; none when empty. docs/lists.md tells more.',
  },
  'publish.bucket': {
    kind: 'text',
    default: '',
    isAddress: true,
    about:
      'Place s3://bucket/prefix in the store of backup.endpoint to put what stands in publish.folder into as well; none when empty.',
  },
  'publish.minutes': { kind: 'integer', default: 15, min: 1, max: 1_440, about: 'Minutes between them.' },
  'publish.formats': { kind: 'list', default: ['ndjson', 'csv'], about: 'In which forms: json, ndjson, csv.' },
  'publish.currencies': { kind: 'list', default: ['USD'], about: 'In which currencies: USD, EUR, CNY, RUB.' },
  'publish.days': {
    kind: 'integer',
    default: 0,
    min: 0,
    max: 3_650,
    about:
      'Days of which prices, candles and sales are kept as Parquet in publish.folder, each written an hour after its end; 0 for none.',
  },
  'collect.games': { kind: 'list', default: ['CS2', 'Dota2', 'Rust', 'TF2'], about: 'Games to collect.' },
  'collect.only': { kind: 'list', default: [], about: 'Marketplaces to collect, by name; empty for all.' },
  'collect.enable': {
    kind: 'list',
    default: [],
    about:
      'Sources to switch on that are off by default, because their form is only inferred or they cost much, such as market-csgo/sales; all for every one.',
  },
  'collect.keepHours': {
    kind: 'integer',
    default: 48,
    min: 1,
    max: 8_760,
    about: 'Hours after which an offer or a buy order that no reading confirms is dropped.',
  },
  'collect.itemIds': {
    kind: 'text',
    default: '',
    about:
      'Folder of id maps named <slug>-<app id>.json, each an object from name to the id that marketplace gives the item.',
  },
  'collect.connectors': {
    kind: 'text',
    default: '',
    flag: 'connectors',
    about: 'Folder with connectors of your own, one folder for each; docs/your-own-connector.md says how they look.',
  },
  'collect.relay': {
    kind: 'text',
    default: '',
    isAddress: true,
    about: 'Address that requests to every marketplace are sent to, host first in the path; the stage uses it.',
  },
  'fees.seller': {
    kind: 'list',
    default: [],
    about:
      'What marketplaces take of whoever sells, in place of what is known of them: csfloat=2 (percent), skinport=8+0.30 EUR (with so much for each item), dmarket=none (not known).',
  },
  'fees.buyer': {
    kind: 'list',
    default: [],
    about: 'What they take of whoever buys, on top of the price, in the same form.',
  },
  'upstream.url': {
    kind: 'text',
    default: '',
    isAddress: true,
    about:
      'Another service that speaks the v2 interface, to take marketplaces from, such as http://10.0.0.2:7400; its key is UPSTREAM_KEY. docs/upstream.md tells more.',
  },
  'upstream.marketplaces': {
    kind: 'list',
    default: [],
    about: 'Marketplaces to take from there, by name; they are no longer asked themselves.',
  },
  'upstream.requestsPerMinute': {
    kind: 'integer',
    default: 60,
    min: 1,
    max: 60_000,
    about: 'Requests made there per minute, all marketplaces together.',
  },
  'cluster.nats': {
    kind: 'list',
    default: [],
    isAddress: true,
    about:
      'Servers of NATS with JetStream that hold the tape for several machines, such as nats://10.0.0.2:4222; empty for one machine. docs/cluster.md tells more.',
  },
  'cluster.name': {
    kind: 'text',
    default: 'itemtape',
    about: 'Name of the cluster, under which NATS keeps what is its own; letters, digits, - and _.',
  },
  'cluster.replicas': {
    kind: 'integer',
    default: 1,
    min: 1,
    max: 5,
    about: 'Servers of NATS that hold a copy of the tape: 1, 3 or 5.',
  },
  'cluster.roles': {
    kind: 'list',
    default: ['collect', 'serve', 'store'],
    flag: 'roles',
    about: 'What this node of a cluster does: collect, serve, store.',
  },
  'log.level': {
    kind: 'text',
    default: 'info',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    about: 'Least important line that is written.',
  },
  'log.format': {
    kind: 'text',
    default: 'text',
    choices: ['text', 'json'],
    about: 'Lines for people or for machines.',
  },
  'stage.port': {
    kind: 'integer',
    default: 0,
    min: 0,
    max: 65_535,
    about: 'Port of the played marketplaces in the demo; 0 takes a free one.',
  },
  'stage.seed': {
    kind: 'integer',
    default: 1,
    min: 0,
    max: 2 ** 31 - 1,
    about: 'Seed of the played marketplaces in the demo.',
  },
  'stage.tickSeconds': {
    kind: 'integer',
    default: 5,
    min: 1,
    max: 3_600,
    about: 'Seconds between moves of the played marketplaces in the demo.',
  },
  'stage.items': {
    kind: 'integer',
    default: 0,
    min: 0,
    max: 1_000_000,
    about: 'About how many items of each game are played in the demo, spread over all that it has; 0 plays all.',
  },
} as const satisfies Readonly<
  Record<
    string,
    SettingFacts & {
      readonly about: string;
      readonly flag?: string;
      /** Whether it may hold a user and a password. */
      readonly isAddress?: true;
    }
  >
>;

export type SettingKey = keyof typeof settings;

type ValueOf<Facts> = Facts extends { kind: 'text' }
  ? string
  : Facts extends { kind: 'integer' }
    ? number
    : Facts extends { kind: 'flag' }
      ? boolean
      : readonly string[];

export type Config = { readonly [Key in SettingKey]: ValueOf<(typeof settings)[Key]> };

export const settingKeys = Object.keys(settings) as SettingKey[];

const words = (key: string): string =>
  key.replaceAll('.', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** `http.port` as HTTP_PORT, which is read where the name with the prefix is not set. */
export const shortEnvironmentName = (key: string): string => words(key).toUpperCase().replaceAll(' ', '_');

/** What every name in the environment may begin with. */
export const environmentPrefix = 'ITEMTAPE_';

/** `http.port` as ITEMTAPE_HTTP_PORT. */
export const environmentName = (key: string): string => `${environmentPrefix}${shortEnvironmentName(key)}`;

/** `http.port` as http-port, written with two dashes before it; a few have a shorter one. */
export function flagName(key: SettingKey): string {
  const facts = settings[key];
  return 'flag' in facts ? facts.flag : words(key).replaceAll(' ', '-');
}

export const isAddress = (key: SettingKey): boolean => 'isAddress' in settings[key];

/** A setting as anybody may see it: addresses without users, passwords and what stands in their queries. */
export function shownSetting(key: SettingKey, value: Config[SettingKey]): Config[SettingKey] {
  if (!isAddress(key)) return value;
  if (typeof value === 'string') return shownAddress(value);
  return Array.isArray(value) ? value.map(shownAddress) : value;
}

function shownAddress(text: string): string {
  // Where its parts cannot be told apart, any of it may be the password
  const isWhole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) && URL.canParse(text);
  if (!isWhole) return /[@?]/.test(text) ? '…' : text;
  return text.replace(/([?&][^=&#]*=)[^&#]*/g, '$1…').replace(/^([^:]*:\/\/).*@/, '$1…@');
}
