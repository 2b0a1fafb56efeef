import { copyFile, link, mkdir, rm, truncate } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readMark } from './mark.ts';
import { scanSegment } from './segment.ts';
import { epochChainOf, segmentsIn, tapeFiles } from './tape-folder.ts';

/** A copied tape: every record from `first` to `last`. */
export type TapeCopy = {
  readonly epoch: string;
  readonly first: number;
  readonly last: number;
  /** File names in the folder of the copy. */
  readonly files: readonly string[];
};

const maxAttempts = 3;

/**
 * Copies the tape of a folder, which can be written to meanwhile, into another folder on the same disk. Returns null when
 * the tape is empty, or when it is not known to be complete.
 */
export async function copyTape(folder: string, into: string): Promise<TapeCopy | null> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    await rm(into, { recursive: true, force: true });
    await mkdir(into, { recursive: true, mode: 0o700 });
    const copy = (await linkTape(folder, into)) ? await examined(folder, into) : null;
    if (copy !== null) return copy;
  }
  return null;
}

/** Copies all files as they are; false when one vanished meanwhile, because it was packed or dropped. */
export async function linkTape(folder: string, into: string): Promise<boolean> {
  try {
    for (const name of await tapeFiles(folder)) await take(join(folder, name), join(into, name));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/** Links a packed file, which is never written again; copies any other. */
async function take(from: string, to: string): Promise<void> {
  if (!from.endsWith('.tape')) return await copyFile(from, to);
  await link(from, to).catch(() => copyFile(from, to));
}

async function examined(folder: string, into: string): Promise<TapeCopy | null> {
  const { segments } = await segmentsIn(into);
  const newest = segments.at(-1);
  if (newest === undefined || newest.isSealed) return null;
  // Read after copying, as the mark is removed before a record is sent that is not on the tape
  const mark = readMark(folder);
  if ('why' in mark || mark.epoch !== newest.epoch) return null;
  for (const segment of segments) {
    const ending = segment.isSealed ? 'whole' : await scanSegment(segment);
    if (ending === 'damaged' || (ending === 'torn' && segment !== newest)) return null;
  }
  await truncate(newest.path, newest.size);
  const { first } = epochChainOf(segments);
  const last = newest.last?.sequence ?? newest.first - 1;
  if (last < first) return null;
  const files = segments.filter((segment) => segment.first >= first).map(({ path }) => basename(path));
  return { epoch: newest.epoch, first, last, files };
}
