// The two low bits of a packed number select its encoding
const whole = 0;
const hundredThousandths = 1;
const single = 2;
const double = 3;
const wholeLimit = 2 ** 50;

/** A growing buffer into which every record is written before it is compared or stored. */
export class ByteWriter {
  bytes = Buffer.alloc(1024);
  at = 0;

  reserve(count: number): void {
    if (this.at + count <= this.bytes.length) return;
    const grown = Buffer.alloc(Math.max(this.bytes.length * 2, this.at + count));
    this.bytes.copy(grown, 0, 0, this.at);
    this.bytes = grown;
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.at] = value;
    this.at += 1;
  }

  /** A whole number from 0 to the safe limit, in as few groups of seven bits as needed. */
  varint(value: number): void {
    this.reserve(8);
    let rest = value;
    while (rest >= 128) {
      this.bytes[this.at] = (rest % 128) + 128;
      this.at += 1;
      rest = Math.floor(rest / 128);
    }
    this.bytes[this.at] = rest;
    this.at += 1;
  }

  /** Any number, exactly; short for whole numbers, short decimals, and numbers printed from a 32-bit float. */
  number(value: number): void {
    if (Number.isInteger(value) && value >= 0 && value < wholeLimit) {
      this.varint(value * 4 + whole);
      return;
    }
    const scaled = Math.round(value * 1e5);
    if (scaled > 0 && scaled < 2 ** 28 && scaled / 1e5 === value) {
      this.varint(scaled * 4 + hundredThousandths);
      return;
    }
    const isSingle = Math.fround(value) === value;
    this.byte(isSingle ? single : double);
    this.reserve(8);
    if (isSingle) this.at = this.bytes.writeFloatLE(value, this.at);
    else this.at = this.bytes.writeDoubleLE(value, this.at);
  }
}

/** Reads what a ByteWriter wrote. */
export class ByteReader {
  bytes: Buffer = Buffer.alloc(0);
  at = 0;

  open(bytes: Buffer, start: number): this {
    this.bytes = bytes;
    this.at = start;
    return this;
  }

  byte(): number {
    const value = this.bytes[this.at] as number;
    this.at += 1;
    return value;
  }

  varint(): number {
    let value = 0;
    let weight = 1;
    let group = this.byte();
    while (group >= 128) {
      value += (group - 128) * weight;
      weight *= 128;
      group = this.byte();
    }
    return value + group * weight;
  }

  number(): number {
    const form = (this.bytes[this.at] as number) & 3;
    if (form === whole) return this.varint() / 4;
    if (form === hundredThousandths) return Math.floor(this.varint() / 4) / 1e5;
    this.at += 1;
    const size = form === single ? 4 : 8;
    const value = size === 4 ? this.bytes.readFloatLE(this.at) : this.bytes.readDoubleLE(this.at);
    this.at += size;
    return value;
  }
}
