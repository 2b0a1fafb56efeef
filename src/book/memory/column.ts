type Cells = Float64Array | Int32Array | Uint8Array;

export type CellKind = 'float64' | 'int32' | 'uint8';

const chunkBits = 13;
const chunkLength = 1 << chunkBits;
/** Rows per chunk. */
export const columnChunkLength = chunkLength;
const cellMask = chunkLength - 1;
const firstLength = 64;

const allocate: Readonly<Record<CellKind, (length: number) => Cells>> = {
  float64: (length) => new Float64Array(length),
  int32: (length) => new Int32Array(length),
  uint8: (length) => new Uint8Array(length),
};

/**
 * Numbers of one kind by row, in chunks that never move: growing copies only the small first chunk.
 * Cells never set read as 0, and a chunk is allocated once one of its cells is set.
 */
export class Column<Key extends number = number> {
  readonly #kind: CellKind;
  readonly #chunks: (Cells | undefined)[] = [];

  constructor(kind: CellKind) {
    this.#kind = kind;
  }

  get(row: Key): number {
    const cells = this.#chunks[row >>> chunkBits];
    return cells === undefined ? 0 : (cells[row & cellMask] ?? 0);
  }

  set(row: Key, value: number): void {
    const cells = this.#chunks[row >>> chunkBits];
    const cell = row & cellMask;
    if (cells !== undefined && cell < cells.length) cells[cell] = value;
    else if (value !== 0) this.#grow(row >>> chunkBits, cell)[cell] = value;
  }

  /** Bytes of the cells. */
  get bytes(): number {
    return this.#chunks.reduce((sum, cells) => sum + (cells?.byteLength ?? 0), 0);
  }

  get chunkCount(): number {
    return this.#chunks.length;
  }

  /** The cells of a chunk, for scans; at least `length` of them. */
  chunk(at: number, length = 0): Cells {
    const cells = this.#chunks[at];
    if (cells !== undefined && cells.length >= length) return cells;
    const whole = allocate[this.#kind](length);
    if (cells !== undefined) whole.set(cells);
    return whole;
  }

  /** The row of the first cell of a chunk. */
  firstOf(chunk: number): number {
    return chunk << chunkBits;
  }

  #grow(chunk: number, cell: number): Cells {
    while (this.#chunks.length < chunk) this.#chunks.push(undefined);
    let length = chunk === 0 ? firstLength : chunkLength;
    while (length <= cell) length *= 2;
    const grown = allocate[this.#kind](length);
    const cells = this.#chunks[chunk];
    if (cells !== undefined) grown.set(cells);
    this.#chunks[chunk] = grown;
    return grown;
  }
}

/** The sum of their bytes. */
export const bytesOf = (parts: Iterable<{ readonly bytes: number }>): number => {
  let bytes = 0;
  for (const part of parts) bytes += part.bytes;
  return bytes;
};
