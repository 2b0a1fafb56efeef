import { type Client, type Form, rowsFrom } from '../client-engine.ts';
import { sqlText } from '../engine.ts';

/*
 * If the embedded engine cannot write to a file, as on a full disk, it continues and reports success: an exported file
 * then lacks rows, and a part that lacks bytes fails every query of its table. It only counts such writes.
 */

const failedWrites = async (client: Client): Promise<number> => {
  const [found] = await rowsFrom<readonly [number]>(
    client,
    "SELECT toFloat64(sum(value)) FROM system.events WHERE event = 'WriteBufferFromFileDescriptorWriteFailed'",
  );
  return found?.[0] ?? 0;
};

type Part = readonly [database: string, table: string, name: string, blocks: string, isOneBlock: boolean];

const incompleteParts = async (client: Client): Promise<readonly Part[]> => {
  const recent = await rowsFrom<Part>(
    client,
    `SELECT database, table, name,
  concat('partition_id = ''', partition_id, ''' AND min_block_number >= ', toString(min_block_number), ' AND max_block_number <= ', toString(max_block_number)),
  min_block_number = max_block_number
FROM system.parts WHERE active AND modification_time >= now() - INTERVAL 10 MINUTE`,
  );
  const incomplete: Part[] = [];
  for (const part of recent) {
    const [checked] = await rowsFrom<readonly [isWhole: number]>(
      client,
      `CHECK TABLE ${placeOf(part)} PART ${sqlText(part[2])} SETTINGS check_query_single_value_result = 1`,
    );
    if (Number(checked?.[0]) === 0) incomplete.push(part);
  }
  return incomplete;
};

const tableIs = ([database, table]: Part): string => `database = ${sqlText(database)} AND table = ${sqlText(table)}`;

/** Whether the part was inserted, so that the engine has no former part of its blocks; its level does not tell. */
const isInserted = async (client: Client, part: Part): Promise<boolean> => {
  if (!part[4]) return false;
  const query = `SELECT toFloat64(count()) FROM system.parts WHERE NOT active AND ${tableIs(part)} AND ${part[3]}`;
  const [found] = await rowsFrom<readonly [number]>(client, query);
  return found?.[0] === 0;
};

const placeOf = ([database, table]: Part): string => `\`${database}\`.\`${table}\``;

/**
 * Removes parts that were written incompletely. The rows of an insert are inserted again, as it is reported as failed. Of
 * a merge, the engine has the former parts for eight minutes, and takes them up when it opens the table again.
 */
const removeIncompleteParts = async (client: Client, closed: Set<string>): Promise<void> => {
  for (const place of closed) await open(client, place, closed);
  const parts = await incompleteParts(client);
  for (const part of parts)
    if (await isInserted(client, part))
      await client.command({ query: `ALTER TABLE ${placeOf(part)} DROP PART ${sqlText(part[2])}` });
    else await takeUpFormer(client, part, closed);
};

/** Opens a table; those that could not be opened stay in `closed`. */
async function open(client: Client, place: string, closed: Set<string>): Promise<void> {
  await client.command({ query: `ATTACH TABLE ${place}` });
  closed.delete(place);
}

async function takeUpFormer(client: Client, part: Part, closed: Set<string>): Promise<void> {
  const query = `SELECT toFloat64(sum(rows)) FROM system.parts WHERE active AND ${tableIs(part)}`;
  const rows = async () => await rowsFrom<readonly [number]>(client, query);
  const [[before] = [0]] = await rows();
  await client.command({ query: `DETACH TABLE ${placeOf(part)} SYNC` });
  closed.add(placeOf(part));
  await open(client, placeOf(part), closed);
  const [[after] = [0]] = await rows();
  // The engine has set the incomplete part aside; where rows are missing, a start warns of it
  if (after >= before)
    await client.command({
      query: `ALTER TABLE ${placeOf(part)} DROP DETACHED PART ${sqlText(`broken-on-start_${part[2]}`)} SETTINGS allow_drop_detached = 1`,
    });
}

/** Rejects statements during which a write has failed, and mends what was written incompletely. */
export const wholeWrites = (): Pick<Form, 'whole' | 'mends' | 'mended'> => {
  // Of the whole process, which may have had another engine before
  let known: number | null = null;
  let isDue = false;
  let mends = 0;
  let mending: Promise<void> = Promise.resolve();
  const closed = new Set<string>();
  const mend = async (client: Client): Promise<void> => {
    if (!isDue) return;
    try {
      await removeIncompleteParts(client, closed);
      isDue = false;
      mends += 1;
    } catch {
      // This takes up to a megabyte, too; it is done after the next statement for which there is room
    }
  };
  /** Mends what is due, never twice at a time; returns how many writes have failed so far. */
  const mendAfter = async (client: Client, before: number | null): Promise<number> => {
    const failed = await failedWrites(client);
    isDue ||= failed > (before ?? failed);
    known = Math.max(known ?? 0, failed);
    mending = mending.then(() => mend(client));
    await mending;
    return failed;
  };
  return {
    whole: async (client, run) => {
      known ??= await failedWrites(client);
      const before = known;
      await run();
      if ((await mendAfter(client, before)) > before)
        throw new Error('the database could not write a file to its end: no space left on the disk, or the disk fails');
    },
    mends: () => mends,
    mended: async (client, since) => {
      await mendAfter(client, known);
      return mends > since;
    },
  };
};
