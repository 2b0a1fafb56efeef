import { turn } from '../../runtime/turn.ts';
import { Folding, Unfolding } from './cells.ts';
import { ColumnReader, ColumnWriter } from './column.ts';
import { Columns, columnNames, columnsIn, newColumns } from './columns.ts';
import { kinds } from './kinds.ts';

/*
 * Folds lines of the tape into columns of like values, which compress far better than the lines, and omits what follows
 * from earlier values. A line of any other form is kept as it is.
 */

const lineEnd = 10;
/** Written instead of a kind's letter: the line is kept as it is; `afresh` also resets the state. */
const other = 0;
const afresh = 1;

// Takes a few milliseconds before the code is optimised, during which the event loop is blocked
const bytesPerTurn = 32 * 1024;

export type FoldedLines = {
  /** The length of the lines, then that of each column, encoded as column numbers. */
  readonly head: Buffer;
  readonly columns: readonly Buffer[];
};

/** Folds lines, given with their line ends; null when unfolding would not restore them exactly. */
export async function fold(lines: Buffer): Promise<FoldedLines | null> {
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

/** Reads the head of folded lines; `at` is where the columns begin. */
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

/** Restores the lines from the concatenated columns. */
export const unfold = (
  { length, lengths }: Pick<ReturnType<typeof readHead>, 'length' | 'lengths'>,
  columns: Buffer,
): Buffer => unfoldColumns(length, columnsIn(columns, lengths));

function unfoldColumns(length: number, columns: Columns<ColumnReader>): Buffer {
  const unfolding = new Unfolding(length, columns);
  unfoldTo(length, unfolding, columns);
  return unfolding.out.bytes;
}

/** Unfolds lines until the output has at least this length. */
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

async function isGivenBack({ columns }: FoldedLines, lines: Buffer): Promise<boolean> {
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
