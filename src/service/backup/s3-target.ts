import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Bucket } from './bucket.ts';
import { isLeftOver, manifestName } from './manifest.ts';
import type { BackupTarget, PendingBackup } from './target.ts';

/** A backup under a prefix of a bucket; the manifest is written last and completes it. */
export const openS3Target = (bucket: Bucket): BackupTarget => ({
  name: bucket.name,
  async begin() {
    const files = (await bucket.list()).map(({ name }) => name);
    if (files.includes(manifestName)) {
      throw new Error(`${bucket.name} already holds a backup; give another prefix, such as one with the date in it`);
    }
    const others = files.filter((file) => !isLeftOver(file));
    if (others.length > 0) {
      throw new Error(
        `${bucket.name} holds something else (${others.slice(0, 3).join(', ')}); give a prefix that is not in use`,
      );
    }
    return pendingBackup(bucket);
  },
  async manifest() {
    const text = await bucket.text(manifestName);
    if (text === null) throw new Error(`there is no ${manifestName} under ${bucket.name}, so it is not a backup`);
    return text;
  },
  async fetch(file, folder) {
    const content = await bucket.content(file);
    if (content === null) throw new Error(`${file} is missing under ${bucket.name}; use another backup`);
    const path = join(folder, file);
    await pipeline(content, createWriteStream(path, { mode: 0o600, flags: 'w' }));
    return path;
  },
});

function pendingBackup(bucket: Bucket): PendingBackup {
  const written: string[] = [];
  return {
    async put(name, bytes, content) {
      written.push(name);
      await bucket.put(name, bytes, content);
    },
    finish: (manifest) => bucket.putText(manifestName, manifest),
    async drop() {
      for (const name of written) await bucket.remove(name).catch(() => {});
    },
  };
}
