import { Readable } from 'node:stream';
import { ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client';
import {
  type Block,
  type Cells,
  type Engine,
  maxStatementBytes,
  RowsRefused,
  type ServerAddress,
  type WrittenColumn,
} from '../engine.ts';
import { Slices } from '../slices.ts';
import type { StoreUsage } from '../store.ts';
import { TaskQueue } from '../task-queue.ts';
import type { Layout } from './layout.ts';
import { blocksOf } from './native-block.ts';
import { NativeWriter } from './native-writer.ts';
import { clickhouseSql } from './sql.ts';

type Client = ReturnType<typeof createClient>;

const settings = (isCluster: boolean): ClickHouseSettings => ({
  async_insert: 0, // on by default from 26.x; an answer must mean that the rows are written
  max_partitions_per_insert_block: '0', // past prices of many years can come in one batch
  output_format_json_quote_64bit_integers: 0,
  max_query_size: String(maxStatementBytes), // waiting rows are part of a statement
  ...(isCluster ? { distributed_foreground_insert: 1 } : {}),
});

const dataErrors =
  /^(CANNOT_PARSE|CANNOT_READ|CANNOT_INSERT_NULL|INCORRECT_DATA|TYPE_MISMATCH|ARGUMENT_OUT_OF_BOUND|VALUE_IS_OUT_OF_RANGE|DECIMAL_OVERFLOW|UNKNOWN_ELEMENT_OF_ENUM|ILLEGAL_COLUMN)/;

const explained = (error: unknown): unknown => {
  if (!(error instanceof Error) || !('type' in error) || !dataErrors.test(String(error.type))) return error;
  return new RowsRefused(`the database cannot read the rows: ${error.type}, ${error.message.split('\n', 1)[0]}`);
};

const rowsPerBlock = 500;
const readsAtOnce = 6;

/** A ClickHouse server. */
export class ClickHouseEngine implements Engine {
  readonly sql;
  readonly layout: Layout;
  readonly #client: Client;
  readonly #writing = new TaskQueue(1);
  readonly #reading = new TaskQueue(readsAtOnce);
  // Shared, as a buffer per insert would wait long for garbage collection
  readonly #native = new NativeWriter();

  constructor(address: ServerAddress, layout: Layout) {
    this.layout = layout;
    this.sql = clickhouseSql(layout);
    this.#client = createClient({
      ...address,
      clickhouse_settings: settings(layout.isCluster),
      max_open_connections: readsAtOnce + 2,
      // Errors reach the caller; the client would print them as well
      log: { level: ClickHouseLogLevel.OFF },
    });
  }

  ask<Row extends Cells>(query: string): Promise<readonly Row[]> {
    return this.#reading.run(
      async () => (await (await this.#client.query({ query, format: 'JSONCompact' })).json<Row>()).data,
    );
  }

  read(query: string): Promise<Iterable<Block>> {
    return this.#reading.run(async () => {
      const { stream } = await this.#client.exec({ query: `${query}\nFORMAT Native` });
      return blocksOf(Buffer.concat((await stream.toArray()) as Buffer[]));
    });
  }

  command(query: string): Promise<void> {
    return this.#writing.run(async () => void (await this.#client.command({ query })));
  }

  write(table: string, columns: readonly WrittenColumn[], rows: readonly Cells[]): Promise<void> {
    return this.#writing.run(async () => {
      if (rows.length === 0) return;
      const names = columns.map(({ name }) => name).join(', ');
      const query = `INSERT INTO ${this.layout.table(table)} (${names}) FORMAT Native`;
      try {
        const values = Readable.from(this.#blocksOf(columns, rows), { objectMode: false });
        const { stream } = await this.#client.exec({ query, values });
        // The connection is free for the next statement once the answer is read
        await stream.toArray();
      } catch (error) {
        throw explained(error);
      }
    });
  }

  remove(table: string, condition: string): Promise<void> {
    return this.command(`${this.layout.alter(table, `DELETE WHERE ${condition}`)} SETTINGS mutations_sync = 2`);
  }

  /** The server's current memory, by its own count, and disk space by table. */
  async usage(): Promise<StoreUsage> {
    const [[memoryBytes] = [0]] = await this.ask<readonly [number]>(
      `SELECT value FROM system.metrics WHERE metric = 'MemoryTracking'`,
    );
    const tables = await this.ask<readonly [table: string, rows: number, bytes: number]>(`
SELECT table, sum(rows), sum(bytes_on_disk) FROM system.parts
WHERE active AND database = '${this.layout.database}' GROUP BY table ORDER BY table`);
    return { memoryBytes, tables: tables.map(([table, rows, bytes]) => ({ table, rows, bytes })) };
  }

  ping(): Promise<void> {
    return this.#reading.run(async () => {
      const answer = await this.#client.ping({ select: true });
      if (!answer.success) throw answer.error;
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.#writing.idle(), this.#reading.idle()]);
    await this.#client.close();
  }

  /** Encodes rows in blocks, yielding the event loop in between. They are copied for sending, as their buffer is reused. */
  async *#blocksOf(columns: readonly WrittenColumn[], rows: readonly Cells[]): AsyncGenerator<Buffer> {
    const slices = new Slices();
    for (let start = 0; start < rows.length; start += rowsPerBlock) {
      if (slices.isOver) await slices.rest();
      yield Buffer.from(this.#native.block(columns, rows.slice(start, start + rowsPerBlock)));
    }
  }
}
