import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, type ZlibOptions } from 'node:zlib';
import { unpackBlock } from '../block.ts';
import { coding, decodeHead, encodeFrames, headLength, isWhole } from '../frame.ts';

/*
 * A snapshot is what stands as of a sequence of the tape: a file of lines for each part, such as a marketplace of a game, and
 * a manifest that names them. A file is a run of frames, as in a segment of the tape. Each file is as of a sequence of its
 * own: what was published of its part after that has to be replayed over it. So a file can be written while its part changes,
 * and only those of parts that have changed need to be written again. The manifest is written last; two of them are kept.
 */

/** A file as its manifest names it. */
export type SnapshotFile = {
  readonly part: string;
  readonly name: string;
  /** What was published of the part up to this sequence is in the file; some of what came later can be. */
  readonly sequence: number;
  readonly lines: number;
  readonly bytes: number;
  /** CRC-32 of the bytes. */
  readonly checksum: number;
};

export type Manifest = {
  /** The epoch of the tape that the sequences are of. */
  readonly epoch: string;
  /** Every part that anything was published of up to this sequence has a file. */
  readonly sequence: number;
  readonly files: readonly SnapshotFile[];
};

/** Where snapshots lie. Every form passes the suite in test/support/tape/snapshot-suite.ts. */
export type SnapshotStorage = {
  /** The manifests that are kept, newest first, as they were written; those that cannot be read are left out. */
  readonly manifests: () => Promise<readonly { readonly number: number; readonly text: string }[]>;
  /** The bytes of a file; rejects if there is none. */
  readonly read: (name: string) => AsyncIterable<Buffer>;
  readonly write: (name: string, bytes: AsyncIterable<Buffer>) => Promise<void>;
  /** Keeps a manifest under a number; rejects if that one or a later one is kept already. */
  readonly keep: (number: number, text: string) => Promise<void>;
  /** Removes all manifests and files but these. */
  readonly keepOnly: (numbers: readonly number[], names: readonly string[]) => Promise<void>;
};

export type SnapshotLog = {
  readonly warn: (data: object, text: string) => void;
};

/** A file is damaged or missing; the message says how. */
export class SnapshotDamaged extends Error {
  override readonly name = 'SnapshotDamaged';
}

const deflated = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw);
// Files are written again and again, so the time matters more than the last bytes
const quick = { level: constants.Z_BEST_SPEED };

/** Lines that are packed together. */
export type LineBlock = { readonly lines: Buffer; readonly count: number };

const maxManifests = 2;

type NumberedManifest = { readonly number: number; readonly manifest: Manifest };

/** The snapshots beside a tape. */
export class Snapshots {
  readonly #storage: SnapshotStorage;
  readonly #log: SnapshotLog;
  readonly #graceMs: number;
  /** Files that no kept manifest names any more, and since when, by `performance.now`. */
  readonly #retired = new Map<string, number>();
  /** Newest first. */
  #manifests: readonly NumberedManifest[] = [];
  /** Number of the next manifest. */
  #number = 1;

  private constructor(storage: SnapshotStorage, log: SnapshotLog, graceMs: number) {
    this.#storage = storage;
    this.#log = log;
    this.#graceMs = graceMs;
  }

  /** For `graceMs`, files stay that are no longer needed, for other processes that may be reading them. */
  static async open(storage: SnapshotStorage, log: SnapshotLog, graceMs = 0): Promise<Snapshots> {
    const snapshots = new Snapshots(storage, log, graceMs);
    await snapshots.refresh();
    return snapshots;
  }

  /** Takes notice of what another process has written since. */
  async refresh(): Promise<void> {
    const found: NumberedManifest[] = [];
    for (const { number, text } of await this.#storage.manifests()) {
      this.#number = Math.max(this.#number, number + 1);
      const manifest = manifestIn(text);
      if (manifest === null) this.#log.warn({ number }, 'manifest of a snapshot damaged; snapshot unusable');
      else found.push({ number, manifest });
    }
    this.#manifests = found;
  }

  /** The newest manifest; null if there is none. */
  get newest(): Manifest | null {
    return this.#manifests[0]?.manifest ?? null;
  }

  /** The tape is needed from the sequence after this one on, for the older of the snapshots, too; null without any. */
  get neededAfter(): number | null {
    const sequences = this.#manifests.map(({ manifest }) => startOf(manifest));
    return sequences.length === 0 ? null : Math.min(...sequences);
  }

  /** The files of a part, the newest first, as far as they are of the newest manifest's epoch. */
  filesOf(part: string): readonly SnapshotFile[] {
    const files = this.#manifests
      .filter(({ manifest }) => manifest.epoch === this.newest?.epoch)
      .flatMap(({ manifest }) => manifest.files.filter((file) => file.part === part));
    return files.filter(({ name }, at) => files.findIndex((file) => file.name === name) === at);
  }

