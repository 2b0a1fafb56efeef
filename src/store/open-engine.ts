import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client';
import { StartRefused } from '../schema/index.ts';
import { type Client, ClientEngine, type Form, type Insert } from './client-engine.ts';
import { type Engine, longestStatement, type ServerAddress, sqlText } from './engine.ts';
import { wholeWrites } from './queries/failed-writes.ts';

type Connection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>;

// Set for both forms, since the defaults differ between ClickHouse versions
const settings = (isCluster: boolean): ClickHouseSettings => ({
  async_insert: 0, // on by default from 26.x; an answer must mean that the rows are written
  max_partitions_per_insert_block: '0', // past prices of many years can come in one batch
  output_format_json_quote_64bit_integers: 0,
  max_query_size: String(longestStatement), // waiting rows are part of a statement
  ...(isCluster ? { distributed_foreground_insert: 1 } : {}),
});

// Errors reach the caller; the client would print them as well
const log = { level: ClickHouseLogLevel.OFF };

const defaultMemoryMegabytes = 1024;

/** Limits the engine's memory, not that of the rest of the process. Caches grow to their limits, so these are small. */
const memoryArguments = (megabytes: number): string[] => {
  const bytes = megabytes * 2 ** 20;
  const caches = ['mark', 'primary_index', 'index_mark'].map(
    (name) => `--${name}_cache_size=${Math.floor(bytes / 16)}`,
  );
  return [`--max_server_memory_usage=${bytes}`, ...caches];
};

// By default the engine merges parts of four tables at once. Merges of the three candle tables, whose aggregate states
// take tens of MB each, come due together; in sequence they take 1.8 s in all instead of 1.4.
const mergeArguments = ['--background_pool_size=1', '--background_merges_mutations_concurrency_ratio=1'];

/**
 * The defaults are for large servers: old parts are removed and found ones loaded by up to 128 threads, of which 1,000 are
 * kept when idle, and memory is looked at 20 times a second. The first engine of a process decides for all of them.
 */
export const threadArguments = [
  '--max_parts_cleaning_thread_pool_size=1',
  '--max_active_parts_loading_thread_pool_size=2',
  '--max_outdated_parts_loading_thread_pool_size=1',
  '--max_unexpected_parts_loading_thread_pool_size=1',
  '--max_thread_pool_free_size=8',
  '--memory_worker_period_ms=1000',
];

// The engine's allocator reads this variable once, when its library is loaded. By default it keeps free pages for seconds
// of its own activity, and as long as it is idle: 150 MB more while rows are written. Keeping them for some milliseconds
// would save a sixth of the processor time of writing and a tenth of a start, and cost 5 to 20 MB at all times.
const returnFreePages = (): void => {
  // biome-ignore lint/style/noProcessEnv: the library can be configured in no other way
  process.env['JE_MALLOC_CONF'] ??= 'dirty_decay_ms:0,muzzy_decay_ms:0';
};

// Whether the engine reads the path as a pattern for several files
const isPattern = (path: string): boolean => /[*?{}]/.test(path);

/** Path of the file from which the embedded engine reads binary rows, as its statements can only be text. */
const insertedFrom = async (path: string): Promise<string> => {
  if (!isPattern(path)) return `${path}.insert`;
  if (!isPattern(tmpdir())) return join(await mkdtemp(join(tmpdir(), 'itemtape-')), 'engine.insert');
  throw new StartRefused(
    `the embedded database reads * ? { and } in a path as a pattern, and both the data folder and ${tmpdir()} contain one of them; use another data folder, or set TMPDIR to another folder`,
  );
};

/** The embedded engine is not here; `reason` is what its loading ended with. */
class EngineLeftOut extends StartRefused {
  readonly reason: string;

  constructor(reason: string) {
    super(
      `the embedded database is not installed here (${reason}); set store.url to a ClickHouse server, or install the package chdb`,
    );
    this.reason = reason;
  }
}

