import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Static } from 'typebox';
import { Check } from 'typebox/value';
import { type Bytes, type Frame, readFrames } from './frames.ts';
import { DayManifest, type Manifest, manifestName, nameTrouble } from './manifest.ts';
import type { BackupTarget } from './target.ts';

export type Progress = (state: { readonly name: string; readonly bytes: number; readonly isDone: boolean }) => void;

/** Writes a packed backup to its target; on any failure nothing is left that looks like a backup. */
export async function receiveBackup(
  open: () => Promise<Bytes>,
  target: BackupTarget,
  signal: AbortSignal,
  progress: Progress,
): Promise<Manifest> {
  const pendingBackup = await target.begin();
  try {
    const received = new ReceivedSums();
    for await (const frame of readFrames(await open())) {
      if (frame.kind === 'progress') progress({ ...frame, isDone: false });
      if (frame.kind === 'file') {
        await received.take(frame, (content) => pendingBackup.put(frame.name, frame.bytes, until(signal, content)));
        progress({ name: frame.name, bytes: frame.bytes, isDone: true });
      }
      if (frame.kind === 'manifest') {
        received.requireSame(frame.manifest);
        await pendingBackup.finish(`${JSON.stringify(frame.manifest, null, 2)}\n`);
        return frame.manifest;
      }
    }
    throw new Error('the received data is not a backup; check that the address is that of the service');
  } catch (error) {
    await pendingBackup.drop();
    throw error;
  }
}

/** The frames of an export, which is one file. */
export async function* readExport(frames: Bytes): AsyncGenerator<Frame> {
  let files = 0;
  for await (const frame of readFrames(frames)) {
    if (frame.kind === 'file') files += 1;
    if (files > 1) throw new Error('the received data is not an export: it has more than one file');
    yield frame;
  }
  if (files === 0) throw new Error('the received data is not an export: it has no file');
}

/** Writes the files of a day, of which one is their manifest, into an empty folder. */
export async function receiveDay(
  frames: Bytes,
  folder: string,
  signal: AbortSignal,
  report: (frame: Frame) => void,
): Promise<void> {
  const received = new ReceivedSums();
  for await (const frame of readFrames(frames)) {
    report(frame);
    if (frame.kind !== 'file') continue;
    const path = join(folder, frame.name);
    const write = (content: Bytes) =>
      pipeline(Readable.from(content), createWriteStream(path, { flags: 'wx' }), { signal });
    if (frame.name === manifestName) await write(frame.content);
    else await received.take(frame, write);
  }
  received.requireSame(await dayManifest(folder));
}

async function dayManifest(folder: string): Promise<Static<typeof DayManifest>> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => '');
  try {
    const content: unknown = JSON.parse(text);
    if (Check(DayManifest, content)) return content;
  } catch {
    // Reported below
  }
  throw new Error('the received data is not a day; check that the address is that of the service');
}

type ReceivedFile = Extract<Frame, { readonly kind: 'file' }>;

/** The sums of received files, which must be those of their manifest: all of them and no others. */
class ReceivedSums {
  readonly #sums = new Map<string, string>();

  async take({ name, content }: ReceivedFile, write: (content: Bytes) => Promise<void>): Promise<void> {
    const hash = createHash('sha256');
    const hashed = async function* (): AsyncGenerator<Uint8Array> {
      for await (const piece of content) {
        hash.update(piece);
        yield piece;
      }
    };
    await write(hashed());
    this.#sums.set(name, hash.digest('hex'));
  }

  requireSame(manifest: Static<typeof DayManifest>): void {
    const trouble = nameTrouble(manifest);
    if (trouble !== null) throw new Error(`the received data is not a copy: ${trouble}`);
    const { files } = manifest;
    const listed = new Set(files.map(({ name }) => name));
    const others = [...this.#sums.keys()].filter((name) => !listed.has(name));
    if (others.length > 0) throw new Error(`the received data is not a copy: its manifest lacks ${others.join(', ')}`);
    const changed = files.filter(({ name, sha256 }) => this.#sums.get(name) !== sha256).map(({ name }) => name);
    if (changed.length > 0) throw new Error(`${changed.join(', ')} changed on the way; try again`);
  }
}

async function* until(signal: AbortSignal, content: Bytes): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    if (signal.aborted) throw new Error('stopped; the unfinished backup was removed');
    yield piece;
  }
}
