import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from '../schema/index.ts';

/** The id of a service, kept in its data folder; other services recognise data of this one by it. */
export function serviceIdOf(dataFolder: string, keeps: boolean): string {
  const file = join(dataFolder, 'instance');
  if (existsSync(file)) {
    const stored = readFileSync(file, 'utf8').trim();
    if (/^[a-z0-9]{1,64}$/.test(stored)) return stored;
    // The file is empty after a full disk or a power cut during its creation
    if (stored !== '')
      throw new StartRefused(
        `${file} must hold one word of lower-case letters and digits; delete it, and a new one is created`,
      );
  }
  const id = randomBytes(6).toString('hex');
  if (!keeps) return id;
  mkdirSync(dataFolder, { recursive: true });
  writeFileSync(file, `${id}\n`);
  return id;
}
