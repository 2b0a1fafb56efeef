import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client';
import { StartRefused } from '../schema/index.ts';
import { type Client, ClientEngine, type Insert } from './client-engine.ts';
import { type Engine, type ServerAddress, sqlText } from './engine.ts';

type Connection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>;

// The same for both forms, since an engine's own defaults differ by version
const settings = (isCluster: boolean): ClickHouseSettings => ({
  async_insert: 0, // on by default from 26.x: the answer must mean written
  max_partitions_per_insert_block: '0', // old prices of many years may come in one batch
  output_format_json_quote_64bit_integers: 0,
  ...(isCluster ? { distributed_foreground_insert: 1 } : {}),
});

// Errors reach the caller; the client would print them a second time
const log = { level: ClickHouseLogLevel.OFF };

const defaultMemoryMegabytes = 1024;

/** What the engine takes at most; the rest of the process is not counted. Caches, which fill what they may have, are kept small beside it. */
const memoryArguments = (megabytes: number): string[] => {
  const bytes = megabytes * 2 ** 20;
  const caches = ['mark', 'primary_index', 'index_mark'].map(
    (name) => `--${name}_cache_size=${Math.floor(bytes / 16)}`,
  );
  return [`--max_server_memory_usage=${bytes}`, ...caches];
};

// By itself it merges parts of four tables at once. Those of the three tables of candles, whose rows hold states of
// aggregates and take tens of MB meanwhile, come due together; one after the other they take 1.8 s in all instead of 1.4.
const mergeArguments = ['--background_pool_size=1', '--background_merges_mutations_concurrency_ratio=1'];

// The engine's allocator reads it once, when its library is loaded. By itself it keeps pages that are free for seconds of
// its own activity, and for as long as it rests: 150 MB more while rows are written. Keeping them for some milliseconds
// spares a sixth of the processor time of writing and a tenth of a start, and takes 5 to 20 MB at every moment.
const returnFreePages = (): void => {
  // biome-ignore lint/style/noProcessEnv: the library is told in no other way
  process.env['JE_MALLOC_CONF'] ??= 'dirty_decay_ms:0,muzzy_decay_ms:0';
};

// What several files are meant by
const isPattern = (path: string): boolean => /[*?{}]/.test(path);

/** Statements of the embedded engine are text, and rows in its own form are none: it reads them from this file. */
const insertedFrom = async (path: string): Promise<string> => {
  if (!isPattern(path)) return `${path}.insert`;
  if (!isPattern(tmpdir())) return join(await mkdtemp(join(tmpdir(), 'itemtape-')), 'engine.insert');
  throw new StartRefused(
    `neither the data folder nor ${tmpdir()} can be read by the embedded database, for which * ? { and } are patterns; name one of them otherwise`,
  );
};

/** An optional package, as half a gigabyte is of no use beside a server. */
const loadEngine = async () => {
  returnFreePages();
  try {
    const { createChdbConnection } = await import('chdb/connection');
    const { drainPending, Session } = await import('chdb');
    return { createChdbConnection, drainPending, Session };
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new StartRefused(
      `the embedded database is not installed here (${reason}); set store.url to a ClickHouse server, or install the package chdb`,
    );
  }
};

/**
 * The engine inside this process, over one folder. A connection runs one query at a time and holds a thread of
 * Node's pool of four meanwhile, also while it waits: so there are three connections and a line before each.
 */
export const embeddedEngine = async (path: string, memoryMegabytes = defaultMemoryMegabytes): Promise<Engine> => {
  const { createChdbConnection, drainPending, Session } = await loadEngine();
  const file = await insertedFrom(path);
  // The first connection to a folder decides for all of them
  const bounds = new Session(path, { connectionArgs: [...memoryArguments(memoryMegabytes), ...mergeArguments] });
  const connect = () => {
    // chdb is typed against the client's former common package, whose types differ from the client's own by name only
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
  // What a failed query had written comes in front of the next answer of its connection
  const failed = (client: Client) => client.ping({ select: true });
  return new ClientEngine(connect(), [connect(), connect()], 1, { insert, failed, closed });
};

/** To be sent as the connection takes them. */
async function* copied(blocks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const block of blocks) yield Buffer.from(block);
}

/** An engine somewhere else. */
export const serverEngine = (address: ServerAddress, isCluster: boolean): Engine => {
  const client = createClient({ ...address, clickhouse_settings: settings(isCluster), max_open_connections: 8, log });
  const insert = async (_: Client, { table, columns, blocks }: Insert) => {
    const query = `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')}) FORMAT Native`;
    const { stream } = await client.exec({ query, values: Readable.from(copied(blocks), { objectMode: false }) });
    // The connection is free for the next statement once the answer is read
    await stream.toArray();
  };
  return new ClientEngine(client, [client], 6, { insert, failed: async () => {}, closed: async () => {} });
};
