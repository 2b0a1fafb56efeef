import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testLimitMs } from '../../test/support/runner/limits.ts';
import { needing } from '../../test/support/runner/needs.ts';
import { type PostgresServer, startPostgres } from '../../test/support/servers/postgres-server.ts';
import type { RecordMessage } from '../stream/record-messages.ts';
import { openPostgresSink } from './postgres-sink.ts';

const message = (sequence: number, name = 'Made-up Case'): RecordMessage => ({
  origin: { epoch: 'e1', sequence },
  type: 'price',
  game: 'CS2',
  payload: Buffer.from(
    JSON.stringify({
      ...{ type: 'price', epoch: 'e1', sequence, id: 'x', marketplace: 'SkinPort', game: 'CS2' },
      ...{ timestamp: 1_790_000_000_123, data: { name, priceUSD: 1.25 } },
    }),
  ),
});

needing('postgres').describe('a PostgreSQL database as a sink', () => {
  let server: PostgresServer;
  let sql: ReturnType<typeof postgres>;

  beforeAll(async () => {
    server = await startPostgres();
    sql = postgres(server.url, { max: 1, onnotice: () => {} });
  }, testLimitMs('system'));
  afterAll(async () => {
    await sql?.end({ timeout: 0 });
    await server?.kill();
  });

  it('gets rows and the mark of them together', async () => {
    const sink = await openPostgresSink(server.url, null);
    expect(await sink.markOf('e1')).toBe(null);
    await sink.mark({ epoch: 'e1', sequence: 4 });
    await sink.write({ messages: [message(5), message(7)], epoch: 'e1', from: 4, to: 8 });
    expect(await sink.markOf('e1')).toBe(8);
    const rows = await sql`SELECT sequence, at, type, event, game, marketplace, name, price_usd FROM itemtape.messages`;
    expect(rows.map((row) => ({ ...row }))).toEqual(
      ['5', '7'].map((sequence) => ({
        ...{ sequence, at: new Date(1_790_000_000_123), type: 'price', event: null, game: 'CS2' },
        ...{ marketplace: 'SkinPort', name: 'Made-up Case', price_usd: '1.25' },
      })),
    );
    await sink.close();
  });

  it('takes nothing from where its mark no longer is, also once another process lets go of it', async () => {
    const [one, other] = await Promise.all([openPostgresSink(server.url, null), openPostgresSink(server.url, null)]);
    await one.mark({ epoch: 'e2', sequence: 0 });
    const batch = (sequence: number) => ({ messages: [message(sequence)], epoch: 'e2', from: 0, to: 20 });
    const outcomes = await Promise.allSettled([one.write(batch(11)), other.write(batch(12))]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await sql`SELECT count(*)::int AS count FROM itemtape.messages WHERE sequence > 10`)[0]?.['count']).toBe(1);
    await Promise.all([one.close(), other.close()]);
  });

  it('takes names that jsonb does not', async () => {
    const sink = await openPostgresSink(server.url, null);
    await sink.mark({ epoch: 'e3', sequence: 0 });
    const names = ['a\u0000\u0000b', 'c\ud800d', 'e\\u0000f', '🔪'];
    const messages = names.map((name, at) => message(100 + at, name));
    await sink.write({ messages, epoch: 'e3', from: 0, to: 200 });
    const rows = await sql`SELECT name FROM itemtape.messages WHERE sequence >= 100 ORDER BY sequence`;
    expect(rows.map(({ name }) => name)).toEqual(['a\ufffd\ufffdb', 'c\ufffdd', 'e\\u0000f', '🔪']);
    await sink.close();
  });

  it('needs no more than the rights to its tables', async () => {
    await sql.unsafe(`CREATE ROLE writer LOGIN; GRANT USAGE ON SCHEMA itemtape TO writer;
      GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA itemtape TO writer`);
    const sink = await openPostgresSink(server.url.replace('itemtape@', 'writer@'), null);
    await sink.mark({ epoch: 'e4', sequence: 0 });
    await sink.write({ messages: [message(300)], epoch: 'e4', from: 0, to: 300 });
    expect(await sink.markOf('e4')).toBe(300);
    await sink.close();
  });
});

describe('a PostgreSQL database that cannot be reached', () => {
  it('is said to be so', async () => {
    await expect(openPostgresSink('postgres://itemtape@127.0.0.1:1/itemtape', null)).rejects.toThrow('ECONNREFUSED');
  });
});
