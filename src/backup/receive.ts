import { createHash, type Hash } from 'node:crypto';
import { type Bytes, readFrames } from './frames.ts';
import type { Manifest } from './manifest.ts';
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
    const sums = new Map<string, string>();
    for await (const frame of readFrames(await open())) {
      if (frame.kind === 'progress') progress({ ...frame, isDone: false });
      if (frame.kind === 'file') {
        const hash = createHash('sha256');
        await pendingBackup.put(frame.name, frame.bytes, hashed(frame.content, hash, signal));
        sums.set(frame.name, hash.digest('hex'));
        progress({ name: frame.name, bytes: frame.bytes, isDone: true });
      }
      if (frame.kind === 'manifest') {
        requireSame(frame.manifest, sums);
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

async function* hashed(content: Bytes, hash: Hash, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    if (signal.aborted) throw new Error('stopped; the unfinished backup was removed');
    hash.update(piece);
    yield piece;
  }
}

function requireSame({ files }: Manifest, sums: ReadonlyMap<string, string>): void {
  const changed = files.filter(({ name, sha256 }) => sums.get(name) !== sha256).map(({ name }) => name);
  if (changed.length > 0) throw new Error(`${changed.join(', ')} changed on the way; try again`);
}
