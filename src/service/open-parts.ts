import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { KeyFileError } from '../api/key-file.ts';
import { type Keys, keysIn, openKeys } from '../api/keys.ts';
import type { ItemPages } from '../book/best/market-rules.ts';
import type { Book } from '../book/book.ts';
import { createBook } from '../book/create-book.ts';
import type { Later } from '../book/search/name-indexes.ts';
import type { Clock } from '../clock.ts';
import type { Connector } from '../contract/connector.ts';
import { guarded } from '../guarded.ts';
import type { Log } from '../log.ts';
import { createExchangeRates, type ExchangeRates } from '../normalise/exchange-rates.ts';
import { type KnownFees, type KnownTerms, lacksDatabase, marketplaceNamed, StartRefused } from '../schema/index.ts';
import type { Config } from '../settings.ts';
import { whyNoEngine } from '../store/duckdb/library.ts';
import { hasDatabase, holdFolder, pastIn } from '../store/folder.ts';
import { noStore } from '../store/no-store.ts';
import { type OpenStore, openStore, type StorePlace } from '../store/open-store.ts';
import { createWriter, sharedDelayMs, type Writer } from '../store/writer.ts';
import type { Hub } from '../stream/hub.ts';
import type { Follower } from '../tape/follower.ts';
import type { Recorder } from '../tape/recorder.ts';
import type { Snapshots } from '../tape/snapshot/snapshot.ts';
import type { Tape } from '../tape/tape.ts';
import { listTurn, turn } from '../turn.ts';
import type { ClusterNode } from './cluster/node.ts';
import { TermsInForce } from './live/live-terms.ts';
import { openHub, openRecorder } from './open-hub.ts';
import { isOpenToOthers, openOperatorToken } from './operator-token.ts';
import { ReceivedTimes } from './past/received-times.ts';
import type { RestorePlan } from './snapshots/restore-plan.ts';
import { standingOfService } from './snapshots/service-part.ts';
import { SnapshotKeeper } from './snapshots/snapshot-keeper.ts';
import { openTape } from './tape/open-tape.ts';
import { createSaleDedup, type SaleDedup } from './tape/sale-dedup.ts';
import { createStoreFollower } from './tape/store-follower.ts';
import { storedToOf } from './tape/stored-to.ts';
import { TapePublisher } from './tape/tape-publisher.ts';

/** The parts that store and publish, opened before anything is collected or served. */
export type Parts = {
  readonly store: OpenStore;
  readonly keys: Keys;
  readonly writer: Writer;
  readonly fees: KnownFees;
  readonly terms: KnownTerms;
  readonly liveTerms: TermsInForce;
  readonly itemPages: ItemPages;
  readonly book: Book;
  readonly rates: ExchangeRates;
  readonly tape: Tape;
  readonly snapshots: Snapshots;
  /** How the book is restored from both. */
  readonly plan: RestorePlan;
  /** Whether the tape has records of earlier runs, which readers of the stream may have received. */
  readonly hasPast: boolean;
  readonly hub: Hub;
  readonly recorder: Recorder;
  readonly sales: SaleDedup;
  readonly publisher: TapePublisher;
  /** Whether past states are kept. */
  readonly keepsStates: boolean;
  readonly keeper: SnapshotKeeper;
  /** Null where another node writes the tape to the store. */
  readonly storeFollower: Follower | null;
};

/** Opens the API keys of a data folder. */
export const keysOf = (folder: string, now: Clock['now'], more: { log?: Log; operatorToken?: string } = {}): Keys => {
  mkdirSync(folder, { recursive: true });
  return openKeys({ file: join(folder, 'keys.json'), now, ...more });
};

/** The API keys of the data folder or the cluster, with the operator token, which is created if there is no safe one. */
function operatedKeys({ config, now, log, node = null }: PartsOptions): Keys {
  const { token, remark } = openOperatorToken(config['data.folder']);
  if (remark !== null) log.warn({ remark }, 'operator token');
  const folder = config['data.folder'];
  if (isOpenToOthers(folder)) log.info({ folder }, 'data folder readable by other users of this machine; chmod 700');
  if (node !== null) return keysIn({ kept: node.keys, now, log, operatorToken: token });
  return keysOf(folder, now, { log, operatorToken: token });
}

