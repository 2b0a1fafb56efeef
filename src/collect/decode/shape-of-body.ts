import type { Source } from '../../contract/connector.ts';
import { pathInBytes } from '../../contract/rows.ts';
import { rowsPath } from './json-seek.ts';
import { createJsonSplitter, parseText, textOf } from './json-splitter.ts';
import { rowsOf } from './rows-at.ts';
import { createShapeSample, type Shape } from './shape.ts';
import { parseWellFormed } from './well-formed.ts';

const shapeOfRows = (rows: Iterable<unknown>): Shape | null => {
  const sample = createShapeSample();
  for (const row of rows) if (!sample.see(row)) break;
  return sample.shape();
};

/** The shape of the rows in messages of a feed; null when they have none, or a row cannot be reached. */
export function shapeOfMessages({ rowsAt }: Pick<Source, 'rowsAt'>, messages: readonly unknown[]): Shape | null {
  try {
    return shapeOfRows(messages.flatMap((message) => [...rowsOf(message, rowsAt)]));
  } catch {
    return null;
  }
}

/**
 * The shape of the rows in a body that arrived in pieces; null when there is none. `pieces` can be only the beginning of a
 * body that is split into rows while it arrives (`isWhole` is false).
 */
export function shapeOfBody(source: Source, pieces: readonly Buffer[], isWhole: boolean): Shape | null {
  const { rowsAt, decode } = source;
  const path = pathInBytes(source);
  try {
    if (!isWhole) return path === null ? null : shapeOfRows(splitRows(path, pieces));
    const text = textOf(Buffer.concat(pieces));
    return shapeOfRows(rowsOf(decode === undefined ? parseText(text) : parseWellFormed(text, decode), rowsAt));
  } catch {
    return null;
  }
}

function* splitRows(rowsAt: string, pieces: readonly Buffer[]): Iterable<unknown> {
  const splitter = createJsonSplitter(rowsPath(rowsAt));
  for (const piece of pieces) yield* splitter.push(piece);
  yield* splitter.end().rows;
}
