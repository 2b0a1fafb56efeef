/** The part of MessagePack that Socket.IO packets need; instants are written as extension 0, like notepack does. */
export const pack = (value: unknown): Buffer => {
  const writer = new PackWriter();
  writer.write(value);
  return writer.written();
};

type HeadForms = {
  /** Counts below this fit into the tag itself. */
  readonly below: number;
  readonly tag: number;
  /** Tags for a count in 8 (0 if there is none), 16 and 32 bits. */
  readonly tags: readonly [byte: number, word: number, long: number];
};

const forms = {
  number: { below: 128, tag: 0, tags: [0xcc, 0xcd, 0xce] },
  text: { below: 32, tag: 0xa0, tags: [0xd9, 0xda, 0xdb] },
  list: { below: 16, tag: 0x90, tags: [0, 0xdc, 0xdd] },
  map: { below: 16, tag: 0x80, tags: [0, 0xde, 0xdf] },
} as const satisfies Readonly<Record<string, HeadForms>>;

/** Writes into one growing buffer: joining pieces at the end took half of a played feed's time. */
class PackWriter {
  #bytes = Buffer.allocUnsafe(4096);
  #length = 0;

  written(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length));
  }

  write(value: unknown): void {
    if (value === null || value === undefined) this.#tag(0xc0);
    else if (typeof value === 'boolean') this.#tag(value ? 0xc3 : 0xc2);
    else if (typeof value === 'number') this.#number(value);
    else if (typeof value === 'string') this.#text(value);
    else if (value instanceof Date) this.#instant(value);
    else if (Array.isArray(value)) {
      this.#head(value.length, forms.list);
      for (const member of value) this.write(member);
    } else this.#map(value);
  }

  #map(value: object): void {
    const entries = Object.entries(value).filter(([, member]) => member !== undefined);
    this.#head(entries.length, forms.map);
    for (const [key, member] of entries) {
      this.#text(key);
      this.write(member);
    }
  }

  #number(value: number): void {
    if (Number.isInteger(value) && value >= 0 && value < 2 ** 32) this.#head(value, forms.number);
    else if (Number.isSafeInteger(value)) {
      this.#tag(0xd3);
      const at = this.#take(8);
      this.#bytes.writeBigInt64BE(BigInt(value), at);
    } else {
      this.#tag(0xcb);
      const at = this.#take(8);
      this.#bytes.writeDoubleBE(value, at);
    }
  }

  #text(value: string): void {
    const size = Buffer.byteLength(value);
    this.#head(size, forms.text);
    const at = this.#take(size);
    this.#bytes.write(value, at);
  }

  #instant(value: Date): void {
    this.#tag(0xd7);
    this.#tag(0);
    const at = this.#take(8);
    this.#bytes.writeBigInt64BE(BigInt(value.getTime()), at);
  }

  #head(count: number, { below, tag, tags: [byte, word, long] }: HeadForms): void {
    if (count < below) this.#tag(tag + count);
    else if (byte > 0 && count < 2 ** 8) {
      this.#tag(byte);
      this.#tag(count);
    } else if (count < 2 ** 16) {
      this.#tag(word);
      const at = this.#take(2);
      this.#bytes.writeUInt16BE(count, at);
    } else {
      this.#tag(long);
      const at = this.#take(4);
      this.#bytes.writeUInt32BE(count, at);
    }
  }

  #tag(byte: number): void {
    const at = this.#take(1);
    this.#bytes[at] = byte;
  }

  /** The position of the next bytes; grows the buffer first, so read `#bytes` only afterwards. */
  #take(bytes: number): number {
    const at = this.#length;
    this.#length += bytes;
    if (this.#length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#length, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, at);
      this.#bytes = larger;
    }
    return at;
  }
}

/** Throws on unknown types. */
export const unpack = (bytes: Uint8Array): unknown => {
  const reader = new PackReader(Buffer.from(bytes));
  return reader.next();
};

class PackReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  next(): unknown {
    const tag = this.#uint(1);
    if (tag < 0x80) return tag;
    if (tag < 0x90) return this.#map(tag - 0x80);
    if (tag < 0xa0) return this.#list(tag - 0x90);
    if (tag < 0xc0) return this.#text(tag - 0xa0);
    if (tag >= 0xe0) return tag - 0x100;
    const read = this.#tagged[tag];
    if (read === undefined) throw new Error(`MessagePack tag 0x${tag.toString(16)} is not read here`);
    return read();
  }

  readonly #tagged: Readonly<Record<number, () => unknown>> = {
    192: () => null,
    194: () => false,
    195: () => true,
    202: () => this.#bytes.readFloatBE(this.#skip(4)),
    203: () => this.#bytes.readDoubleBE(this.#skip(8)),
    204: () => this.#uint(1),
    205: () => this.#uint(2),
    206: () => this.#uint(4),
    207: () => Number(this.#bytes.readBigUInt64BE(this.#skip(8))),
    208: () => this.#bytes.readIntBE(this.#skip(1), 1),
    209: () => this.#bytes.readIntBE(this.#skip(2), 2),
    210: () => this.#bytes.readIntBE(this.#skip(4), 4),
    211: () => Number(this.#bytes.readBigInt64BE(this.#skip(8))),
    217: () => this.#text(this.#uint(1)),
    218: () => this.#text(this.#uint(2)),
    219: () => this.#text(this.#uint(4)),
    220: () => this.#list(this.#uint(2)),
    221: () => this.#list(this.#uint(4)),
    222: () => this.#map(this.#uint(2)),
    223: () => this.#map(this.#uint(4)),
  };

  #skip(bytes: number): number {
    const at = this.#at;
    this.#at += bytes;
    return at;
  }

  #uint(bytes: number): number {
    return this.#bytes.readUIntBE(this.#skip(bytes), bytes);
  }

  #text(bytes: number): string {
    const at = this.#skip(bytes);
    return this.#bytes.toString('utf8', at, at + bytes);
  }

  #list(count: number): unknown[] {
    return Array.from({ length: count }, () => this.next());
  }

  #map(count: number): Record<string, unknown> {
    return Object.fromEntries(Array.from({ length: count }, () => [String(this.next()), this.next()]));
  }
}