  /** Reads a whole file, since half of a part must not be restored; throws SnapshotDamaged. */
  async check({ name, bytes, checksum, lines }: SnapshotFile): Promise<void> {
    const found = { lines: 0, bytes: 0, checksum: 0 };
    try {
      for await (const { head, body } of framesIn(noting(this.#storage.read(name), found))) {
        if (!isWhole(head, body)) throw new SnapshotDamaged(`a checksum in ${name} does not match`);
        found.lines += head.count;
      }
    } catch (error) {
      if (error instanceof SnapshotDamaged) throw error;
      throw new SnapshotDamaged(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (found.bytes !== bytes || found.checksum !== checksum || found.lines !== lines)
      throw new SnapshotDamaged(`${name} is not as it was written`);
  }

  /** The lines of a file, which has to be whole. */
  async *read(file: SnapshotFile): AsyncGenerator<Buffer> {
    for await (const frame of framesIn(this.#storage.read(file.name)))
      yield await unpackBlock(frame.coding, frame.body);
  }

  /** Writes the file of a part as of a sequence, to be named by the next manifest. */
  async write(part: string, sequence: number, blocks: AsyncIterable<LineBlock>): Promise<SnapshotFile> {
    const facts = { lines: 0, bytes: 0, checksum: 0 };
    // Another process may write at the same time, as after a pause
    const name = `${part}.${randomBytes(6).toString('hex')}`;
    await this.#storage.write(name, packed(blocks, sequence, facts));
    return { part, name, sequence, ...facts };
  }

  /** Makes files the newest snapshot; only once everything that is in them is on the tape. */
  async seal(manifest: Manifest): Promise<void> {
    const number = this.#number;
    const body = JSON.stringify(manifest);
    await this.#storage.keep(number, `${crc32(body)}\n${body}\n`).catch(async (error: unknown) => {
      // The number can be taken, by another process or by this very manifest
      await this.refresh();
      throw error;
    });
    this.#number = number + 1;
    const previous = this.#names();
    this.#manifests = [{ number, manifest }, ...this.#manifests].slice(0, maxManifests);
    const names = [...this.#names(), ...this.#inGrace(previous)];
    await this.#storage
      .keepOnly(
        this.#manifests.map((one) => one.number),
        names,
      )
      .catch((error: unknown) => this.#log.warn({ error: String(error) }, 'old snapshots not removed'));
  }

  #names(): string[] {
    return this.#manifests.flatMap(({ manifest }) => manifest.files.map(({ name }) => name));
  }

  /** The names of files that may still be read, of which `former` were needed until now. */
  #inGrace(previous: readonly string[]): string[] {
    const now = performance.now();
    const named = new Set(this.#names());
    for (const name of previous) if (!named.has(name)) this.#retired.set(name, now);
    for (const [name, since] of this.#retired) if (now - since >= this.#graceMs) this.#retired.delete(name);
    return [...this.#retired.keys()];
  }
}

/** The sequence after which the tape has to be replayed over a snapshot. */
export const startOf = ({ sequence, files }: Manifest): number =>
  Math.min(sequence, ...files.map((file) => file.sequence));

/** The sequence after the last one that anything in a snapshot can be of. */
export const endOf = ({ sequence, files }: Manifest): number =>
  Math.max(sequence, ...files.map((file) => file.sequence));

// A restored manifest can come from anywhere, and storages make paths of these names
const nameForm = /^[\w-]+\.\w+$/;

/** The manifest that was written as a text; null if it is damaged. */
export function manifestIn(text: string): Manifest | null {
  const [checksum, body = ''] = text.split('\n');
  if (checksum !== String(crc32(body))) return null;
  const manifest: Manifest = JSON.parse(body);
  return manifest.files.every(({ name }) => nameForm.test(name)) ? manifest : null;
}

type Facts = { lines: number; bytes: number; checksum: number };

async function* packed(blocks: AsyncIterable<LineBlock>, first: number, facts: Facts): AsyncGenerator<Buffer> {
  for await (const { lines, count } of blocks) {
    const bytes = await deflated(lines, quick);
    const frame = encodeFrames(first, [{ count, at: 0, bytes }], coding.deflated);
    facts.lines += count;
    note(facts, frame);
    yield frame;
  }
}

function note(facts: Omit<Facts, 'lines'>, bytes: Buffer): void {
  facts.bytes += bytes.length;
  facts.checksum = crc32(bytes, facts.checksum);
}

async function* noting(pieces: AsyncIterable<Buffer>, facts: Omit<Facts, 'lines'>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    note(facts, piece);
    yield piece;
  }
}

type Frame = {
  readonly head: NonNullable<ReturnType<typeof decodeHead>>;
  readonly body: Buffer;
  readonly coding: NonNullable<ReturnType<typeof decodeHead>>['coding'];
};

async function* framesIn(pieces: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let held: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    held = held.length === 0 ? piece : Buffer.concat([held, piece]);
    while (held.length >= headLength) {
      const head = decodeHead(held);
      if (head === null) throw new SnapshotDamaged('it has no frame where one begins');
      const end = headLength + head.length;
      if (held.length < end) break;
      yield { head, body: held.subarray(headLength, end), coding: head.coding };
      held = held.subarray(end);
    }
  }
  if (held.length > 0) throw new SnapshotDamaged('it is cut off');
}