type PartsOptions = {
  readonly config: Config;
  readonly connectors: readonly Connector[];
  readonly log: Log;
  readonly now: Clock['now'];
  /** Missing or null where this process is the whole service. */
  readonly node?: ClusterNode | null;
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
  at: placeOf(config),
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

async function openPublishing({ config, connectors, log, now, node = null }: PartsOptions, store: OpenStore) {
  const liveTerms = new TermsInForce({ config, connectors, isAlone: node === null });
  const { fees, terms } = liveTerms;
  const itemPages = itemPagesOf(connectors);
  const book = createBook(fees, terms, itemPages, later);
  liveTerms.follow(async (marketplaceId) => {
    for (const _ of book.renewRules(marketplaceId)) await turn();
  });
  const { tape, snapshots, plan } = await (node === null ? openTape({ config, now, log }) : node.openTape());
  const hasPast = tape.head >= tape.first;
  const isReplica = node?.isReplica === true;
  const hub = openHub({ config, book, connectors, tape, now, ...(isReplica && { after: plan.after }) });
  const recorder = openRecorder({ tape, hub, now, log, holdsBack: node !== null });
  if (node !== null) hub.followsOthers();
  // A replica publishes what is on the tape, and its book is never ahead of that
  if (!isReplica) hub.runsAhead(() => recorder.last);
  const sales = createSaleDedup(now);
  const rates = createExchangeRates({ now });
  const keepsStates = node === null && config['store.statesDays'] > 0 && store.keepsPast;
  const received = keepsStates ? new ReceivedTimes(recorder.last) : null;
  const publisher = new TapePublisher({ book, recorder, hub, sales, received, now });
  const ofService = () => standingOfService({ rates, sales });
  const keeper = new SnapshotKeeper({ book, snapshots, tape, recorder, ofService, now, log }, tape.head, plan.files);
  recorder.follow((records, first) => keeper.receive(records, first));
  const storing = await openStoring({ tape, recorder, store, received, now, log, node });
  const streaming = { tape, hasPast, hub, recorder, sales, publisher };
  const kept = { snapshots, plan, keeper, keepsStates, ...storing };
  return { fees, terms, liveTerms, itemPages, book, rates, ...streaming, ...kept };
}

/** What puts rows into the store: those of the tape, unless another node does, and others. */
async function openStoring(parts: {
  readonly tape: Tape;
  readonly recorder: Recorder;
  readonly store: OpenStore;
  readonly received: ReceivedTimes | null;
  readonly now: Clock['now'];
  readonly log: Log;
  readonly node: ClusterNode | null;
}): Promise<{ readonly writer: Writer; readonly storeFollower: Follower | null }> {
  const { tape, recorder, store, received, now, log, node } = parts;
  const { append, keepsPast, states } = store;
  if (node !== null || !keepsPast) {
    // Nodes that serve recognise by it whether the database is the one of this tape
    if (keepsPast && node?.isReplica === false) await storedToOf(tape, store);
    tape.needs('store', Number.POSITIVE_INFINITY);
    const writer = createWriter({ store: { append, keepsPast }, log, now, maxDelayMs: sharedDelayMs });
    return { writer, storeFollower: null };
  }
  const mark: OpenStore['mark'] = async (position) => {
    await store.mark(position);
    if (position.epoch === tape.epoch) tape.needs('store', position.sequence);
  };
  const writer = createWriter({ store: { append, mark }, log, now });
  const storedTo = await storedToOf(tape, store);
  if (received !== null) states.resume(tape.stats().newestAt);
  tape.needs('store', storedTo);
  const storeFollower = createStoreFollower({ tape, writer, received, lost: states.breakOff, log });
  recorder.follow((records, first, lines) => storeFollower.receive(records, first, lines));
  storeFollower.begin(storedTo);
  return { writer, storeFollower };
}

/** The pages of items that connectors know. */
const itemPagesOf = (connectors: readonly Connector[]): ItemPages =>
  new Map(
    connectors.flatMap(({ slug, itemPage }) => {
      const id = marketplaceNamed(slug)?.id;
      return id === undefined || itemPage === undefined ? [] : [[id, itemPage] as const];
    }),
  );

const placeOf = (config: Config): StorePlace => {
  if (config['store.url'] === '') return { folder: config['data.folder'] };
  const cluster = config['store.cluster'];
  return { url: config['store.url'], database: config['store.database'], ...(cluster !== '' && { cluster }) };
};
