import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance, DuckDBMaterializedResult } from '@duckdb/node-api';
import type { Block, Cells, Engine, WrittenColumn } from '../engine.ts';
import { tables } from '../rows/tables.ts';
import { Slices } from '../slices.ts';
import type { StoreUsage } from '../store.ts';
import { TaskQueue } from '../task-queue.ts';
import { type Library, loadLibrary } from './library.ts';
import { arrived, definition, sorted } from './schema.ts';
import { duckSql, sqlText } from './sql.ts';
import { ChunkBlock, ChunkWriter, cellOf, rowsPerChunk } from './values.ts';

const defaultMemoryMegabytes = 512;
const blockBytes = 262_144;

const optionsFor = (path: string, megabytes: number): Record<string, string> => ({
  memory_limit: `${megabytes}MiB`,
  // Queries are short, and several run at once; one that uses all processors would take them from the rest of the service
  threads: '1',
  temp_directory: join(path, 'scratch'),
  // Nothing is fetched from elsewhere
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
});

/** The database as a file, and its connections. */
type OpenDatabase = {
  readonly instance: DuckDBInstance;
  readonly writer: DuckDBConnection;
  readonly readers: readonly DuckDBConnection[];
  /** What runs over its connections. */
  readonly running: Set<Promise<unknown>>;
};

type Reader = { readonly tasks: TaskQueue; load: number };

const readerCount = 2;

/** Each occupies one of the four threads of Node's pool. */
const statementsAtOnce = 3;

/** After such an error, as after a write that a full disk has cut short, an instance refuses everything until it is opened again. */
const isFatal = (error: unknown): boolean => /FATAL Error|has been invalidated/.test(String(error));

// Blocks that hold rows of several tables count for each of them
const usageSql = tables
  .map(({ name }) => {
    const segments = [sorted(name), arrived(name)]
      .map((part) => `FROM pragma_storage_info('${part}')`)
      .join(' UNION ALL ');
    return `SELECT '${name}', (SELECT count() FROM ${name}), (SELECT count(DISTINCT block_id) * ${blockBytes} FROM (${segments}) WHERE persistent)`;
  })
  .join(' UNION ALL ');

/** A connection for one task; `run` resolves with the number of rows that a statement has written. */
export type OwnConnection = { readonly run: (sql: string) => Promise<number>; readonly close: () => void };

export type CopyFormat = 'csv' | 'json' | 'parquet';

const formats: Readonly<Record<CopyFormat, string>> = {
  csv: 'FORMAT csv, HEADER true',
  json: 'FORMAT json',
  parquet: 'FORMAT parquet, COMPRESSION zstd',
};

/** SQL that writes the rows of a SELECT to a file. */
export const copySql = (select: string, file: string, format: CopyFormat): string =>
  `COPY (${select}) TO ${sqlText(file)} (${formats[format]})`;

/** The same for sorted rows that are read more often than written, as Parquet in groups that readers can skip. */
export const copySortedSql = (select: string, file: string, groupRows: number): string =>
  `COPY (${select}) TO ${sqlText(file)} (${formats.parquet}, COMPRESSION_LEVEL 12, ROW_GROUP_SIZE ${groupRows})`;

export type EngineSettings = { readonly path: string; readonly memoryMegabytes?: number | undefined };

const shut = ({ instance, writer, readers }: OpenDatabase): void => {
  for (const connection of [writer, ...readers]) connection.closeSync();
  instance.closeSync();
};

