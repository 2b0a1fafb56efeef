import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { packBlock, unpackBlock } from './block.ts';
import {
  decodeHead,
  decodeHeader,
  encodeFrames,
  encodeHeader,
  type FrameHead,
  frameLength,
  headerLength,
  headLength,
  isWhole,
  type SegmentHeader,
} from './frame.ts';
import { type Batch, type NewBatch, NoLongerRetained } from './tape.ts';
import { ThreadFile } from './thread-file.ts';

/** One file of the tape. A sealed segment is packed and never written again. */
export type Segment = SegmentHeader & {
  readonly path: string;
  readonly isSealed: boolean;
  /** Bytes up to the end of the last whole frame. */
  size: number;
  /** The last record; null in an empty segment and in one that was not scanned. */
  last: { readonly sequence: number; readonly at: number } | null;
  /** How its frames ended when it was scanned. */
  ending: Ending;
  /** Offsets of some frames, so that reading need not start at the first; null until they are first needed. */
  index: IndexEntry[] | null;
};

type IndexEntry = { readonly first: number; readonly at: number; readonly offset: number };

const openEnding = '.open';
const sealedEnding = '.tape';
const sealingEnding = '.sealing';
const nameForm = /^(\d{16})\.(open|tape|sealing)$/;

const nameOf = (first: number, ending: string): string => `${String(first).padStart(16, '0')}${ending}`;

/** The first sequence and ending in a file name; null when it is no segment. */
export function segmentNamed(name: string): { readonly first: number; readonly ending: string } | null {
  const found = nameForm.exec(name);
  return found === null ? null : { first: Number(found[1]), ending: `.${found[2]}` };
}

export const isLeftOver = (ending: string): boolean => ending === sealingEnding;
export const isSealedName = (ending: string): boolean => ending === sealedEnding;

const bytesPerRead = 256 * 1024;
const bytesPerEntry = 64 * 1024;

type FoundFrame = { readonly head: FrameHead; readonly body: Buffer; readonly offset: number };

/** Why frames end before the file does. */
export type Ending = 'whole' | 'torn' | 'damaged';

/** The frames from an offset on, with their checksums verified; returns how they ended. */
async function* framesFrom(handle: FileHandle, from: number, to: number): AsyncGenerator<FoundFrame, Ending> {
  let held: Buffer = Buffer.alloc(0);
  let offset = from;
  const fill = async (wanted: number): Promise<boolean> => {
    if (held.length >= wanted) return true;
    const start = offset + held.length;
    const more = Buffer.allocUnsafe(Math.min(to - start, Math.max(bytesPerRead, wanted - held.length)));
    const { bytesRead } = await handle.read(more, 0, more.length, start);
    held = Buffer.concat([held, more.subarray(0, bytesRead)]);
    return held.length >= wanted;
  };
  while (offset < to) {
    if (!(await fill(headLength))) return 'torn';
    const head = decodeHead(held);
    if (head === null) return 'damaged';
    const end = headLength + head.length;
    if (!(await fill(end))) return 'torn';
    const body = held.subarray(headLength, end);
    if (!isWhole(head, body)) return 'damaged';
    yield { head, body, offset };
    held = held.subarray(end);
    offset += end;
  }
  return 'whole';
}

const noteEntry = (index: IndexEntry[], entry: IndexEntry): void => {
  const previous = index.at(-1);
  if (previous === undefined || entry.offset - previous.offset >= bytesPerEntry) index.push(entry);
};

export async function readHeader(path: string): Promise<{ header: SegmentHeader | null; size: number }> {
  const handle = await open(path, 'r');
  try {
    const bytes = Buffer.alloc(headerLength);
    const { bytesRead } = await handle.read(bytes, 0, headerLength, 0);
    return { header: decodeHeader(bytes.subarray(0, bytesRead)), size: (await handle.stat()).size };
  } finally {
    await handle.close();
  }
}

