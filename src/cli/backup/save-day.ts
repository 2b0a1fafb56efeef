import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Frame, readFrames } from '../../backup/frames.ts';

// Names come from a service and must not lead out of the folder
const fileName = /^[A-Za-z]+\.(parquet|json)$/;

/** Writes the files of a day into a folder named after it; replaces an earlier one once all files are complete. */
export async function saveDay(
  frames: AsyncIterable<Uint8Array>,
  { day, to, signal }: { readonly day: string; readonly to: string; readonly signal: AbortSignal },
  report: (frame: Frame, path: string) => void,
): Promise<void> {
  const path = join(resolve(to), day);
  const making = `${path}.unfinished-${process.pid}`;
  await mkdir(making, { recursive: true });
  try {
    for await (const frame of readFrames(frames)) {
      report(frame, path);
      if (frame.kind !== 'file') continue;
      if (!fileName.test(frame.name)) throw new Error(`"${frame.name}" is not a file of a day`);
      await pipeline(Readable.from(frame.content), createWriteStream(join(making, frame.name)), { signal });
    }
    await rm(path, { recursive: true, force: true });
    await rename(making, path);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw error;
  }
}
