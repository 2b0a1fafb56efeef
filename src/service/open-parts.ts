import { KeyFileError } from '../api/key-file.ts';
import type { Keys } from '../api/keys.ts';
import type { ItemPages } from '../book/best/market-rules.ts';
import { Book } from '../book/book.ts';
import type { Later } from '../book/search/name-indexes.ts';
import type { Config } from '../config/settings.ts';
import type { Connector } from '../contract/connector.ts';
import { ExchangeRates } from '../normalise/exchange-rates.ts';
import type { Clock } from '../runtime/clock.ts';
import { guarded } from '../runtime/guarded.ts';
import type { Log } from '../runtime/log.ts';
import { listTurn, turn } from '../runtime/turn.ts';
import { lacksDatabase, marketplaceNamed, StartRefused } from '../schema/index.ts';
import { whyNoEngine } from '../store/duckdb/library.ts';
import { hasDatabase, holdFolder, pastIn } from '../store/folder.ts';
import { noStore } from '../store/no-store.ts';
import { type OpenStore, openStore, type StoreLocation } from '../store/open-store.ts';
import { ReceivedTimes } from './as-of/received-times.ts';
import { TermsInForce } from './live/live-terms.ts';
import type { Node } from './node/node.ts';
import { openHub, openRecorder } from './open-hub.ts';
import { isOpenToOthers, openOperatorToken } from './operator-token.ts';
import type { Parts } from './parts.ts';
import { serviceRecords } from './snapshots/service-part.ts';
import { SnapshotKeeper } from './snapshots/snapshot-keeper.ts';
import { createSaleDedup } from './tape/sale-dedup.ts';
import { TapePublisher } from './tape/tape-publisher.ts';

/** The API keys of the data folder or the cluster, with the operator token, which is created if there is no safe one. */
function operatedKeys({ config, log, node }: PartsOptions): Keys {
  const { token, remark } = openOperatorToken(config['data.folder']);
  if (remark !== null) log.warn({ remark }, 'operator token');
  const folder = config['data.folder'];
  if (isOpenToOthers(folder)) log.info({ folder }, 'data folder readable by other users of this machine; chmod 700');
  return node.openKeys(token);
}

type PartsOptions = {
  readonly config: Config;
  readonly connectors: readonly Connector[];
  readonly log: Log;
  readonly now: Clock['now'];
  readonly node: Node;
};

export async function openParts(options: PartsOptions): Promise<Parts> {
  const store = await openOwnStore(options);
  try {
    // Only once this process owns the folder
    const keys = operatedKeys(options);
    return { store, keys, ...(await openPublishing(options, store)) };
  } catch (error) {
    await store.close();
    throw error instanceof KeyFileError ? new StartRefused(error.message) : error;
  }
}

/** The options of the store, from the settings. */
export const storeSettings = (config: Config, now: Clock['now'], log: Log) => ({
  at: positionOf(config),
  now,
  log,
  fsync: config['store.fsync'],
  priceHistoryDays: config['store.historyDays'],
  salesDays: config['store.salesDays'],
  ...(config['store.statesDays'] > 0 && { statesDays: config['store.statesDays'] }),
  memoryMegabytes: config['store.memoryMegabytes'],
});

/** Opens the store. This process holds the data folder even where the rows are on a server, or are not kept. */
async function openOwnStore({ config, log, now }: PartsOptions): Promise<OpenStore> {
  const settings = storeSettings(config, now, log);
  const reason = 'folder' in settings.at ? await whyNoEngine() : null;
  if ('folder' in settings.at && reason === null) return await openStore(settings);
  const release = await holdFolder(config['data.folder'], now);
  try {
    const store = reason === null ? await openStore(settings) : withoutDatabase(config, log, reason);
    return { ...store, close: () => store.close().finally(release) };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Says what is missing and why; a past that the data folder already has stays as it is. */
function withoutDatabase(config: Config, log: Log, reason: string): OpenStore {
  const folder = config['data.folder'];
  const hasPast = hasDatabase(folder);
  // A backup would lack the past that is there
  for (const key of ['publish.days', ...(hasPast ? (['backup.folder'] as const) : [])] as const)
    if (config[key])
      throw new StartRefused(
        `${key} needs the embedded database, which is not installed here (${reason}); remove it, or install the package @duckdb/node-api`,
      );
  if (!hasPast) log.info({ reason }, lacksDatabase);
  else
    log.warn(
      { reason, folder: pastIn(folder) },
      `${lacksDatabase}; the past that is in the data folder stays as it is, and gets a gap that the tape fills only as far back as it is kept`,
    );
  return noStore;
}

/** Works when no list that is being read is behind. */
const later: Later = (piece) =>
  guarded(async () => {
    do await listTurn(Number.POSITIVE_INFINITY);
    while (piece());
  })();

async function openPublishing({ config, connectors, log, now, node }: PartsOptions, store: OpenStore) {
  const { isAlone } = node;
  const liveTerms = new TermsInForce({ config, connectors, isAlone });
  const { fees, terms } = liveTerms;
  const itemPages = itemPagesOf(connectors);
  const book = new Book(fees, terms, itemPages, later);
  liveTerms.follow(async (marketplaceId) => {
    for (const _ of book.renewRules(marketplaceId)) await turn();
  });
  const { tape, snapshots, plan, streamAfter } = await node.openTape();
  const hasPast = tape.head >= tape.first;
  const newest = () => recorder.last;
  const hub = openHub({ config, book, connectors, tape, after: streamAfter, newest, followOthers: !isAlone, now });
  const recorder = openRecorder({ tape, hub, now, log, holdsBack: !isAlone });
  const sales = createSaleDedup(now);
  const rates = new ExchangeRates({ now });
  const keepsStates = isAlone && config['store.statesDays'] > 0 && store.keepsPast;
  const received = keepsStates ? new ReceivedTimes(recorder.last) : null;
  const publisher = new TapePublisher({ book, recorder, hub, sales, received, now });
  const ofService = () => serviceRecords({ rates, sales });
  const keeper = new SnapshotKeeper({ book, snapshots, tape, recorder, ofService, now, log }, tape.head, plan.files);
  recorder.follow((records, first) => keeper.receive(records, first));
  const storing = await node.openStoring({ tape, recorder, store, received, now, log });
  const streaming = { tape, hasPast, hub, recorder, sales, publisher };
  const stored = { snapshots, plan, streamAfter, keeper, keepsStates, ...storing };
  return { fees, terms, liveTerms, itemPages, book, rates, ...streaming, ...stored };
}

/** The pages of items that connectors know. */
const itemPagesOf = (connectors: readonly Connector[]): ItemPages =>
  new Map(
    connectors.flatMap(({ slug, itemPage }) => {
      const id = marketplaceNamed(slug)?.id;
      return id === undefined || itemPage === undefined ? [] : [[id, itemPage] as const];
    }),
  );

const positionOf = (config: Config): StoreLocation => {
  if (config['store.url'] === '') return { folder: config['data.folder'] };
  const cluster = config['store.cluster'];
  return { url: config['store.url'], database: config['store.database'], ...(cluster !== '' && { cluster }) };
};
