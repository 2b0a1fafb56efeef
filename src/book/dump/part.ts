/*
 * A dump is the memory of a book: the cells of columns and arenas as bytes in the byte order of the machine, texts and single
 * numbers as JSON. It is a sequence of named parts. The loader requests each part by its name, so that a dump of another
 * layout is rejected and never misread.
 */

/** A named part of a dump. `bytes` is valid until the next part is requested. */
export type DumpPart = { readonly name: string; readonly bytes: Uint8Array };

/** Cells that are dumped as raw bytes. */
export type DumpCells = Float64Array | Int32Array | Uint8Array;

/** Can write itself to a dump, and load itself from one while empty. */
export type Dumped = {
  readonly save: (name: string) => Iterable<DumpPart>;
  readonly load: (name: string, reader: PartSource) => Promise<void>;
};

/** Reads the parts of a dump in order. Every method rejects with `DumpUnfit` if the next part is not the requested one. */
export type PartSource = {
  readonly json: <T>(name: string) => Promise<T>;
  /** Fills all the cells from one part. */
  readonly fill: <Cells extends DumpCells>(name: string, cells: Cells) => Promise<Cells>;
  /** Reads what `cellsParts` wrote; `allocate` creates cells of a length. */
  readonly cells: <Cells extends DumpCells>(name: string, allocate: (length: number) => Cells) => Promise<Cells>;
  /** Reads what `listParts` wrote, some entries at a time. */
  readonly list: <T>(name: string, take: (some: readonly T[]) => void) => Promise<void>;
};

/** A dump that cannot be loaded; the message says why. */
export class DumpUnfit extends Error {
  override readonly name = 'DumpUnfit';
}

/** Increase with every change of the contents, layout or meaning of a dump. */
export const dumpFormat = 10;

export const partBytes = 2 ** 20;
// Names per part: adding them takes a few milliseconds
const listedAtOnce = 256;

export const bytesAt = (cells: DumpCells): Uint8Array =>
  new Uint8Array(cells.buffer, cells.byteOffset, cells.byteLength);

export const jsonPart = (name: string, value: unknown): DumpPart => ({
  name,
  bytes: Buffer.from(JSON.stringify(value)),
});

/** Cells of any length. */
export function* cellsParts(name: string, cells: DumpCells): Generator<DumpPart> {
  yield jsonPart(name, cells.length);
  const bytes = bytesAt(cells);
  for (let at = 0; at < bytes.length; at += partBytes) yield { name, bytes: bytes.subarray(at, at + partBytes) };
}

/** Any number of JSON values. */
export function* listParts<T>(name: string, all: Iterable<T>): Generator<DumpPart> {
  let some: T[] = [];
  for (const one of all) {
    some.push(one);
    if (some.length < listedAtOnce) continue;
    yield jsonPart(name, some);
    some = [];
  }
  if (some.length > 0) yield jsonPart(name, some);
  yield jsonPart(name, []);
}

type Several = Readonly<Record<string, Dumped>>;

export function* saveAll(name: string, several: Several): Generator<DumpPart> {
  for (const [key, one] of Object.entries(several)) yield* one.save(`${name}.${key}`);
}

export async function loadAll(name: string, several: Several, reader: PartSource): Promise<void> {
  for (const [key, one] of Object.entries(several)) await one.load(`${name}.${key}`, reader);
}
