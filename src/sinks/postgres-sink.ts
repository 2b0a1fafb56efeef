import postgres from 'postgres';
import { guarded } from '../runtime/guarded.ts';
import type { OpenSink, SinkBatch } from './sink.ts';

const setUp = `
CREATE SCHEMA IF NOT EXISTS itemtape;
CREATE TABLE IF NOT EXISTS itemtape.messages (
  epoch text NOT NULL,
  sequence bigint NOT NULL,
  at timestamptz NOT NULL,
  type text NOT NULL,
  event text,
  game text NOT NULL,
  marketplace text NOT NULL,
  name text,
  price_usd numeric,
  message jsonb NOT NULL,
  PRIMARY KEY (sequence, epoch)
);
CREATE INDEX IF NOT EXISTS messages_of_item ON itemtape.messages (game, name, at);
CREATE TABLE IF NOT EXISTS itemtape.marks (
  epoch text PRIMARY KEY,
  sequence bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);`;

// One statement, and so one transaction. An earlier process whose own is still under way holds the row of the mark
const add = `
WITH moved AS (
  UPDATE itemtape.marks SET sequence = $3, at = now() WHERE epoch = $1 AND sequence = $2 RETURNING sequence
), added AS (
  INSERT INTO itemtape.messages (epoch, sequence, at, type, event, game, marketplace, name, price_usd, message)
  SELECT one->>'epoch', (one->>'sequence')::bigint, to_timestamp((one->>'timestamp')::numeric / 1000), one->>'type',
    one->>'eventType', one->>'game', one->>'marketplace', one->'data'->>'name', (one->'data'->>'priceUSD')::numeric, one
  FROM moved, jsonb_array_elements($4::text::jsonb) AS one
  ON CONFLICT DO NOTHING
)
SELECT sequence FROM moved`;

const connectSeconds = 10;
const answerSeconds = 30;

type Sql = ReturnType<typeof postgres>;

/** JSON that jsonb takes: it refuses the character 0 and halves of surrogate pairs, both of which JSON can name. */
const forJsonb = (json: string): string =>
  json.replace(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/gi, '$1\\ufffd');

/** Rejects when the server has not answered for long, as one that was cut off never does. */
async function answered<Answer>(sql: Sql, query: Promise<Answer>): Promise<Answer> {
  let waited = 0;
  let ticking: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // Counted, as time in which this process was suspended is not the server's
    const tick = () => {
      waited += 1;
      if (waited < answerSeconds) return;
      clearInterval(ticking);
      reject(new Error(`PostgreSQL has not answered for ${answerSeconds} s`));
      sql.end({ timeout: 0 }).catch(() => {});
    };
    ticking = setInterval(guarded(tick), 1_000);
  });
  return await Promise.race([query, late]).finally(() => clearInterval(ticking));
}

async function open(sql: Sql): Promise<OpenSink> {
  const ask = (text: string, values: readonly (string | number)[] = []) =>
    answered(
      sql,
      sql.unsafe(text, [...values]).then((rows) => [...rows]),
    );
  // A user that may only write to the tables could not even say IF NOT EXISTS
  const [found] = await ask(`SELECT to_regclass('itemtape.marks') IS NOT NULL AS "hasTables"`);
  if (found?.['hasTables'] !== true) await ask(setUp);
  return {
    async markOf(epoch) {
      const [row] = await ask('SELECT sequence FROM itemtape.marks WHERE epoch = $1', [epoch]);
      return row === undefined ? null : Number(row['sequence']);
    },
    async mark({ epoch, sequence }) {
      const text = `INSERT INTO itemtape.marks (epoch, sequence) VALUES ($1, $2)
        ON CONFLICT (epoch) DO UPDATE SET sequence = excluded.sequence, at = now()`;
      await ask(text, [epoch, sequence]);
    },
    async write({ messages, epoch, from, to }: SinkBatch) {
      const json = forJsonb(`[${messages.map(({ payload }) => payload.toString()).join()}]`);
      const [moved] = await ask(add, [epoch, from, to, json]);
      if (moved === undefined) throw new Error('another process has written to the tables');
    },
    close: () => sql.end({ timeout: 0 }),
  };
}

/** Opens a PostgreSQL database with one row for each message, in the schema `itemtape`. */
export async function openPostgresSink(url: string, password: string | null): Promise<OpenSink> {
  const sql = postgres(url, {
    ...(password !== null && { password }),
    max: 1,
    connect_timeout: connectSeconds,
    connection: { application_name: 'itemtape' },
    fetch_types: false,
    onnotice: () => {},
  });
  try {
    return await open(sql);
  } catch (error) {
    await sql.end({ timeout: 0 });
    throw error;
  }
}
