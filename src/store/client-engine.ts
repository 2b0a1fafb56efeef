import type { createClient } from '@clickhouse/client';
import { type Cells, type Engine, RowsRefused, type WrittenColumn } from './engine.ts';
import { NativeWriter } from './rows/native-writer.ts';
import { Slices } from './slices.ts';
import { createTaskQueue, type TaskQueue } from './task-queue.ts';

export type Client = ReturnType<typeof createClient>;

/** Rows to insert into a table, in ClickHouse's Native format. */
export type Insert = {
  readonly table: string;
  readonly columns: readonly WrittenColumn[];
  /** The bytes of a block are valid until the next one is requested. */
  readonly blocks: AsyncIterable<Buffer>;
};

export type Form = {
  readonly insert: (client: Client, insert: Insert) => Promise<void>;
  /** Runs a statement that writes; rejects if not everything was written. */
  readonly whole: (client: Client, run: () => Promise<unknown>) => Promise<void>;
  /** Called after a query has failed, before the next one on the same connection. */
  readonly failed: (client: Client) => Promise<unknown>;
  /** How often tables were mended. */
  readonly mends: () => number;
  /** For a query that has failed: mends what was written incompletely; whether that was done since. */
  readonly mended: (client: Client, since: number) => Promise<boolean>;
  readonly closed: () => Promise<void>;
};

/** The rows of a query. */
export const rowsFrom = async <Row>(client: Client, query: string): Promise<readonly Row[]> =>
  (await (await client.query({ query, format: 'JSONCompact' })).json<Row>()).data;

const dataErrors =
  /^(CANNOT_PARSE|CANNOT_READ|CANNOT_INSERT_NULL|INCORRECT_DATA|TYPE_MISMATCH|ARGUMENT_OUT_OF_BOUND|VALUE_IS_OUT_OF_RANGE|DECIMAL_OVERFLOW|UNKNOWN_ELEMENT_OF_ENUM|ILLEGAL_COLUMN)/;

const explained = (error: unknown): unknown => {
  // Not instanceof: chdb throws the error class of the client's former common package
  if (!(error instanceof Error) || !('type' in error) || !dataErrors.test(String(error.type))) return error;
  return new RowsRefused(`the database cannot read the rows: ${error.type}, ${error.message.split('\n', 1)[0]}`);
};

const rowsPerBlock = 500;

/** Encodes rows in blocks, yielding the event loop in between. */
async function* blocksOf(
  writer: NativeWriter,
  columns: readonly WrittenColumn[],
  rows: readonly Cells[],
): AsyncGenerator<Buffer> {
  const slices = new Slices();
  for (let start = 0; start < rows.length; start += rowsPerBlock) {
    if (slices.isOver) await slices.rest();
    yield writer.block(columns, rows.slice(start, start + rowsPerBlock));
  }
}

type QueuedClient = { readonly client: Client; readonly tasks: TaskQueue; load: number };

/** ClickHouse over one client for writing and one or more for reading, each with its own queue. */
export class ClientEngine implements Engine {
  readonly #writer: Client;
  readonly #writing = createTaskQueue(1);
  readonly #reading: readonly QueuedClient[];
  readonly #form: Form;
  // Shared, as a buffer per insert would wait long for garbage collection
  readonly #native = new NativeWriter();

  constructor(writer: Client, readers: readonly Client[], readsEach: number, form: Form) {
    this.#writer = writer;
    this.#reading = readers.map((client) => ({ client, tasks: createTaskQueue(readsEach), load: 0 }));
    this.#form = form;
  }

  ask<Row extends Cells>(query: string): Promise<readonly Row[]> {
    return this.#read((client) => rowsFrom<Row>(client, query));
  }

  queryBytes(query: string, form: 'RowBinary' | 'Native' = 'RowBinary'): Promise<Buffer> {
    return this.#read(async (client) => {
      const { stream } = await client.exec({ query: `${query}\nFORMAT ${form}` });
      const pieces = (await stream.toArray()) as Buffer[];
      return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
    });
  }

  command(query: string): Promise<void> {
    return this.#writing.run(() => this.#form.whole(this.#writer, () => this.#writer.command({ query })));
  }

  maintain(query: string): Promise<void> {
    return this.#run((client) => this.#tried(client, (one) => this.#form.whole(one, () => one.command({ query }))));
  }

  write(table: string, columns: readonly WrittenColumn[], rows: readonly Cells[]): Promise<void> {
    return this.#writing.run(async () => {
      if (rows.length === 0) return;
      try {
        const insert = { table, columns, blocks: blocksOf(this.#native, columns, rows) };
        await this.#form.whole(this.#writer, () => this.#form.insert(this.#writer, insert));
      } catch (error) {
        throw explained(error);
      }
    });
  }

  ping(): Promise<void> {
    return this.#read(async (client) => {
      const answer = await client.ping({ select: true });
      if (!answer.success) throw answer.error;
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.#writing.idle(), ...this.#reading.map(({ tasks }) => tasks.idle())]);
    await Promise.all([this.#writer, ...this.#reading.map(({ client }) => client)].map((client) => client.close()));
    await this.#form.closed();
  }

  /** Runs a query; again if tables were mended meanwhile. */
  #read<Result>(query: (client: Client) => Promise<Result>): Promise<Result> {
    const { mends, mended } = this.#form;
    return this.#run(async (client) => {
      for (;;) {
        const before = mends();
        try {
          return await this.#tried(client, query);
        } catch (error) {
          if (!(await mended(client, before))) throw error;
        }
      }
    });
  }

  async #run<Result>(task: (client: Client) => Promise<Result>): Promise<Result> {
    const reader = this.#reading.reduce((least, other) => (other.load < least.load ? other : least));
    reader.load += 1;
    try {
      return await reader.tasks.run(() => task(reader.client));
    } finally {
      reader.load -= 1;
    }
  }

  async #tried<Result>(client: Client, task: (client: Client) => Promise<Result>): Promise<Result> {
    try {
      return await task(client);
    } catch (error) {
      await this.#form.failed(client);
      throw error;
    }
  }
}
