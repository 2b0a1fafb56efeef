import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, copyFile, link, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** A complete file, with its size and checksum. */
export type PublishedBytes = {
  readonly name: string;
  readonly coding: 'gzip' | null;
  readonly bytes: number;
  readonly sha256: string;
};

// The service creates everything else for its own user only
const forAll = { folder: 0o755, file: 0o644 };

/** Creates a folder that others may read, with those it lies in; one that exists stays as it is. */
export async function makeFolderForAll(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await chmod(made, forAll.folder);
}

/** Renames a folder of complete files, which others may read from then on. */
export async function releaseFolder(path: string, to: string): Promise<void> {
  for (const name of await readdir(path)) await chmod(join(path, name), forAll.file);
  await chmod(path, forAll.folder);
  await rename(path, to);
}

/** Gives a complete file its name, under which others may read it; atomically replaces the file that had it. */
export async function releaseFile(path: string, to: string): Promise<void> {
  await chmod(path, forAll.file);
  await rename(path, to);
}

/** Writes a list to a file, and a gzip copy next to it. */
export async function writeListFiles(
  path: string,
  content: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<PublishedBytes[]> {
  const plain = new CountingHash();
  await pipeline(content, plain.pass, createWriteStream(path), { signal });
  const packed = new CountingHash();
  await pipeline(createReadStream(path), createGzip({ level: 6 }), packed.pass, createWriteStream(`${path}.gz`), {
    signal,
  });
  return [
    { name: basename(path), coding: null, ...plain.summary },
    { name: `${basename(path)}.gz`, coding: 'gzip', ...packed.summary },
  ];
}

/** Gives a file a second name, atomically replacing the file that had it. */
export async function linkAs(path: string, name: string): Promise<void> {
  const part = `${name}.part`;
  await rm(part, { force: true });
  // Not every file system supports links
  await link(path, part).catch(() => copyFile(path, part));
  await rename(part, name);
}

/** Writes the manifest of a folder, atomically replacing the former one. */
export async function writeManifest(folder: string, manifest: object): Promise<void> {
  const path = join(folder, 'manifest.json');
  await writeFile(`${path}.part`, `${JSON.stringify(manifest, null, 2)}\n`);
  await releaseFile(`${path}.part`, path);
}

class CountingHash {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  readonly pass = async function* (this: CountingHash, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      this.#hash.update(piece);
      this.#bytes += piece.length;
      yield piece;
    }
  }.bind(this);

  get summary(): { readonly bytes: number; readonly sha256: string } {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}
