import { turn } from '../../turn.ts';
import { Folding, Unfolding } from './cells.ts';
import { ColumnReader, ColumnWriter } from './column.ts';
import { Columns, columnNames, columnsIn, newColumns } from './columns.ts';
import { kinds } from './kinds.ts';

/*
 * Lines of the tape in far fewer bytes: what is alike in all of them stands in columns, each of which can be packed on
 * its own, and what follows from what was told before is not told again. A line that is made otherwise stands as it is.
 */

const lineEnd = 10;
/** Instead of the letter of a kind: the line stands as it is; the other one, and what was told before is forgotten. */
const other = 0;
const afresh = 1;

// So much takes a few milliseconds at first, for which everything else waits
const bytesPerTurn = 32 * 1024;

export type Folded = {
  /** How long the lines are, and then each column, as numbers of a column. */
  readonly head: Buffer;
  readonly columns: readonly Buffer[];
};

/** Lines with their ends; null where they would not be given back as they are. */
export async function fold(lines: Buffer): Promise<Folded | null> {
  const folding = new Folding(lines, newColumns());
  const { columns } = folding;
  let rest = bytesPerTurn;
  for (let start = 0; start < lines.length; ) {
    const end = lines.indexOf(lineEnd, start);
    if (end < 0) return null;
    foldLine(folding, start, end);
    start = end + 1;
    if (start < rest) continue;
    rest += bytesPerTurn;
    await turn();
  }
  const head = new ColumnWriter();
  head.number(lines.length);
  const taken = columns.all.map((column) => column.taken());
  for (const { length } of taken) head.number(length);
  const folded = { head: head.taken(), columns: taken };
  return (await isGivenBack(folded, lines)) ? folded : null;
}

function foldLine(folding: Folding, start: number, end: number): void {
  const { lines, columns, state, texts } = folding;
  const letter = lines[start + 2] ?? 0;
  const cells = kinds.get(letter);
  if (cells !== undefined) {
    folding.mark();
    columns.letters.byte(letter);
    let at = start;
    for (const cell of cells) {
      at = cell.fold(folding, at, end);
      if (at < 0 || at > end) break;
    }
    if (at === end) return;
    folding.takeBack();
    state.reset();
  }
  columns.letters.byte(cells === undefined ? other : afresh);
  texts.fold(start, end, columns.others, false);
}

/** What the head of folded lines says, and where the columns begin behind it. */
export function readHead(bytes: Buffer): {
  readonly length: number;
  readonly lengths: readonly number[];
  readonly at: number;
} {
  const head = new ColumnReader(bytes);
  const length = head.number();
  const lengths = columnNames.map(() => head.number());
  return { length, lengths, at: head.at };
}

/** The lines as they were, given the columns one behind the other. */
export const unfold = (
  { length, lengths }: Pick<ReturnType<typeof readHead>, 'length' | 'lengths'>,
  columns: Buffer,
): Buffer => unfoldColumns(length, columnsIn(columns, lengths));

function unfoldColumns(length: number, columns: Columns<ColumnReader>): Buffer {
  const unfolding = new Unfolding(length, columns);
  unfoldTo(length, unfolding, columns);
  return unfolding.out.bytes;
}

/** Goes on with lines until so many bytes of them are there. */
function unfoldTo(length: number, unfolding: Unfolding, columns: Columns<ColumnReader>): void {
  const { state, out, texts } = unfolding;
  while (out.at < length) {
    const letter = columns.letters.byte();
    const cells = kinds.get(letter);
    if (letter === afresh) state.reset();
    if (cells === undefined) texts.unfold(columns.others);
    else for (const cell of cells) cell.unfold(unfolding);
    out.byte(lineEnd);
  }
}

async function isGivenBack({ columns }: Folded, lines: Buffer): Promise<boolean> {
  const readers = new Columns(columns.map((bytes) => new ColumnReader(bytes)));
  const unfolding = new Unfolding(lines.length, readers);
  try {
    for (let to = bytesPerTurn; unfolding.out.at < lines.length; to += bytesPerTurn) {
      await turn();
      unfoldTo(Math.min(to, lines.length), unfolding, readers);
    }
    return unfolding.out.bytes.equals(lines);
  } catch {
    return false;
  }
}
