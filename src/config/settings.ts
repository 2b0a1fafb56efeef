export type SettingFacts =
  | { readonly kind: 'text'; readonly default: string; readonly choices?: readonly string[] }
  | { readonly kind: 'integer'; readonly default: number; readonly min: number; readonly max: number }
  | { readonly kind: 'flag'; readonly default: boolean }
  | { readonly kind: 'list'; readonly default: readonly string[] };

/** All settings. `http.port` is named so in the file, ITEMTAPE_HTTP_PORT in the environment, and --http-port as a flag. */
export const settings = {
  'data.folder': { kind: 'text', default: './data', about: 'Folder that holds the database and the keys.' },
  'http.host': {
    kind: 'text',
    default: '127.0.0.1',
    about: 'Address to listen on; 0.0.0.0 opens the service to the network.',
  },
  'http.port': { kind: 'integer', default: 7400, min: 0, max: 65_535, about: 'Port to listen on; 0 picks a free one.' },
  'http.workers': {
    kind: 'integer',
    default: 0,
    min: 0,
    max: 64,
    about:
      'Front workers: processes that hold the connections of readers and serve cached answers, next to the process that collects; 0 starts none.',
  },
  'http.openMetrics': {
    kind: 'flag',
    default: true,
    about: 'Serve /metrics and /health/sources without a key.',
  },
  'http.openStatus': {
    kind: 'flag',
    default: false,
    about: 'Serve /status and /tape/conditions without a key.',
  },
  'http.publicAddress': {
    kind: 'text',
    default: '',
    about:
      'Address at which readers reach the service, such as https://tape.example.org, if it has one; it is named in /docs, /llms.txt and /.well-known/security.txt.',
  },
  'http.securityContact': {
    kind: 'text',
    default: '',
    about:
      'Mail or web address (https://) for whoever finds a vulnerability of this installation, told in /.well-known/security.txt; if empty, collect.contact, and without either that file does not exist.',
  },
  'api.cacheSeconds': {
    kind: 'integer',
    default: 10,
    min: 0,
    max: 3_600,
    about: 'Seconds for which an answer is cached and served unchanged.',
  },
  'api.lookupMilliseconds': {
    kind: 'integer',
    default: 2_000,
    min: 0,
    max: 20_000,
    about:
      'How long a request for an item can wait while its offers are looked up, if its marketplace can be read at once; shorter while the process is busy, so that the answer still comes in time; 0 never waits.',
  },
  'api.shapes': {
    kind: 'list',
    default: [],
    about:
      'Formats of other services in which prices are served, too, for tools that read those: market-csgo, csgotrader, udf. See docs/lists.md.',
  },
  'stream.connectionsPerKey': {
    kind: 'integer',
    default: 2,
    min: 1,
    max: 100_000,
    about: 'Stream connections that one key can hold at the same time.',
  },
  'stream.requireDeflate': {
    kind: 'flag',
    default: false,
    about: 'Refuse stream clients that do not offer permessage-deflate.',
  },
  'stream.keepMegabytes': {
    kind: 'integer',
    default: 32,
    min: 1,
    max: 65_536,
    about: 'Memory for recent changes, from which readers resume; older changes are read from the tape.',
  },
  'alerts.rulesPerKey': {
    kind: 'integer',
    default: 100,
    min: 0,
    max: 100_000,
    about: 'Alert rules that one key can have; 0 allows none.',
  },
  'alerts.allowPrivate': {
    kind: 'flag',
    default: false,
    isLive: true,
    about: 'Allow alerts to private addresses, such as those of this machine, and without TLS.',
  },
  'alerts.email.server': {
    kind: 'text',
    default: '',
    isAddress: true,
    isLive: true,
    about:
      'SMTP server for alerts by e-mail, such as smtp://mail.example.org:587, or smtps:// for TLS from the start; empty sends none. Its credentials are ITEMTAPE_SMTP_USER and ITEMTAPE_SMTP_PASSWORD.',
  },
  'alerts.email.from': { kind: 'text', default: '', isLive: true, about: 'Sender address of these e-mails.' },
  'alerts.email.recipients': {
    kind: 'list',
    default: [],
    isLive: true,
    about: 'Mailboxes to which alerts can be sent, or domains such as @example.org; empty allows any.',
  },
  'tape.keepHours': {
    kind: 'integer',
    default: 24,
    min: 1,
    max: 8_760,
    about: 'Hours of changes kept on the tape in the data folder, so that readers can also resume after a restart.',
  },
  'tape.keepMegabytes': {
    kind: 'integer',
    default: 4_096,
    min: 64,
    max: 16_777_216,
    about: 'Disk space for the tape; above it the oldest changes are removed, however recent they are.',
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
    about:
      'Let a ClickHouse server wait for its disk after every batch: safe against power loss, but only about a third of the write rate. The tape waits as well; the embedded database always does.',
  },
  'store.historyDays': { kind: 'integer', default: 400, min: 1, max: 36_500, about: 'Days of price points to keep.' },
  'store.salesDays': {
    kind: 'integer',
    default: 0,
    min: 0,
    max: 36_500,
    about: 'Days of sales to keep; 0 keeps them for ever.',
  },
  'store.statesDays': {
    kind: 'integer',
    default: 0,
    min: 0,
    max: 3_650,
    about:
      'Days for which items can be requested as of any instant (asOf); 0 keeps none. docs/operate.md gives the disk space this needs.',
  },
  'store.itemDays': {
    kind: 'integer',
    default: 0,
    min: 0,
    max: 36_500,
    about:
      'Days within which the name of an item is forgotten once none of its prices, bids, sales and past states is kept any more; 0 keeps names for ever.',
  },
  'store.memoryMegabytes': {
    kind: 'integer',
    default: 512,
    min: 128,
    max: 1_048_576,
    about: 'Memory limit of the embedded database; what takes more goes to the data folder meanwhile.',
  },
  'backup.folder': {
    kind: 'text',
    default: '',
    isLive: true,
    about: 'Folder for automatic backups, each in a subfolder named after its instant; if empty, none are made.',
  },
  'backup.everyHours': {
    kind: 'integer',
    default: 24,
    min: 1,
    max: 8_760,
    isLive: true,
    about: 'Hours between automatic backups.',
  },
  'backup.keep': {
    kind: 'integer',
    default: 7,
    min: 1,
    max: 10_000,
    isLive: true,
    about: 'Automatic backups to keep; when there are more, the oldest are removed.',
  },
  'publish.folder': {
    kind: 'text',
    default: '',
    isLive: true,
    about:
      'Folder to which all price lists are written at intervals, for a web server to serve; if empty, none are written. See docs/lists.md.',
  },
  'publish.bucket': {
    kind: 'text',
    default: '',
    isAddress: true,
    isLive: true,
    about:
      'Place s3://bucket/prefix to which the files of publish.folder are copied, in the S3-compatible store at AWS_ENDPOINT_URL, or else that of Amazon in AWS_REGION; if empty, none are copied.',
  },
  'publish.minutes': {
    kind: 'integer',
    default: 15,
    min: 1,
    max: 1_440,
    isLive: true,
    about: 'Minutes between price lists.',
  },
  'publish.formats': {
    kind: 'list',
    default: ['ndjson', 'csv'],
    isLive: true,
    about: 'Formats of the price lists: json, ndjson, csv.',
  },
  'publish.currencies': {
    kind: 'list',
    default: ['USD'],
    isLive: true,
    about: 'Currencies of the price lists: USD, EUR, CNY, RUB.',
  },
  'publish.days': {
    kind: 'integer',
    default: 0,
    min: 0,
    max: 3_650,
    isLive: true,
    about:
      'Days whose prices, candles and sales are kept as Parquet in publish.folder, with the catalogue of items, each written an hour after its end; 0 keeps none.',
  },
  'publish.months': {
    kind: 'integer',
    default: 0,
    min: 0,
    max: 240,
    isLive: true,
    about:
      'Months that the days of publish.days are put together in, divided by item, with views for DuckDB, as long as they are kept in publish.folder; 0 keeps none. See docs/lists.md.',
  },
  'collect.games': { kind: 'list', default: ['CS2', 'Dota2', 'Rust', 'TF2'], about: 'Games to collect.' },
  'collect.only': { kind: 'list', default: [], about: 'Marketplaces to collect, by name; empty collects all.' },
  'collect.dataSets': {
    kind: 'flag',
    default: true,
    about:
      'Read once a day what marketplaces do not tell of items, such as wear ranges, rarities and collections, from public data sets: CSGO-API, files on GitHub under the MIT licence. What they told before stays.',
  },
  'collect.enable': {
    kind: 'list',
    default: [],
    about:
      'Sources to switch on that are off by default, because their format is only inferred, they are expensive or reading them is against the terms of the marketplace, which can cost an account: such as market-csgo/sales; all switches on every one, those against terms too.',
  },
  'collect.granted': {
    kind: 'list',
    default: [],
    about:
      'Budgets of which a marketplace has granted you more than others get, such as c5game/offers for a key on the white list of C5Game; itemtape marketplaces lists them.',
  },
  'collect.keepHours': {
    kind: 'integer',
    default: 48,
    min: 1,
    max: 8_760,
    about:
      'Hours after which an offer or a buy order is dropped if no reading confirms it; only time in which its marketplace was read counts.',
  },
  'collect.itemIds': {
    kind: 'text',
    default: '',
    about:
      'Folder with maps of the ids that marketplaces give items, or one such file: <slug>-<app id>.json, each an object from the name of an item to its id on that marketplace, or the public cs2_marketplaceids.json.',
  },
  'collect.contact': {
    kind: 'text',
    default: '',
    about:
      'Mail or web address at which you can be reached, sent with every request: itemtape/1.2.3 (+https://example.org). Empty sends none.',
  },
  'collect.connectors': {
    kind: 'text',
    default: '',
    flag: 'connectors',
    about: 'Folder with your own connectors, one folder for each. See docs/your-own-connector.md.',
  },
  'collect.relay': {
    kind: 'text',
    default: '',
    isAddress: true,
    about:
      'Address to which requests for all marketplaces are sent, with the host first in the path; used by the stage.',
  },
  'fees.seller': {
    kind: 'list',
    default: [],
    about:
      'Fees that marketplaces take from sellers, in place of the built-in ones: csfloat=2 (percent), skinport=8+0.30 EUR (percent plus an amount for each item), dmarket=none (not known).',
  },
  'fees.buyer': {
    kind: 'list',
    default: [],
    about: 'Fees that marketplaces take from buyers, on top of the price, in the same form.',
  },
  'terms.payout': {
    kind: 'list',
    default: [],
    about:
      'What sellers end up with, in place of what is built in: waxpeer=money, steamBalance, siteBalance, items, coins, or none (not known).',
  },
  'terms.itemHold': {
    kind: 'list',
    default: [],
    about: 'Days until something bought there can be sold elsewhere, in all games: csfloat=7, or none (not known).',
  },
  'terms.moneyHold': {
    kind: 'list',
    default: [],
    about: 'Days until what was sold for is free, in all games, in the same form.',
  },
  'terms.payIn': {
    kind: 'list',
    default: [],
    about: 'Cost of paying money in, in the form of fees.seller: csfloat=2.8+0.30 USD.',
  },
  'terms.payOut': { kind: 'list', default: [], about: 'Cost of paying money out, in the same form.' },
  'terms.maxPrice': {
    kind: 'list',
    default: [],
    about: 'Highest price that can be paid there: steam-market=2000 USD, or none (not known).',
  },
  'sinks.channels': {
    kind: 'list',
    default: ['offers', 'sales', 'buyOrders', 'prices', 'sources', 'gaps'],
    about:
      'Channels of the stream whose messages the sinks get: offers, sales, buyOrders, prices, sources, gaps, batches. See docs/sinks.md.',
  },
  'sinks.postgres.url': {
    kind: 'text',
    default: '',
    isAddress: true,
    about:
      'PostgreSQL database that gets a row for each message, such as postgres://itemtape@10.0.0.2:5432/itemtape; empty for none. Its password is POSTGRES_PASSWORD.',
  },
  'sinks.nats.servers': {
    kind: 'list',
    default: [],
    isAddress: true,
    about:
      'NATS servers with JetStream that get each message, such as nats://10.0.0.2:4222; empty for none. Their credentials are those of a cluster.',
  },
  'sinks.nats.stream': {
    kind: 'text',
    default: 'itemtape-messages',
    about: 'Stream there, which its subjects are named after; letters, digits, - and _.',
  },
  'sinks.nats.keepMegabytes': {
    kind: 'integer',
    default: 4_096,
    min: 1,
    max: 16_777_216,
    about: 'Size of that stream when it is created, above which it drops the oldest messages.',
  },
  'upstream.url': {
    kind: 'text',
    default: '',
    isAddress: true,
    about:
      'Another service with the v2 interface from which to read marketplaces, such as http://10.0.0.2:7400; its key is UPSTREAM_KEY. See docs/upstream.md.',
  },
  'upstream.marketplaces': {
    kind: 'list',
    default: [],
    about: 'Marketplaces to read from there, by name; they are then not read directly.',
  },
  'upstream.requestsPerMinute': {
    kind: 'integer',
    default: 60,
    min: 1,
    max: 60_000,
    about: 'Requests per minute to that service, for all marketplaces together.',
  },
  'cluster.nats': {
    kind: 'list',
    default: [],
    isAddress: true,
    about:
      'NATS servers with JetStream that hold the tape of a cluster, such as nats://10.0.0.2:4222; empty for one machine. See docs/cluster.md.',
  },
  'cluster.name': {
    kind: 'text',
    default: 'itemtape',
    about: 'Name of the cluster, which its streams in NATS are named after; letters, digits, - and _.',
  },
  'cluster.replicas': {
    kind: 'integer',
    default: 1,
    min: 1,
    max: 5,
    about: 'NATS servers that hold a copy of the tape: 1, 3 or 5.',
  },
  'cluster.roles': {
    kind: 'list',
    default: ['collect', 'serve', 'store'],
    flag: 'roles',
    about: 'Roles of this node of a cluster: collect, serve, store.',
  },
  'log.level': {
    kind: 'text',
    default: 'info',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    isLive: true,
    about: 'Lowest level of log lines that are written.',
  },
  'log.format': {
    kind: 'text',
    default: 'text',
    choices: ['text', 'json'],
    about: 'Log lines for people (text) or for machines (json).',
  },
  'stage.tickSeconds': {
    kind: 'integer',
    default: 5,
    min: 1,
    max: 3_600,
    about: 'Seconds between changes on the simulated marketplaces in the demo.',
  },
  'stage.items': {
    kind: 'integer',
    default: 0,
    min: 0,
    max: 1_000_000,
    about:
      'About how many items of each game the demo simulates: 0 for its 15,000, and up to 50,000 with made-up ones.',
  },
} as const satisfies Readonly<
  Record<
    string,
    SettingFacts & {
      readonly about: string;
      readonly flag?: string;
      /** Whether the value can contain a user and a password. */
      readonly isAddress?: true;
      /** Whether a change applies without a restart. */
      readonly isLive?: true;
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

/** `http.port` as HTTP_PORT, which is read if the name with the prefix is not set. */
export const shortEnvironmentName = (key: string): string => words(key).toUpperCase().replaceAll(' ', '_');

/** Optional prefix of every name in the environment. */
export const environmentPrefix = 'ITEMTAPE_';

/** `http.port` as ITEMTAPE_HTTP_PORT. */
export const environmentName = (key: string): string => `${environmentPrefix}${shortEnvironmentName(key)}`;

/** `http.port` as http-port, without the two dashes; a few settings have a shorter flag. */
export function flagName(key: SettingKey): string {
  const facts = settings[key];
  return 'flag' in facts ? facts.flag : words(key).replaceAll(' ', '-');
}

export const isLive = (key: SettingKey): boolean => 'isLive' in settings[key];

export const isAddress = (key: SettingKey): boolean => 'isAddress' in settings[key];

/** The value of a setting with secrets masked: addresses lose users, passwords and the values in their query. */
export function shownSetting(key: SettingKey, value: Config[SettingKey]): Config[SettingKey] {
  if (!isAddress(key)) return value;
  if (typeof value === 'string') return shownAddress(value);
  return Array.isArray(value) ? value.map(shownAddress) : value;
}

function shownAddress(text: string): string {
  // If the parts of the address cannot be told apart, any of them can be the password
  const isWhole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) && URL.canParse(text);
  if (!isWhole) return /[@?]/.test(text) ? '…' : text;
  return text.replace(/([?&][^=&#]*=)[^&#]*/g, '$1…').replace(/^([^:]*:\/\/).*@/, '$1…@');
}
