import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from '../schema/index.ts';

/** The id of a service, which belongs to its data folder: other services tell by it what they have had from this one. */
export function serviceIdOf(dataFolder: string, keeps: boolean): string {
  const file = join(dataFolder, 'instance');
  if (existsSync(file)) {
    const kept = readFileSync(file, 'utf8').trim();
    if (/^[a-z0-9]{1,64}$/.test(kept)) return kept;
    // A disk that was full as it was made, or a power cut, has left it empty
    if (kept !== '')
      throw new StartRefused(
        `${file} must hold one word of small letters and digits; delete it, and a new one is made`,
      );
  }
  const id = randomBytes(6).toString('hex');
  if (!keeps) return id;
  mkdirSync(dataFolder, { recursive: true });
  writeFileSync(file, `${id}\n`);
  return id;
}
