import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import { FileName, Manifest } from './manifest.ts';

/*
 * Copies are sent as frames. A frame is a line of JSON; that of a file is followed by as many bytes as it says. The last
 * line is a manifest, `end` or an error; a stream without one was cut off.
 */

const FrameLine = Type.Union([
  Type.Object({ file: FileName, bytes: Type.Integer({ minimum: 0 }) }),
  Type.Object({ progress: FileName, bytes: Type.Integer({ minimum: 0 }) }),
  Type.Object({ manifest: Manifest }),
  Type.Object({ end: Type.Literal(true) }),
  Type.Object({ error: Type.String() }),
]);
type FrameLine = Static<typeof FrameLine>;

export type Bytes = AsyncIterable<Uint8Array>;

/** A parsed frame; the content of a file must be read before the next frame is requested. */
export type Frame =
  | { readonly kind: 'file'; readonly name: string; readonly bytes: number; readonly content: Bytes }
  /** A file that is still being prepared, and its size so far. */
  | { readonly kind: 'progress'; readonly name: string; readonly bytes: number }
  | { readonly kind: 'manifest'; readonly manifest: Manifest }
  | { readonly kind: 'end' };

export const lineFrame = (line: FrameLine): Buffer => Buffer.from(`${JSON.stringify(line)}\n`);

/** The frame of the file at `path`. */
export async function* fileFrame(name: string, path: string): AsyncGenerator<Uint8Array> {
  const { size } = await stat(path);
  yield lineFrame({ file: name, bytes: size });
  yield* createReadStream(path, { highWaterMark: 256 * 1024 });
}

const maxLineLength = 1_048_576;
const newline = 0x0a;

/** Reads lines and given numbers of bytes from pieces of any size. */
class Pieces {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(source: Bytes) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async #next(): Promise<Uint8Array | null> {
    const { done, value } = await this.#source.next();
    return done === true ? null : value;
  }

  async line(): Promise<string | null> {
    let end = this.#rest.indexOf(newline);
    while (end < 0) {
      const more = await this.#next();
      if (more === null) return null;
      if (this.#rest.length > maxLineLength) throw new Error('the received data is not a copy: a line has no end');
      const from = this.#rest.length;
      this.#rest = Buffer.concat([this.#rest, more]);
      end = this.#rest.indexOf(newline, from);
    }
    const line = Buffer.from(this.#rest.subarray(0, end)).toString('utf8');
    this.#rest = this.#rest.subarray(end + 1);
    return line;
  }

  async *bytes(count: number): AsyncGenerator<Uint8Array> {
    for (let left = count; left > 0; ) {
      const piece = this.#rest.length > 0 ? this.#rest : await this.#next();
      if (piece === null) throw new Error(`the copy broke off ${left} bytes before the end of a file`);
      this.#rest = piece.subarray(left);
      const taken = piece.subarray(0, left);
      left -= taken.length;
      if (taken.length > 0) yield taken;
    }
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

const readLine = (text: string): FrameLine => {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    line = null;
  }
  if (!Check(FrameLine, line)) throw new Error(`the received data is not a copy: ${JSON.stringify(text.slice(0, 80))}`);
  return line;
};

function newName(name: string, names: Set<string>): string {
  if (names.has(name)) throw new Error(`the received data is not a copy: ${name} came twice`);
  names.add(name);
  return name;
}

/**
 * Reads a stream of frames up to its last one; throws the error that the sender reports. Names of files are safe to join
 * to the path of a folder, and each comes once.
 */
export async function* readFrames(source: Bytes): AsyncGenerator<Frame> {
  const pieces = new Pieces(source);
  const names = new Set<string>();
  try {
    for (;;) {
      const text = await pieces.line();
      if (text === null) throw new Error('the copy broke off before its end; try again');
      const line = readLine(text);
      if ('error' in line) throw new Error(line.error);
      if ('manifest' in line) return yield { kind: 'manifest', manifest: line.manifest };
      if ('end' in line) return yield { kind: 'end' };
      if ('progress' in line) yield { kind: 'progress', name: line.progress, bytes: line.bytes };
      else
        yield { kind: 'file', name: newName(line.file, names), bytes: line.bytes, content: pieces.bytes(line.bytes) };
    }
  } finally {
    await pieces.close();
  }
}
