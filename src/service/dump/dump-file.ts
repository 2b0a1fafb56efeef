import { type FileHandle, open, rename, rm, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';

/*
 * The file of a dump: a head of fixed length, then blocks, each preceded by its length and a checksum that continues that
 * of the block before. The head is written last, and the file gets its name only after that, so an incomplete file has neither.
 */

/** What made a dump and what it contains; a dump with other terms cannot be used. */
export type DumpTerms = {
  readonly format: number;
  /** Version of the package. */
  readonly version: string;
  /** Byte order, as in `os.endianness`. */
  readonly order: string;
  /** A digest of the lists that its numbers index, and of the fees. */
  readonly meaning: string;
  /** The position on the tape that the dump corresponds to. */
  readonly epoch: string;
  readonly sequence: number;
};

type Head = { readonly terms: DumpTerms; readonly bytes: number; readonly checksum: number };

/** The file is damaged; the message says how. */
export class DumpDamaged extends Error {
  override readonly name = 'DumpDamaged';
}

const magic = 'itemtape book dump';
const headBytes = 4_096;
// Length and checksum, four bytes each
const frameBytes = 8;
const syncBytes = 64 * 2 ** 20;
/** Disk space that stays free. */
const spareBytes = 64 * 2 ** 20;
const mostBlockBytes = 2 ** 30;

const headOf = (head: Head): Buffer => {
  const text = JSON.stringify(head);
  return Buffer.from(`${magic}\n${crc32(text)}\n${text}\n`.padEnd(headBytes));
};

/** Writes a dump; returns its size. Throws, leaving no file, if there is too little room or `check` throws between two blocks. */
export async function writeDumpFile(
  path: string,
  terms: DumpTerms,
  blocks: Iterable<Uint8Array>,
  { expectedBytes, check }: { readonly expectedBytes: number; readonly check: () => void },
): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(path));
  if (bavail * bsize < expectedBytes + spareBytes) throw new Error('there is too little room for it');
  const unfinished = unfinishedAt(path);
  try {
    const file = await open(unfinished, 'w', 0o600);
    const bytes = await writeBlocks(file, terms, blocks, check).finally(() => file.close());
    check();
    await rename(unfinished, path);
    const folder = await open(dirname(path), 'r');
    await folder.sync().finally(() => folder.close());
    return bytes;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

const unfinishedAt = (path: string): string => `${path}.new`;

async function writeBlocks(
  file: FileHandle,
  terms: DumpTerms,
  blocks: Iterable<Uint8Array>,
  check: () => void,
): Promise<number> {
  const frame = Buffer.alloc(frameBytes);
  let at = headBytes;
  let synced = 0;
  let checksum = 0;
  for (const block of blocks) {
    checksum = crc32(block, checksum);
    frame.writeUInt32LE(block.length, 0);
    frame.writeUInt32LE(checksum, 4);
    await writeAll(file, frame, at);
    await writeAll(file, block, at + frameBytes);
    at += frameBytes + block.length;
    // At intervals, so that the final sync is short
    if (at - synced > syncBytes) {
      await file.datasync();
      synced = at;
    }
    check();
  }
  await file.datasync();
  await writeAll(file, headOf({ terms, bytes: at, checksum }), 0);
  await file.sync();
  return at;
}

async function writeAll(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}

/** Reads the blocks of a file in order; each is valid until the next is read. */
export class DumpFile {
  readonly terms: DumpTerms;
  readonly #file: FileHandle;
  readonly #head: Head;
  readonly #frame = Buffer.alloc(frameBytes);
  #buffer = Buffer.alloc(0);
  #at = headBytes;
  #checksum = 0;

  private constructor(file: FileHandle, head: Head) {
    this.#file = file;
    this.#head = head;
    this.terms = head.terms;
  }

  /** Opens the file and removes it from its folder, so that no later start uses it; null when there is none. */
  static async take(path: string): Promise<DumpFile | null> {
    await rm(unfinishedAt(path), { force: true });
    const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (file === null) return null;
    try {
      await rm(path);
      return new DumpFile(file, await readHead(file));
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  get bytes(): number {
    return this.#head.bytes;
  }

  /** The next block; null after the last. */
  async next(): Promise<Uint8Array | null> {
    if (this.#at === this.#head.bytes) {
      if (this.#checksum !== this.#head.checksum) throw new DumpDamaged('a checksum does not match');
      return null;
    }
    await this.#read(this.#frame, frameBytes);
    const length = this.#frame.readUInt32LE(0);
    if (length > mostBlockBytes) throw new DumpDamaged('a block has an impossible length');
    if (this.#buffer.length < length) this.#buffer = Buffer.allocUnsafeSlow(length);
    await this.#read(this.#buffer, length);
    const block = this.#buffer.subarray(0, length);
    this.#checksum = crc32(block, this.#checksum);
    if (this.#checksum !== this.#frame.readUInt32LE(4)) throw new DumpDamaged('a checksum does not match');
    return block;
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async #read(into: Buffer, length: number): Promise<void> {
    if (this.#at + length > this.#head.bytes) throw new DumpDamaged('it is cut off');
    await readAll(this.#file, into, length, this.#at);
    this.#at += length;
  }
}

async function readHead(file: FileHandle): Promise<Head> {
  const bytes = Buffer.alloc(headBytes);
  await readAll(file, bytes, headBytes, 0);
  const [first, checksum, text = ''] = bytes.toString().split('\n');
  if (first !== magic || checksum !== String(crc32(text))) throw new DumpDamaged('it has no head');
  const head = JSON.parse(text) as Head;
  const { size } = await file.stat();
  if (size !== head.bytes) throw new DumpDamaged(`it has ${size} bytes and should have ${head.bytes}`);
  return head;
}

async function readAll(file: FileHandle, into: Buffer, length: number, at: number): Promise<void> {
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(into, done, length - done, at + done);
    if (bytesRead === 0) throw new DumpDamaged('it is cut off');
    done += bytesRead;
  }
}
