import type { DuckDBDataChunk, DuckDBType, DuckDBValue } from '@duckdb/node-api';
import {
  type Block,
  type Cell,
  type Cells,
  type NumberColumn,
  RowsRefused,
  type TextColumn,
  type WrittenColumn,
} from '../engine.ts';
import { codesOf, isInstant, numberIn, partsOf, textIn, Unfit, wholeIn, wholes, wideIn } from '../rows/column-type.ts';
import type { Library } from './library.ts';

type Kind = {
  /** The type in SQL. */
  readonly sql: string;
  readonly type: (library: Library) => DuckDBType;
  readonly value: (cell: Cell) => DuckDBValue;
};

const whole = (type: string): ((cell: Cell) => number) => {
  const limits = wholes[type] as readonly [number, number];
  return (cell) => wholeIn(cell, limits);
};

const int64 = whole('Int64');

const kinds: Readonly<Record<string, Kind>> = {
  UInt8: { sql: 'UTINYINT', type: ({ UTINYINT }) => UTINYINT, value: whole('UInt8') },
  UInt32: { sql: 'UINTEGER', type: ({ UINTEGER }) => UINTEGER, value: whole('UInt32') },
  Int32: { sql: 'INTEGER', type: ({ INTEGER }) => INTEGER, value: whole('Int32') },
  Int64: { sql: 'BIGINT', type: ({ BIGINT }) => BIGINT, value: (cell) => BigInt(int64(cell)) },
  UInt64: { sql: 'UBIGINT', type: ({ UBIGINT }) => UBIGINT, value: wideIn },
  Float64: { sql: 'DOUBLE', type: ({ DOUBLE }) => DOUBLE, value: numberIn },
  // Lone surrogates, which UTF-8 has no form for, become U+FFFD
  String: { sql: 'VARCHAR', type: ({ VARCHAR }) => VARCHAR, value: (cell) => textIn(cell).toWellFormed() },
};

function enumeration(type: string): Kind {
  const words = codesOf(type);
  return {
    sql: `ENUM(${[...words.keys()].map((word) => `'${word}'`).join(', ')})`,
    type: ({ ENUM }) => ENUM([...words.keys()]),
    value: (cell) => {
      if (typeof cell !== 'string' || !words.has(cell)) throw new Unfit();
      return cell;
    },
  };
}

/** How a column of a type is kept; instants are whole epoch milliseconds. */
export function kindOf(type: string): Kind & { readonly isNullable: boolean } {
  const { plain, isNullable } = partsOf(type);
  const kind = plain.startsWith('Enum8') ? enumeration(plain) : kinds[isInstant(plain) ? 'Int64' : plain];
  if (kind === undefined) throw new Error(`columns of type ${type} cannot be written`);
  return { ...kind, isNullable };
}

type ColumnKind = ReturnType<typeof kindOf> & Pick<WrittenColumn, 'name'>;

function cellValue({ name, value, isNullable }: ColumnKind, cell: Cell): DuckDBValue {
  if (isNullable && cell === null) return null;
  try {
    return value(cell);
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    throw new RowsRefused(`the database cannot hold ${JSON.stringify(cell)} as ${name}`);
  }
}

/** Most rows of a chunk. */
export const rowsPerChunk = 2048;

/** Puts rows into a chunk. It is used again for each call, as the memory of one would wait long for garbage collection. */
export class ChunkWriter {
  readonly #columns: readonly ColumnKind[];
  readonly #chunk: DuckDBDataChunk;

  constructor(library: Library, columns: readonly WrittenColumn[]) {
    this.#columns = columns.map(({ name, type }) => ({ name, ...kindOf(type) }));
    this.#chunk = library.DuckDBDataChunk.create(this.#columns.map(({ type }) => type(library)));
  }

  /** A chunk that is valid until the next call. Throws `RowsRefused` for a cell that does not fit its column. */
  chunk(rows: readonly Cells[]): DuckDBDataChunk {
    this.#chunk.reset();
    this.#chunk.rowCount = rows.length;
    for (const [index, column] of this.#columns.entries())
      this.#chunk.setColumnValues(
        index,
        rows.map((row) => cellValue(column, row[index] as Cell)),
      );
    return this.#chunk;
  }
}

/** A value of an answer as a cell. */
export const cellOf = (value: unknown): Cell =>
  typeof value === 'bigint' ? Number(value) : ((value as Cell | undefined) ?? null);

/** The rows of one chunk of an answer. */
export class ChunkBlock implements Block {
  readonly rows: number;
  readonly #chunk: DuckDBDataChunk;
  #column = 0;

  constructor(chunk: DuckDBDataChunk) {
    this.#chunk = chunk;
    this.rows = chunk.rowCount;
  }

  readonly codes: Block['codes'] = (type) => {
    const words = type === undefined ? null : codesOf(type);
    return Uint8Array.from(this.#values(), (value) => words?.get(value as string) ?? (value as number));
  };

  readonly numbers = (): NumberColumn =>
    Float64Array.from(this.#values(), (value) => (value === null ? Number.NaN : Number(value)));

  readonly halves = (): Int32Array => new Int32Array(BigUint64Array.from(this.#values() as bigint[]).buffer);

  readonly texts = (): TextColumn => {
    const texts = this.#values() as readonly (string | null)[];
    return (row) => texts[row] ?? null;
  };

  #values(): readonly DuckDBValue[] {
    this.#column += 1;
    return this.#chunk.getColumnValues(this.#column - 1);
  }
}
