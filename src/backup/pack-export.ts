import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileFrame, lineFrame } from './frames.ts';
import { reported } from './pack.ts';

/** A file that is made for one reader, as frames. */
export async function* packExport(
  name: string,
  scratch: string,
  write: (path: string) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  await mkdir(scratch, { recursive: true });
  const folder = await mkdtemp(join(scratch, 'export-'));
  try {
    const path = join(folder, name);
    yield* reported(name, path, write(path));
    yield* fileFrame(name, path);
    yield lineFrame({ end: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
