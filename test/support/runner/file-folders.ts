import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];

/** A new folder, which is removed once all tests of the file have ended. */
export function testFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `itemtape-${name}-`));
  folders.push(folder);
  return folder;
}

export function removeTestFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
