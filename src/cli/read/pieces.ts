import { csvCells, textOfCsv } from '../../schema/index.ts';
import { UsageError } from '../usage-error.ts';

/** A number of pieces of an item or variant. */
export type Piece = {
  readonly name: string;
  readonly count: number;
  readonly phase?: string;
  readonly effect?: string;
};

/** Reads a name on each line, or CSV with the columns name, count, phase and effect, with or without a header line. */
export function readPieces(text: string): Piece[] {
  const rows = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line, at) => ({ cells: csvCells(line), number: at + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [first] = rows;
  const heads = first?.cells.map((cell) => cell.toLowerCase()) ?? [];
  const hasHead = heads.includes('name');
  const columns = hasHead ? heads : ['name', 'count', 'phase', 'effect'];
  return rows.slice(hasHead ? 1 : 0).map(({ cells, number }) => {
    const at = (head: string) => cells[columns.indexOf(head)] ?? '';
    // As price lists name these columns
    const phase = at('phase') || at('itemphase');
    const effect = at('effect') || at('unusualeffect');
    const name = textOfCsv(at('name'));
    if (name === '') throw new UsageError(`line ${number} names no item`);
    const count = countOf(at('count'), number);
    return { name, count, ...(phase !== '' && { phase }), ...(effect !== '' && { effect }) };
  });
}

function countOf(text: string, line: number): number {
  const count = text === '' ? 1 : Number(text);
  if (Number.isInteger(count) && count >= 1) return count;
  throw new UsageError(
    `line ${line} has "${text}" for a count; give a whole number from 1, and names with a comma in quotes`,
  );
}
