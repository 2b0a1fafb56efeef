import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { dayFolder } from '../../schema/index.ts';
import type { Frame } from '../../service/backup/frames.ts';
import { receiveDay } from '../../service/backup/receive.ts';

/** Writes the files of a day into its folder; replaces an earlier one once all files are complete. */
export async function saveDay(
  frames: AsyncIterable<Uint8Array>,
  { day, to, signal }: { readonly day: string; readonly to: string; readonly signal: AbortSignal },
  report: (frame: Frame, path: string) => void,
): Promise<void> {
  const path = join(resolve(to), dayFolder(day));
  const making = `${path}.unfinished-${process.pid}`;
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { recursive: true });
  try {
    await receiveDay(frames, making, signal, (frame) => report(frame, path));
    await rm(path, { recursive: true, force: true });
    await rename(making, path);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw error;
  }
}
