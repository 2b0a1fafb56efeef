const max = 2 ** 53;

/** Maps signed to unsigned integers (zigzag), so that small ones stay small. */
export const unsigned = (number: number): number => (number < 0 ? -2 * number - 1 : 2 * number);
export const signed = (number: number): number => (number % 2 === 0 ? number / 2 : -(number + 1) / 2);

/** A growing column of bytes. */
export class ColumnWriter {
  #bytes = Buffer.allocUnsafeSlow(4 * 1024);
  length = 0;

  byte(byte: number): void {
    if (this.length === this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow(2 * this.#bytes.length);
      this.#bytes.copy(grown);
      this.#bytes = grown;
    }
    this.#bytes[this.length] = byte;
    this.length += 1;
  }

  /** A whole number from 0, seven bits per byte. */
  number(number: number): void {
    let left = number;
    for (; left >= 128; left = Math.floor(left / 128)) this.byte(128 + (left % 128));
    this.byte(left);
  }

  /** The written bytes; valid until more are written. */
  taken(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }
}

/** Reads a column. */
export class ColumnReader {
  readonly bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte(): number {
    const byte = this.bytes[this.at] as number;
    this.at += 1;
    return byte;
  }

  number(): number {
    let number = 0;
    for (let unit = 1; unit < max; unit *= 128) {
      const byte = this.byte();
      if (byte < 128) return number + unit * byte;
      number += unit * (byte - 128);
    }
    return number;
  }
}
