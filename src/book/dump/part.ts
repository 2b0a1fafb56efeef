/*
 * A dump is everything that a book holds, as it lies in memory: the cells of columns and arenas as bytes in the order of
 * the machine, texts and single numbers as JSON. It is a run of named parts, and whoever loads it asks for each by its
 * name, so that a dump of another layout is refused and never misread.
 */

/** Of a dump: what it is of, and its bytes, which hold until the next part is asked for. */
export type DumpPart = { readonly name: string; readonly bytes: Uint8Array };

/** Cells that go into a dump as they lie. */
export type DumpCells = Float64Array | Int32Array | Uint8Array;

/** What puts itself into a dump, and is filled by one where nothing was put into it before. */
export type Dumped = {
  readonly save: (name: string) => Iterable<DumpPart>;
  readonly load: (name: string, reader: PartSource) => Promise<void>;
};

/** The parts of a dump in their order; all reject with `DumpUnfit` where the next one is not what is asked for. */
export type PartSource = {
  readonly json: <T>(name: string) => Promise<T>;
  /** Fills all of the cells from one part. */
  readonly fill: <Cells extends DumpCells>(name: string, cells: Cells) => Promise<Cells>;
  /** What `cellsParts` gave; `allocate` makes cells of a length. */
  readonly cells: <Cells extends DumpCells>(name: string, allocate: (length: number) => Cells) => Promise<Cells>;
  /** What `listParts` gave, some at a time. */
  readonly list: <T>(name: string, take: (some: readonly T[]) => void) => Promise<void>;
};

/** A dump that cannot be loaded; the message says why. */
export class DumpUnfit extends Error {
  override readonly name = 'DumpUnfit';
}

/** Another one with every change of what a dump holds, how it lies, or what it means. */
export const dumpFormat = 5;

export const partBytes = 2 ** 20;
// So many names take a few milliseconds to be taken in
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

/** Any number of things that JSON knows. */
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
