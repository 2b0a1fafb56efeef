import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileFrame, lineFrame } from './frames.ts';
import { reported } from './pack.ts';

/** An exported file as frames, made for one reader. */
export const packExport = (
  name: string,
  scratch: string,
  write: (path: string) => Promise<void>,
): AsyncGenerator<Uint8Array> =>
  packed('export-', scratch, async function* (folder) {
    const path = join(folder, name);
    yield* reported(name, path, write(path));
    yield* fileFrame(name, path);
  });

/** The files of a day as frames, made for one reader; their manifest comes last. */
export const packDay = (
  day: string,
  scratch: string,
  write: (folder: string) => Promise<readonly string[]>,
): AsyncGenerator<Uint8Array> =>
  packed('day-', scratch, async function* (folder) {
    const names = yield* reported(day, folder, write(folder));
    for (const name of names) yield* fileFrame(name, join(folder, name));
  });

/** Frames of files that are made in a temporary folder, which is always removed afterwards. */
async function* packed(
  prefix: string,
  scratch: string,
  make: (folder: string) => AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  await mkdir(scratch, { recursive: true });
  const folder = await mkdtemp(join(scratch, prefix));
  try {
    yield* make(folder);
    yield lineFrame({ end: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
