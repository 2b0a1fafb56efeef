import { createWriteStream, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type CommandInput, UsageError } from './command.ts';
import { readFlag } from './flags.ts';

/** The file of --to, or undefined when it is not given; a folder is refused before anything is requested. */
export function fileFlag(flags: CommandInput['flags']): string | undefined {
  const to = readFlag(flags, 'to');
  if (to !== undefined && statSync(to, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new UsageError(`--to is "${to}", which is a folder; name a file in it`);
  return to;
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
