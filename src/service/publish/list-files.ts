import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** A file that stands as it was counted. */
export type PublishedBytes = {
  readonly name: string;
  readonly coding: 'gzip' | null;
  readonly bytes: number;
  readonly sha256: string;
};

/** Writes a list as it is, and packed beside it. */
export async function writeListFiles(
  path: string,
  content: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<PublishedBytes[]> {
  const plain = new Counted();
  await pipeline(content, plain.pass, createWriteStream(path), { signal });
  const packed = new Counted();
  await pipeline(createReadStream(path), createGzip({ level: 6 }), packed.pass, createWriteStream(`${path}.gz`), {
    signal,
  });
  return [
    { name: basename(path), coding: null, ...plain.told },
    { name: `${basename(path)}.gz`, coding: 'gzip', ...packed.told },
  ];
}

/** Puts a file under a second name at once, in place of what bore it. */
export async function linkAs(path: string, name: string): Promise<void> {
  const part = `${name}.part`;
  await rm(part, { force: true });
  // Not every file system has links
  await link(path, part).catch(() => copyFile(path, part));
  await rename(part, name);
}

/** Says what stands in a folder, at once in place of what was said before. */
export async function writeManifest(folder: string, manifest: object): Promise<void> {
  const path = join(folder, 'manifest.json');
  await writeFile(`${path}.part`, `${JSON.stringify(manifest, null, 2)}\n`);
  await rename(`${path}.part`, path);
}

class Counted {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  readonly pass = async function* (this: Counted, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      this.#hash.update(piece);
      this.#bytes += piece.length;
      yield piece;
    }
  }.bind(this);

  get told(): { readonly bytes: number; readonly sha256: string } {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}