/**
 * Whether the package, or its library for this system, is not there, as after `npm ci --omit=optional`. One that is there but
 * cannot be loaded is broken.
 */
const isLeftOut = (error: Error): boolean =>
  'code' in error &&
  (error.code === 'CHDB_PLATFORM' ||
    (error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes("package 'chdb'")));

/** Loads chdb, an optional package, as its half a gigabyte is needed neither with a ClickHouse server nor without a past. */
const loadEngine = async () => {
  returnFreePages();
  try {
    const { createChdbConnection } = await import('chdb/connection');
    const { drainPending, Session } = await import('chdb');
    return { createChdbConnection, drainPending, Session };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const [reason = ''] = error.message.split('\n');
    if (isLeftOut(error)) throw new EngineLeftOut(reason);
    throw new StartRefused(
      `the embedded database cannot be loaded (${reason}); reinstall the package chdb, or set store.url to a ClickHouse server`,
    );
  }
};

/** Why there is no embedded engine here; null if there is one. Throws `StartRefused` if it is broken. */
export const whyNoEngine = (): Promise<string | null> =>
  loadEngine().then(
    () => null,
    (error: unknown) => {
      if (error instanceof EngineLeftOut) return error.reason;
      throw error;
    },
  );

/**
 * The engine inside this process, over one folder. A connection runs one query at a time and occupies one of the four
 * threads of Node's pool, also while it waits: so there are three connections, each with a queue.
 */
export const embeddedEngine = async (path: string, memoryMegabytes = defaultMemoryMegabytes): Promise<Engine> => {
  const { createChdbConnection, drainPending, Session } = await loadEngine();
  const file = await insertedFrom(path);
  // The arguments of the first connection to a folder apply to all of them
  const connectionArgs = [...memoryArguments(memoryMegabytes), ...mergeArguments, ...threadArguments];
  const bounds = new Session(path, { connectionArgs });
  const connect = () => {
    // chdb is typed against the client's former common package, whose types differ in name only
    const connection = createChdbConnection({ path }) as unknown as Connection;
    return createClient({ connection, clickhouse_settings: settings(false), log });
  };
  const closed = async () => {
    bounds.close();
    await drainPending();
    if (isPattern(path)) await rm(dirname(file), { recursive: true });
  };
  const insert = async (client: Client, { table, columns, blocks }: Insert) => {
    const names = columns.map(({ name }) => name).join(', ');
    const structure = columns.map(({ name, type }) => `${name} ${type}`).join(', ');
    const rows = `file(${sqlText(file)}, 'Native', ${sqlText(structure)})`;
    try {
      await writeFile(file, blocks);
      const query = `INSERT INTO ${table} (${names}) SELECT ${names} FROM ${rows} SETTINGS max_threads = 1`;
      await client.command({ query });
    } finally {
      await rm(file, { force: true });
    }
  };
  // The partial output of a failed query precedes the next answer on its connection, so it is drained by a ping
  const failed = (client: Client) => client.ping({ select: true });
  return new ClientEngine(connect(), [connect(), connect()], 1, { insert, ...wholeWrites(), failed, closed });
};

/** Copies blocks for sending, as their buffer is reused. */
async function* copied(blocks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const block of blocks) yield Buffer.from(block);
}

/** A ClickHouse server. */
export const serverEngine = (address: ServerAddress, isCluster: boolean): Engine => {
  const client = createClient({ ...address, clickhouse_settings: settings(isCluster), max_open_connections: 8, log });
  const insert = async (_: Client, { table, columns, blocks }: Insert) => {
    const query = `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')}) FORMAT Native`;
    const { stream } = await client.exec({ query, values: Readable.from(copied(blocks), { objectMode: false }) });
    // The connection is free for the next statement once the answer is read
    await stream.toArray();
  };
  const whole: Form['whole'] = async (_, run) => void (await run());
  const nothing = async () => {};
  const unmended = { mends: () => 0, mended: async () => false };
  return new ClientEngine(client, [client], 6, { insert, whole, ...unmended, failed: nothing, closed: nothing });
};
