import { writeFile } from 'node:fs/promises';
import type { LiveBuyOrder, LiveOffer, LiveQuote, StandingTable } from '../../schema/index.ts';
import { sqlText } from '../engine.ts';
import { type Numbers, text } from '../rows/columns.ts';
import { NativeWriter } from '../rows/native-writer.ts';
import { buyOrders, offers, quotes } from '../rows/standing.ts';
import { itemIdOf, storedName } from '../rows/stored-item.ts';
import { type RowWriter, type Table, writerOf } from '../rows/table.ts';

/** Rows of what stands now, which the database does not have, in pieces. */
export type StandingRows = AsyncIterable<readonly (LiveOffer | LiveBuyOrder | LiveQuote)[]>;

const numbers: Numbers = { itemId: itemIdOf, base: () => 0 };

/** Writes what is exported, and the name of the item in place of its id. */
function writerFor<Row extends LiveOffer | LiveBuyOrder | LiveQuote>({ name, columns, exported }: Table<Row>) {
  const shown = Object.entries(columns).filter(([one]) => one !== 'itemId' && exported?.columns.includes(one));
  return writerOf<Row>({ name, columns: { ...Object.fromEntries(shown), itemName: text(storedName) } });
}

const writers: Readonly<Record<StandingTable, RowWriter<never>>> = {
  offers: writerFor(offers),
  buyOrders: writerFor(buyOrders),
  quotes: writerFor(quotes),
};

/** Writes rows to a file of the engine's own format; returns the SQL for reading it as a table. */
export async function writeStanding(table: StandingTable, rows: StandingRows, file: string): Promise<string> {
  await writeFile(file, blocksOf(writers[table], rows));
  const structure = writers[table].columns.map(({ name, type }) => `${name} ${type}`).join(', ');
  return `file(${sqlText(file)}, 'Native', ${sqlText(structure)})`;
}

async function* blocksOf({ columns, cells }: RowWriter<never>, pieces: StandingRows): AsyncGenerator<Buffer> {
  const writer = new NativeWriter();
  for await (const rows of pieces) {
    // The engine does not arrange the columns of an empty block
    if (rows.length === 0) continue;
    const ofRows = rows.map((row) => cells(row as never, numbers, false));
    yield writer.block(columns, ofRows);
  }
}
