import { Readable } from 'node:stream';
import { setImmediate as letOthersWork } from 'node:timers/promises';
import { ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client';
import { createTaskQueue, type TaskQueue } from './task-queue.ts';

export type Cell = string | number | null;
export type Cells = readonly Cell[];

/** ClickHouse behind one client, embedded or on a server. */
export type Engine = {
  readonly ask: <Row extends Cells>(sql: string) => Promise<readonly Row[]>;
  /** The rows of a SELECT as RowBinary. */
  readonly askBytes: (sql: string) => Promise<Buffer>;
  readonly command: (sql: string) => Promise<void>;
  /** Like command, beside the writers instead of before them. */
  readonly maintain: (sql: string) => Promise<void>;
  /** Resolves once the rows are written; throws RowsRefused when the same rows can never be written. */
  readonly write: (table: string, columns: readonly string[], rows: readonly Cells[]) => Promise<void>;
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type ServerAddress = {
  readonly url: string;
  readonly username?: string;
  readonly password?: string;
};

/** The engine cannot read these rows; sending them again is of no use. */
export class RowsRefused extends Error {
  override readonly name = 'RowsRefused';
}

const dataErrors =
  /^(CANNOT_PARSE|CANNOT_READ|CANNOT_INSERT_NULL|INCORRECT_DATA|TYPE_MISMATCH|ARGUMENT_OUT_OF_BOUND|VALUE_IS_OUT_OF_RANGE|DECIMAL_OVERFLOW|UNKNOWN_ELEMENT_OF_ENUM|ILLEGAL_COLUMN)/;

// The same for both forms, since an engine's own defaults differ by version
const settings = (isCluster: boolean): ClickHouseSettings => ({
  async_insert: 0, // on by default from 26.x: the answer must mean written
  max_partitions_per_insert_block: '0', // old prices of many years may come in one batch
  output_format_json_quote_64bit_integers: 0,
  ...(isCluster ? { distributed_foreground_insert: 1 } : {}),
});

// Errors reach the caller; the client would print them a second time
const log = { level: ClickHouseLogLevel.OFF };

type Client = ReturnType<typeof createClient>;
type Connection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>;

const explained = (error: unknown): unknown => {
  // Not instanceof: chdb throws the class of that name from the client's former common package
  if (!(error instanceof Error) || !('type' in error) || !dataErrors.test(String(error.type))) return error;
  return new RowsRefused(`the database cannot read the rows: ${error.type}, ${error.message.split('\n', 1)[0]}`);
};

const rowsPerSlice = 500;

/** Rows as lines of JSON, in slices between which whoever asks meanwhile is answered. */
async function* linesOf(rows: readonly Cells[]): AsyncGenerator<string> {
  for (let start = 0; start < rows.length; start += rowsPerSlice) {
    if (start > 0) await letOthersWork();
    let lines = '';
    for (const row of rows.slice(start, start + rowsPerSlice)) lines += `${JSON.stringify(row)}\n`;
    yield lines;
  }
}

type Form = {
  /** Called after a query has failed, before the next one on the same connection. */
  readonly failed: (client: Client) => Promise<unknown>;
  readonly closed: () => Promise<void>;
};

const overClients = (writer: Client, readers: readonly Client[], readsEach: number, { failed, closed }: Form) => {
  const writing = createTaskQueue(1);
  const reading: readonly { client: Client; tasks: TaskQueue; load: number }[] = readers.map((client) => ({
    client,
    tasks: createTaskQueue(readsEach),
    load: 0,
  }));

  const read = async <Result>(task: (client: Client) => Promise<Result>): Promise<Result> => {
    const place = reading.reduce((least, other) => (other.load < least.load ? other : least));
    place.load += 1;
    try {
      return await place.tasks.run(async () => {
        try {
          return await task(place.client);
        } catch (error) {
          await failed(place.client);
          throw error;
        }
      });
    } finally {
      place.load -= 1;
    }
  };

  return {
    ask: <Row extends Cells>(query: string) =>
      read(async (client) => {
        const result = await client.query({ query, format: 'JSONCompact' });
        return (await result.json<Row>()).data;
      }),
    askBytes: (query: string) =>
      read(async (client) => {
        const { stream } = await client.exec({ query: `${query}\nFORMAT RowBinary` });
        const pieces = (await stream.toArray()) as Buffer[];
        return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
      }),
    command: (query: string) => writing.run(async () => void (await writer.command({ query }))),
    maintain: (query: string) => read(async (client) => void (await client.command({ query }))),
    write: (table: string, columns: readonly string[], rows: readonly Cells[]) =>
      writing.run(async () => {
        if (rows.length === 0) return;
        const query = `INSERT INTO ${table} (${columns.join(', ')}) FORMAT JSONCompactEachRow`;
        try {
          const { stream } = await writer.exec({ query, values: Readable.from(linesOf(rows), { objectMode: false }) });
          // A connection to a server is free for the next statement once its answer is read
          await stream.toArray();
        } catch (error) {
          throw explained(error);
        }
      }),
    ping: () =>
      read(async (client) => {
        const answer = await client.ping({ select: true });
        if (!answer.success) throw answer.error;
      }),
    close: async () => {
      await Promise.all([writing.idle(), ...reading.map(({ tasks }) => tasks.idle())]);
      await Promise.all([writer, ...readers].map((client) => client.close()));
      await closed();
    },
  } satisfies Engine;
};

const defaultMemoryMegabytes = 1024;

/** What the engine takes at most; the rest of the process is not counted. Caches, which fill what they may have, are kept small beside it. */
const memoryArguments = (megabytes: number): string[] => {
  const bytes = megabytes * 2 ** 20;
  const caches = ['mark', 'primary_index', 'index_mark'].map(
    (name) => `--${name}_cache_size=${Math.floor(bytes / 16)}`,
  );
  return [`--max_server_memory_usage=${bytes}`, ...caches];
};

/**
 * The engine inside this process, over one folder. A connection runs one query at a time and holds a thread of
 * Node's pool of four meanwhile, also while it waits: so there are three connections and a line before each.
 */
export const embeddedEngine = async (path: string, memoryMegabytes = defaultMemoryMegabytes): Promise<Engine> => {
  const { createChdbConnection } = await import('chdb/connection');
  const { drainPending, Session } = await import('chdb');
  // The first connection to a folder decides for all of them
  const bounds = new Session(path, { connectionArgs: memoryArguments(memoryMegabytes) });
  const connect = () => {
    // chdb is typed against the client's former common package, whose types differ from the client's own by name only
    const connection = createChdbConnection({ path }) as unknown as Connection;
    return createClient({ connection, clickhouse_settings: settings(false), log });
  };
  const closed = async () => {
    bounds.close();
    await drainPending();
  };
  // What a failed query had written comes in front of the next answer of its connection
  const failed = (client: Client) => client.ping({ select: true });
  return overClients(connect(), [connect(), connect()], 1, { failed, closed });
};

/** An engine somewhere else. */
export const serverEngine = (address: ServerAddress, isCluster: boolean): Engine => {
  const client = createClient({ ...address, clickhouse_settings: settings(isCluster), max_open_connections: 8, log });
  return overClients(client, [client], 6, { failed: async () => {}, closed: async () => {} });
};