/** DuckDB inside this process, over one folder. What is committed survives a kill and a power cut. */
export class DuckEngine implements Engine {
  readonly sql = duckSql;
  readonly #library: Library;
  readonly #settings: EngineSettings;
  readonly #writing = new TaskQueue(1);
  readonly #statements = new TaskQueue(statementsAtOnce);
  readonly #readers: readonly Reader[] = Array.from({ length: readerCount }, () => ({
    tasks: new TaskQueue(1),
    load: 0,
  }));
  /** Called with each table that rows were written to, and their number. */
  onWritten: (table: string, rows: number) => void = () => {};
  readonly #orders = new Map<string, readonly number[] | null>();
  #opened: Promise<OpenDatabase> | null = null;
  #isClosed = false;

  private constructor(library: Library, settings: EngineSettings) {
    this.#library = library;
    this.#settings = settings;
  }

  static async open(settings: EngineSettings): Promise<DuckEngine> {
    const engine = new DuckEngine(await loadLibrary(), settings);
    await mkdir(settings.path, { recursive: true });
    await engine.#open();
    return engine;
  }

  readonly ask: Engine['ask'] = <Row extends Cells>(sql: string): Promise<readonly Row[]> =>
    this.#read(async (connection) => {
      const found = await (await this.#run(connection, sql)).getRowsJS();
      return found.map((row) => row.map(cellOf)) as readonly Cells[] as readonly Row[];
    });

  readonly read = (sql: string): Promise<Iterable<Block>> =>
    this.#read(async (connection) => {
      const chunks = await (await this.#run(connection, sql)).fetchAllChunks();
      return chunks.map((chunk) => new ChunkBlock(chunk));
    });

  /** Runs a statement that writes; several are one transaction. */
  readonly command = (...statements: readonly string[]): Promise<void> =>
    this.#write(async (connection) => {
      for (const statement of statements) await this.#run(connection, statement);
    });

  readonly write = async (table: string, columns: readonly WrittenColumn[], rows: readonly Cells[]): Promise<void> => {
    if (rows.length === 0) return;
    const order = await this.#orderOf(arrived(table), columns);
    const ordered = order === null ? rows : rows.map((row) => order.map((index) => row[index] ?? null));
    const written = order === null ? columns : order.map((index) => columns[index] as WrittenColumn);
    await this.#write((connection) => this.#append(connection, arrived(table), written, ordered));
    this.onWritten(table, rows.length);
  };

  readonly remove = (table: string, condition: string): Promise<void> =>
    this.command(...[sorted(table), arrived(table)].map((part) => `DELETE FROM ${part} WHERE ${condition}`));

  /** Runs a statement that writes to a file, and to no table; resolves with the number of its rows. */
  readonly copy = (sql: string): Promise<number> =>
    this.#read(async (connection) => (await this.#run(connection, sql)).rowsChanged);

  /** Like `copy`, for rows that are in no table; `sql` is given the name of one that holds them meanwhile. */
  readonly copyRows = async (
    columns: readonly WrittenColumn[],
    pieces: AsyncIterable<readonly Cells[]>,
    sql: (table: string) => string,
  ): Promise<void> => {
    const { connection, close } = await this.#connection();
    try {
      await this.#run(connection, `CREATE TEMP TABLE standing (${columns.map(definition).join(', ')})`);
      for await (const rows of pieces) await this.#append(connection, 'standing', columns, rows);
      await this.#run(connection, sql('standing'));
    } finally {
      close();
    }
  };

  /** A connection for the caller alone, who has to close it. */
  readonly connect = async (): Promise<OwnConnection> => {
    const { connection, close } = await this.#connection();
    return { run: async (sql) => (await this.#run(connection, sql)).rowsChanged, close };
  };

  readonly usage = async (): Promise<StoreUsage> => {
    const [[memoryBytes] = [0]] = await this.ask<readonly [number]>(
      'SELECT sum(memory_usage_bytes) FROM duckdb_memory()',
    );
    const tables = await this.ask<readonly [table: string, rows: number, bytes: number]>(usageSql);
    return { memoryBytes, tables: tables.map(([table, rows, bytes]) => ({ table, rows, bytes })) };
  };

  readonly ping = async (): Promise<void> => void (await this.ask('SELECT 1'));

  readonly close = async (): Promise<void> => {
    await Promise.all([this.#writing.idle(), ...this.#readers.map(({ tasks }) => tasks.idle())]);
    this.#isClosed = true;
    const opened = await this.#opened?.catch(() => null);
    if (opened != null) shut(opened);
  };

  /** The places of a table's columns among the declared ones; null where these are in its order. Added columns are its last. */
  async #orderOf(table: string, columns: readonly WrittenColumn[]): Promise<readonly number[] | null> {
    const known = this.#orders.get(table);
    if (known !== undefined) return known;
    const found = await this.ask<readonly [column: string]>(
      `SELECT column_name FROM duckdb_columns() WHERE table_name = ${sqlText(table)} ORDER BY column_index`,
    );
    const indexes = found.map(([column]) => columns.findIndex(({ name }) => name === column));
    const order = indexes.every((index, at) => index === at) ? null : indexes;
    this.#orders.set(table, order);
    return order;
  }

  #run(connection: DuckDBConnection, sql: string): Promise<DuckDBMaterializedResult> {
    return this.#statements.run(() => connection.run(sql));
  }

  async #connection() {
    const { instance, running } = await this.#open();
    const connection = await instance.connect();
    let end = () => {};
    const use = new Promise<void>((resolve) => {
      end = resolve;
    });
    running.add(use);
    const close = () => {
      connection.closeSync();
      running.delete(use);
      end();
    };
    return { connection, close };
  }

  async #append(
    connection: DuckDBConnection,
    table: string,
    columns: readonly WrittenColumn[],
    rows: readonly Cells[],
  ): Promise<void> {
    const appender = await connection.createAppender(table);
    const writer = new ChunkWriter(this.#library, columns);
    const slices = new Slices();
    try {
      for (let start = 0; start < rows.length; start += rowsPerChunk) {
        if (slices.isOver) await slices.rest();
        appender.appendDataChunk(writer.chunk(rows.slice(start, start + rowsPerChunk)));
        appender.flushSync();
      }
    } finally {
      appender.closeSync();
    }
  }

  #write(task: (connection: DuckDBConnection) => Promise<void>): Promise<void> {
    return this.#writing.run(() =>
      this.#with(async ({ writer }) => {
        await this.#run(writer, 'BEGIN TRANSACTION');
        try {
          await task(writer);
          await this.#run(writer, 'COMMIT');
        } catch (error) {
          // Where the commit itself has failed, there is nothing left to roll back
          await this.#run(writer, 'ROLLBACK').catch(() => {});
          throw error;
        }
      }),
    );
  }

  async #read<Result>(query: (connection: DuckDBConnection) => Promise<Result>): Promise<Result> {
    const reader = this.#readers.reduce((min, other) => (other.load < min.load ? other : min));
    const index = this.#readers.indexOf(reader);
    reader.load += 1;
    try {
      return await reader.tasks.run(() => this.#with(({ readers }) => query(readers[index] as DuckDBConnection)));
    } finally {
      reader.load -= 1;
    }
  }

  async #with<Result>(task: (opened: OpenDatabase) => Promise<Result>): Promise<Result> {
    const opened = await this.#open();
    const run = task(opened);
    opened.running.add(run);
    try {
      return await run;
    } catch (error) {
      if (isFatal(error)) await this.#abandon(opened);
      throw error;
    } finally {
      opened.running.delete(run);
    }
  }

  /** Closes a database that refuses everything, once nothing runs over it; the next task opens it again. */
  async #abandon(opened: OpenDatabase): Promise<void> {
    if ((await this.#opened) !== opened) return;
    const closed = Promise.allSettled([...opened.running]).then(() => shut(opened));
    this.#opened = closed.then(() => this.#connect());
    // Whoever waits for it is told
    this.#opened.catch(() => {
      this.#opened = null;
    });
  }

  #open(): Promise<OpenDatabase> {
    if (this.#isClosed) return Promise.reject(new Error('the database is closed'));
    this.#opened ??= this.#connect().catch((error: unknown) => {
      this.#opened = null;
      throw error;
    });
    return this.#opened;
  }

  async #connect(): Promise<OpenDatabase> {
    const { path, memoryMegabytes = defaultMemoryMegabytes } = this.#settings;
    await rm(join(path, 'scratch'), { recursive: true, force: true });
    const options = optionsFor(path, memoryMegabytes);
    const instance = await this.#library.DuckDBInstance.create(join(path, 'past.duckdb'), options);
    const readers = await Promise.all(this.#readers.map(() => instance.connect()));
    return { instance, writer: await instance.connect(), readers, running: new Set() };
  }
}
