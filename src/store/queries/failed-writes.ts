import type { Client } from '../client-engine.ts';
import { sqlText } from '../engine.ts';

/*
 * If the embedded engine cannot write to a file, as on a full disk, it continues and reports success: an exported file
 * then lacks rows, and a part that lacks bytes fails every query of its table. It only counts such writes.
 */

const numbersOf = async <Row>(client: Client, query: string): Promise<readonly Row[]> =>
  (await (await client.query({ query, format: 'JSONCompact' })).json<Row>()).data;

const failedWrites = async (client: Client): Promise<number> => {
  const [found] = await numbersOf<readonly [number]>(
    client,
    "SELECT toFloat64(sum(value)) FROM system.events WHERE event = 'WriteBufferFromFileDescriptorWriteFailed'",
  );
  return found?.[0] ?? 0;
};

/**
 * Drops parts that inserts have written incompletely; their rows are inserted again, as the inserts are reported as
 * failed. Of a merge, the engine keeps the former parts for eight minutes, and takes them up at a start.
 */
const dropIncompleteParts = async (client: Client): Promise<void> => {
  const inserted = await numbersOf<readonly [database: string, table: string, part: string]>(
    client,
    `SELECT database, table, name FROM system.parts
WHERE active AND level = 0 AND data_version = min_block_number AND modification_time >= now() - INTERVAL 10 MINUTE`,
  );
  for (const [database, table, part] of inserted) {
    const place = `\`${database}\`.\`${table}\``;
    const [checked] = await numbersOf<readonly [isWhole: number]>(
      client,
      `CHECK TABLE ${place} PART ${sqlText(part)} SETTINGS check_query_single_value_result = 1`,
    );
    if (Number(checked?.[0]) === 0) await client.command({ query: `ALTER TABLE ${place} DROP PART ${sqlText(part)}` });
  }
};

/** Runs statements, which are rejected if a write has failed meanwhile. */
export const wholeWrites = (): ((client: Client, run: () => Promise<unknown>) => Promise<void>) => {
  // Of the whole process, which may have had another engine before
  let known: number | null = null;
  let isDue = false;
  const mend = async (client: Client): Promise<void> => {
    try {
      await dropIncompleteParts(client);
      isDue = false;
    } catch {
      // This takes up to a megabyte, too; it is done after the next statement for which there is room
    }
  };
  return async (client, run) => {
    known ??= await failedWrites(client);
    const before = known;
    await run();
    const failed = await failedWrites(client);
    known = Math.max(known, failed);
    isDue ||= failed > before;
    if (isDue) await mend(client);
    if (failed > before)
      throw new Error('the database could not write a file to its end: no space left on the disk, or the disk fails');
  };
};
