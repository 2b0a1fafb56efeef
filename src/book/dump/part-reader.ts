import { bytesAt, type DumpCells, DumpUnfit, type PartSource } from './part.ts';
import { headBytes, readHead } from './part-blocks.ts';

const pieceMs = 5;

/** Reads the parts of a dump from its blocks, and yields to other work every few milliseconds. */
export class PartReader implements PartSource {
  readonly #next: () => Promise<Uint8Array | null>;
  readonly #turn: () => Promise<void>;
  #block: Buffer = Buffer.alloc(0);
  #at = 0;
  #since = performance.now();

  /** `next` returns a block that is valid until its next call, null after the last; `turn` yields to other work. */
  constructor(next: () => Promise<Uint8Array | null>, turn: () => Promise<void>) {
    this.#next = next;
    this.#turn = turn;
  }

  async json<T>(name: string): Promise<T> {
    return JSON.parse((await this.#part(name)).toString());
  }

  async fill<Cells extends DumpCells>(name: string, cells: Cells): Promise<Cells> {
    const part = await this.#part(name);
    if (part.length !== cells.byteLength)
      throw new DumpUnfit(`${name} has ${part.length} bytes, expected ${cells.byteLength}`);
    bytesAt(cells).set(part);
    return cells;
  }

  async cells<Cells extends DumpCells>(name: string, allocate: (length: number) => Cells): Promise<Cells> {
    const cells = allocate(await this.json<number>(name));
    const bytes = bytesAt(cells);
    for (let at = 0; at < bytes.length; ) {
      const part = await this.#part(name);
      if (part.length === 0 || at + part.length > bytes.length) throw new DumpUnfit(`${name} has a wrong length`);
      bytes.set(part, at);
      at += part.length;
    }
    return cells;
  }

  async list<T>(name: string, take: (some: readonly T[]) => void): Promise<void> {
    for (let some = await this.json<T[]>(name); some.length > 0; some = await this.json<T[]>(name)) take(some);
  }

  /** Rejects if anything is left. */
  async end(): Promise<void> {
    if (this.#at < this.#block.length || (await this.#next()) !== null)
      throw new DumpUnfit('it continues past its last part');
  }

  async #part(name: string): Promise<Buffer> {
    if (performance.now() - this.#since > pieceMs) {
      await this.#turn();
      this.#since = performance.now();
    }
    if (this.#at === this.#block.length) await this.#open(name);
    const head = readHead(this.#block, this.#at);
    if (head === null || head.name !== name)
      throw new DumpUnfit(`it has ${head === null ? 'an incomplete part' : head.name}, expected ${name}`);
    const start = this.#at + headBytes(head.name);
    this.#at = start + head.length;
    return this.#block.subarray(start, this.#at);
  }

  async #open(name: string): Promise<void> {
    const block = await this.#next();
    if (block === null) throw new DumpUnfit(`it ends before ${name}`);
    this.#block = Buffer.from(block.buffer, block.byteOffset, block.byteLength);
    this.#at = 0;
  }
}
