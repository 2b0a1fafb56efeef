import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { drainPending, Session } from 'chdb';
import { sqlText } from '../../../src/store/clickhouse/sql.ts';

/*
 * The part of ClickHouse's HTTP interface that its JavaScript client uses, on loopback, with the embedded engine
 * behind it. The SQL, the client and the bytes between them are real; the server is this file. No authentication,
 * no sessions, no compression, no progress headers.
 */

export type ClickHouseHttp = {
  readonly url: string;
  /**
   * Holds back statements until the returned function is called; with `from`, from the first matching statement on. The
   * returned function throws if no such statement came.
   */
  readonly hold: (from?: RegExp) => () => void;
  readonly stop: () => Promise<void>;
};

/**
 * The defaults are for large servers: old parts are removed and found ones loaded by up to 128 threads, of which 1,000 are
 * kept when idle, and memory is looked at 20 times a second. The first engine of a process decides for all of them.
 */
const connectionArgs = [
  '--max_parts_cleaning_thread_pool_size=1',
  '--max_active_parts_loading_thread_pool_size=2',
  '--max_outdated_parts_loading_thread_pool_size=1',
  '--max_unexpected_parts_loading_thread_pool_size=1',
  '--max_thread_pool_free_size=8',
  '--memory_worker_period_ms=1000',
];

// Parameters of the server itself; every other one in the address is a setting of the engine
const ownParameters = new Set(['query', 'query_id', 'database', 'session_id', 'role']);
const httpSettings = /^(wait_end_of_query|send_progress_in_http_headers|enable_http_compression|http_)/;

const read = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** Rows in the engine's own binary format are passed to it in a file. */
const nativeInsert = /^(INSERT INTO \S+ \((.+)\)) FORMAT Native$/;

const runStatement = async (session: Session, folder: string, url: URL, body: Buffer) => {
  const [, insert, names] = nativeInsert.exec(url.searchParams.get('query') ?? '') ?? [];
  if (insert === undefined) return await session.queryAsync(statementOf(url, body.toString()), answered);
  const file = `${folder}.${randomUUID()}`;
  const rows = new URL(url);
  rows.searchParams.set('query', `${insert} SELECT ${names} FROM file(${sqlText(file)}, 'Native')`);
  try {
    await writeFile(file, body);
    return await session.queryAsync(statementOf(rows, ''), answered);
  } finally {
    await rm(file);
  }
};

const answered = { format: 'TabSeparated' } as const;

const statementOf = (url: URL, body: string): string => {
  const query = url.searchParams.get('query');
  const settings = [...url.searchParams]
    .filter(([name]) => !ownParameters.has(name) && !httpSettings.test(name))
    .map(([name, value]) => `SET ${name} = '${value.replaceAll("'", "''")}'; `);
  return `${settings.join('')}${query === null ? body : `${query}\n${body}`}`;
};

const answer = async (
  session: Session,
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
  mayRun: (statement: string) => Promise<void>,
): Promise<void> => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const body = await read(request);
  await mayRun(url.searchParams.get('query') ?? body.toString());
  if (url.pathname === '/ping') return void response.end('Ok.\n');
  response.setHeader('x-clickhouse-query-id', url.searchParams.get('query_id') ?? randomUUID());
  try {
    const result = await runStatement(session, folder, url, body);
    response.setHeader(
      'x-clickhouse-summary',
      JSON.stringify({ read_rows: String(result.rowsRead), written_rows: '0' }),
    );
    response.end(result.bytes());
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    response.setHeader('x-clickhouse-exception-code', /Code: (\d+)/.exec(text)?.[1] ?? '0');
    response.statusCode = 500;
    response.end(text);
  }
};

/** Serves the embedded engine over a folder on a free port, on loopback by default. */
export const startClickHouseHttp = async (folder: string, host = '127.0.0.1'): Promise<ClickHouseHttp> => {
  const session = new Session(folder, { connectionArgs });
  // One connection runs one query at a time; waiting queries must not occupy Node's threads
  let last: Promise<void> = Promise.resolve();
  let held: { readonly from: RegExp; readonly until: Promise<void>; statements: number } | null = null;
  const mayRun = async (statement: string): Promise<void> => {
    if (held?.from.test(statement) !== true) return;
    held.statements += 1;
    await held.until;
  };
  const server = createServer((request, response) => {
    last = last.then(() => answer(session, folder, request, response, mayRun)).catch(() => void response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    hold: (from = /^/) => {
      let release = () => {};
      const until = new Promise<void>((resolve) => {
        release = resolve;
      });
      const holding = { from, until, statements: 0 };
      held = holding;
      return () => {
        release();
        if (holding.statements === 0) throw new Error(`no statement matching ${from} came to be held`);
      };
    },
    stop: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      session.close();
      await drainPending();
    },
  };
};
