import { Readable } from 'node:stream';
import type { createClient } from '@clickhouse/client';
import { type Cells, type Engine, RowsRefused } from './engine.ts';
import { Slices } from './slices.ts';
import { createTaskQueue, type TaskQueue } from './task-queue.ts';

export type Client = ReturnType<typeof createClient>;

export type Form = {
  /** Called after a query has failed, before the next one on the same connection. */
  readonly failed: (client: Client) => Promise<unknown>;
  readonly closed: () => Promise<void>;
};

const dataErrors =
  /^(CANNOT_PARSE|CANNOT_READ|CANNOT_INSERT_NULL|INCORRECT_DATA|TYPE_MISMATCH|ARGUMENT_OUT_OF_BOUND|VALUE_IS_OUT_OF_RANGE|DECIMAL_OVERFLOW|UNKNOWN_ELEMENT_OF_ENUM|ILLEGAL_COLUMN)/;

const explained = (error: unknown): unknown => {
  // Not instanceof: chdb throws the class of that name from the client's former common package
  if (!(error instanceof Error) || !('type' in error) || !dataErrors.test(String(error.type))) return error;
  return new RowsRefused(`the database cannot read the rows: ${error.type}, ${error.message.split('\n', 1)[0]}`);
};

const rowsPerPiece = 50;

/** Rows as lines of JSON, in slices between which whoever asks meanwhile is answered. */
async function* linesOf(rows: readonly Cells[]): AsyncGenerator<string> {
  const slices = new Slices();
  for (let start = 0; start < rows.length; start += rowsPerPiece) {
    if (slices.isOver) await slices.rest();
    let lines = '';
    for (const row of rows.slice(start, start + rowsPerPiece)) lines += `${JSON.stringify(row)}\n`;
    yield lines;
  }
}

type Place = { readonly client: Client; readonly tasks: TaskQueue; load: number };

/** ClickHouse over one client that writes and one or more that read, each with a line before it. */
export class ClientEngine implements Engine {
  readonly #writer: Client;
  readonly #writing = createTaskQueue(1);
  readonly #reading: readonly Place[];
  readonly #form: Form;

  constructor(writer: Client, readers: readonly Client[], readsEach: number, form: Form) {
    this.#writer = writer;
    this.#reading = readers.map((client) => ({ client, tasks: createTaskQueue(readsEach), load: 0 }));
    this.#form = form;
  }

  ask<Row extends Cells>(query: string): Promise<readonly Row[]> {
    return this.#read(async (client) => {
      const result = await client.query({ query, format: 'JSONCompact' });
      return (await result.json<Row>()).data;
    });
  }

  askBytes(query: string, form: 'RowBinary' | 'Native' = 'RowBinary'): Promise<Buffer> {
    return this.#read(async (client) => {
      const { stream } = await client.exec({ query: `${query}\nFORMAT ${form}` });
      const pieces = (await stream.toArray()) as Buffer[];
      return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
    });
  }

  command(query: string): Promise<void> {
    return this.#writing.run(async () => void (await this.#writer.command({ query })));
  }

  maintain(query: string): Promise<void> {
    return this.#read(async (client) => void (await client.command({ query })));
  }

  write(table: string, columns: readonly string[], rows: readonly Cells[]): Promise<void> {
    return this.#writing.run(async () => {
      if (rows.length === 0) return;
      const query = `INSERT INTO ${table} (${columns.join(', ')}) FORMAT JSONCompactEachRow`;
      try {
        const values = Readable.from(linesOf(rows), { objectMode: false });
        const { stream } = await this.#writer.exec({ query, values });
        // A connection to a server is free for the next statement once its answer is read
        await stream.toArray();
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

  async #read<Result>(task: (client: Client) => Promise<Result>): Promise<Result> {
    const place = this.#reading.reduce((least, other) => (other.load < least.load ? other : least));
    place.load += 1;
    try {
      return await place.tasks.run(() => this.#tried(place.client, task));
    } finally {
      place.load -= 1;
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
