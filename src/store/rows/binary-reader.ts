const wordRange = 2 ** 32;

/** Reads values in ClickHouse's RowBinary format in sequence; numbers are little-endian. */
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

  /** A UInt8, or a code of an Enum8, all of which are below 128. */
  byte(): number {
    this.#at += 1;
    return this.#bytes[this.#at - 1] as number;
  }

  word(): number {
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4, true);
  }

  /** An Int64 or DateTime64(3); exact up to 2^53. */
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
