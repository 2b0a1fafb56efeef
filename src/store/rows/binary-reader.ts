const wordRange = 2 ** 32;

/** Walks through rows as the engine writes them in RowBinary: one value behind the other, numbers with the lowest byte first. */
export class BinaryReader {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  moveTo(at: number): this {
    this.#at = at;
    return this;
  }

  /** Of UInt8, and of the codes of an Enum8, which are small. */
  byte(): number {
    this.#at += 1;
    return this.#bytes[this.#at - 1] as number;
  }

  word(): number {
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4, true);
  }

  /** Of Int64 and DateTime64(3); exact as far as a number can be. */
  int64(): number {
    const low = this.#view.getUint32(this.#at, true);
    const high = this.#view.getInt32(this.#at + 4, true);
    this.#at += 8;
    return high * wordRange + low;
  }

  text(): string {
    const length = this.#length();
    this.#at += length;
    return this.#bytes.toString('utf8', this.#at - length, this.#at);
  }

  #length(): number {
    let length = 0;
    let shift = 0;
    let group = this.byte();
    while (group >= 128) {
      length |= (group & 127) << shift;
      shift += 7;
      group = this.byte();
    }
    return length | (group << shift);
  }
}
