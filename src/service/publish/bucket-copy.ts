import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Config } from '../../config/settings.ts';
import { accountIn, Bucket, bucketLocationIn } from '../backup/bucket.ts';

type Secrets = (name: string) => string | null;

// Versions, days and months of the lake never change once written; other files in the bucket can belong to somebody else
const ours = /^(?:\d{8}T\d{6}Z|days\/day=\d{4}-\d{2}-\d{2}|lake\/[a-zA-Z]+\/month=\d{4}-\d{2})\//;

/** Copies the files of a folder into a bucket, under the same names. */
export class BucketCopy {
  readonly #folder: string;
  readonly #bucket: Bucket;

  constructor(folder: string, bucket: Bucket) {
    this.#folder = folder;
    this.#bucket = bucket;
  }

  /** Uploads files before the manifests that name them, and removes them after; so every file in a manifest exists. */
  async bring(signal: AbortSignal): Promise<void> {
    // A stop does not wait for a running request
    let stop = (): void => {};
    const stopped = new Promise<never>((_, reject) => {
      stop = () => reject(signal.reason);
    });
    signal.addEventListener('abort', stop);
    await Promise.race([this.#bring(signal), stopped]).finally(() => signal.removeEventListener('abort', stop));
  }

  async #bring(signal: AbortSignal): Promise<void> {
    const existing = new Map((await this.#bucket.list()).map(({ name, bytes }) => [name, bytes]));
    const files = await this.#files();
    for (const [name, bytes] of files) {
      signal.throwIfAborted();
      if (ours.test(name) && existing.get(name) === bytes) continue;
      await this.#bucket.put(name, bytes, createReadStream(join(this.#folder, name), { signal }));
    }
    for (const name of existing.keys()) if (ours.test(name) && !files.has(name)) await this.#bucket.remove(name);
  }

  async #files(): Promise<ReadonlyMap<string, number>> {
    const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(this.#folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .filter((name) => !name.split('/').some((part) => part.startsWith('.') || part.endsWith('.part')));
    names.sort((a, b) => rankOf(a) - rankOf(b) || b.split('/').length - a.split('/').length);
    return new Map(
      await Promise.all(names.map(async (name) => [name, (await stat(join(this.#folder, name))).size] as const)),
    );
  }
}

/** Upload order: files of versions, then those of `latest`, then manifests and views. */
const rankOf = (name: string): number =>
  /(?:manifest\.json|^lake\/lake\.\w+)$/.test(name) ? 2 : name.startsWith('latest/') ? 1 : 0;

/** Null where the settings name no bucket. */
export function bucketCopyOf(config: Config, secrets: Secrets): BucketCopy | null {
  const location = bucketLocationIn(config['publish.bucket']);
  if (location === null) return null;
  return new BucketCopy(config['publish.folder'], new Bucket(location, accountIn(secrets)));
}