/** Scans a segment that may have been cut short, and sets its size to the end of its last whole frame. */
export async function scanSegment(segment: Segment): Promise<Ending> {
  segment.ending = await endingOf(segment);
  return segment.ending;
}

async function endingOf(segment: Segment): Promise<Ending> {
  const handle = await open(segment.path, 'r');
  try {
    const { size } = await handle.stat();
    const frames = framesFrom(handle, headerLength, size);
    const index: IndexEntry[] = [];
    let next = segment.first;
    segment.size = headerLength;
    segment.index = index;
    segment.last = null;
    for (;;) {
      const { value, done } = await frames.next();
      if (done === true) return value;
      const { head, offset } = value;
      if (head.first !== next) return 'damaged';
      noteEntry(index, { first: head.first, at: head.at, offset });
      next = head.first + head.count;
      segment.size = offset + headLength + head.length;
      segment.last = { sequence: next - 1, at: head.at };
    }
  } finally {
    await handle.close();
  }
}

export type OpenSegment = { readonly segment: Segment; readonly file: ThreadFile };

/** Creates the file that is appended to from now on. */
export async function createSegment(folder: string, header: SegmentHeader): Promise<OpenSegment> {
  const path = join(folder, nameOf(header.first, openEnding));
  const file = await ThreadFile.open(path, 'w');
  try {
    await file.write(encodeHeader(header, 'plain'), 0);
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
  return {
    segment: { ...header, path, isSealed: false, size: headerLength, last: null, ending: 'whole', index: [] },
    file,
  };
}

/** Opens a scanned segment for appending, truncated after its last whole frame. */
export async function reopenSegment(segment: Segment): Promise<OpenSegment> {
  const file = await ThreadFile.open(segment.path, 'r+');
  await file.truncate(segment.size);
  return { segment, file };
}

/** Appends batches; with `hasFsync` it waits until they are on the disk. */
export async function writeFrames(
  { segment, file }: OpenSegment,
  first: number,
  batches: readonly NewBatch[],
  hasFsync: boolean,
): Promise<void> {
  await file.write(encodeFrames(first, batches), segment.size);
  if (hasFsync) await file.datasync();
  let next = first;
  for (const batch of batches) {
    noteEntry(segment.index ?? [], { first: next, at: batch.at, offset: segment.size });
    segment.size += frameLength(batch);
    next += batch.count;
    segment.last = { sequence: next - 1, at: batch.at };
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}

/** The batches of a segment, from the one that contains `from` to the one that contains `to`. */
export async function* readSegment(segment: Segment, from: number, to: number): AsyncGenerator<Batch> {
  const end = segment.size;
  const handle = await open(segment.path, 'r');
  try {
    segment.index ??= await buildIndex(handle, end);
    const frames = framesFrom(handle, offsetOf(segment.index, from), end);
    let next: number | null = null;
    for (;;) {
      const { value, done } = await frames.next();
      if (done === true) {
        if (value !== 'whole') throw new NoLongerRetained(`${segment.path} is ${value} and cannot be read further`);
        return;
      }
      const { head, body } = value;
      if (head.first !== (next ?? head.first)) throw new NoLongerRetained(`${segment.path} lacks ${next}`);
      next = head.first + head.count;
      if (head.first > to) return;
      if (head.first + head.count <= from) continue;
      const bytes = await unpackBlock(head.coding, body);
      yield { first: head.first, count: head.count, at: head.at, bytes };
    }
  } finally {
    await handle.close();
  }
}

/** Reads only the heads of the frames. */
async function* headsFrom(handle: FileHandle, from: number, to: number): AsyncGenerator<IndexEntry> {
  const bytes = Buffer.allocUnsafe(headLength);
  for (let offset = from; offset < to; ) {
    const { bytesRead } = await handle.read(bytes, 0, headLength, offset);
    const head = decodeHead(bytes.subarray(0, bytesRead));
    if (head === null) return;
    yield { first: head.first, at: head.at, offset };
    offset += headLength + head.length;
  }
}

async function buildIndex(handle: FileHandle, end: number): Promise<IndexEntry[]> {
  const index: IndexEntry[] = [];
  for await (const entry of headsFrom(handle, headerLength, end)) noteEntry(index, entry);
  return index;
}

/** Time of the last record in the first batch of a segment; null when it is empty. */
export async function firstTime(segment: Segment): Promise<number | null> {
  if (segment.index?.[0] !== undefined) return segment.index[0].at;
  const handle = await open(segment.path, 'r');
  try {
    for await (const { at } of headsFrom(handle, headerLength, segment.size)) return at;
    return null;
  } finally {
    await handle.close();
  }
}

/** First sequence of the first batch that ends at an instant or later; null when there is none. */
export async function batchAt(segment: Segment, instant: number): Promise<number | null> {
  const end = segment.size;
  const handle = await open(segment.path, 'r');
  try {
    segment.index ??= await buildIndex(handle, end);
    const start = lastEntry(segment.index, ({ at }) => at < instant)?.offset ?? headerLength;
    for await (const { first, at } of headsFrom(handle, start, end)) if (at >= instant) return first;
    return null;
  } finally {
    await handle.close();
  }
}

/** The last entry for which `holds` is true; it must be true for all entries before it. */
function lastEntry(index: readonly IndexEntry[], holds: (entry: IndexEntry) => boolean): IndexEntry | undefined {
  let low = 0;
  let high = index.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (holds(index[middle] as IndexEntry)) low = middle;
    else high = middle - 1;
  }
  return index[low];
}

const offsetOf = (index: readonly IndexEntry[], sequence: number): number =>
  lastEntry(index, ({ first }) => first <= sequence)?.offset ?? headerLength;

// Larger blocks pack hardly better, and a reader must unpack a whole one
const bytesPerBlock = 256 * 1024;

export type Sealing = {
  readonly folder: string;
  readonly hasFsync: boolean;
  /** Aborting it cancels the packing, which then rejects with its reason. */
  readonly signal: AbortSignal;
};

/** Packs a segment that is no longer appended to, into another file; the caller removes the original. */
export async function sealSegment(segment: Segment, { folder, hasFsync, signal }: Sealing): Promise<Segment> {
  const temporary = join(folder, nameOf(segment.first, sealingEnding));
  const path = join(folder, nameOf(segment.first, sealedEnding));
  const handle = await open(temporary, 'w');
  const index: IndexEntry[] = [];
  let size = headerLength;
  try {
    await writeAll(handle, encodeHeader(segment, 'folded'), 0);
    for await (const block of blocksOf(segment)) {
      signal.throwIfAborted();
      const packed = await packBlock(block.bytes);
      const frame = encodeFrames(block.first, [{ ...block, bytes: packed.bytes }], packed.coding);
      await writeAll(handle, frame, size);
      noteEntry(index, { first: block.first, at: block.at, offset: size });
      size += frame.length;
    }
    if (hasFsync) await handle.sync();
    await handle.close();
    await rename(temporary, path);
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
  return { ...segment, path, isSealed: true, size, ending: 'whole', index };
}

async function* blocksOf(segment: Segment): AsyncGenerator<Batch> {
  let held: Batch[] = [];
  let length = 0;
  const merged = (): Batch => {
    const [first] = held as [Batch];
    const count = held.reduce((sum, batch) => sum + batch.count, 0);
    return {
      first: first.first,
      count,
      at: (held.at(-1) as Batch).at,
      bytes: Buffer.concat(held.map(({ bytes }) => bytes)),
    };
  };
  for await (const batch of readSegment(segment, segment.first, Number.POSITIVE_INFINITY)) {
    held.push(batch);
    length += batch.bytes.length;
    if (length < bytesPerBlock) continue;
    yield merged();
    held = [];
    length = 0;
  }
  if (held.length > 0) yield merged();
}
