import { createWriteStream, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { UsageError } from './usage-error.ts';

/** Throws if a file to write to is a folder. */
export function refuseFolder(to: string): void {
  if (statSync(to, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new UsageError(`--to is "${to}", which is a folder; name a file in it`);
}

/** Writes to a temporary name until the file is complete. */
export async function saveFile(content: AsyncIterable<Uint8Array>, to: string, signal: AbortSignal): Promise<void> {
  const unfinished = `${to}.unfinished-${process.pid}`;
  try {
    await pipeline(content, createWriteStream(unfinished), { signal });
    await rename(unfinished, to);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
