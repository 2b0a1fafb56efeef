/** MessagePack as far as packets of Socket.IO need it, after its specification; instants go out as extension 0, as notepack writes them. */
export const pack = (value: unknown): Buffer => Buffer.concat(pieces(value));

const sized = (bytes: number, tag: number, write: (into: Buffer) => void): Buffer => {
  const piece = Buffer.alloc(1 + bytes);
  piece[0] = tag;
  write(piece);
  return piece;
};

/** The head of something counted: in the tag itself when it fits, otherwise in 8, 16 or 32 bits. */
const head = (
  count: number,
  small: { readonly below: number; readonly tag: number },
  tags: readonly number[],
): Buffer => {
  if (count < small.below) return Buffer.from([small.tag + count]);
  const [byte, word, long] = tags;
  if (byte !== undefined && byte > 0 && count < 2 ** 8) return sized(1, byte, (into) => into.writeUInt8(count, 1));
  if (count < 2 ** 16) return sized(2, word ?? 0, (into) => into.writeUInt16BE(count, 1));
  return sized(4, long ?? 0, (into) => into.writeUInt32BE(count, 1));
};

const number = (value: number): Buffer => {
  if (Number.isInteger(value) && value >= 0 && value < 2 ** 32)
    return head(value, { below: 128, tag: 0 }, [0xcc, 0xcd, 0xce]);
  if (Number.isSafeInteger(value)) return sized(8, 0xd3, (into) => into.writeBigInt64BE(BigInt(value), 1));
  return sized(8, 0xcb, (into) => into.writeDoubleBE(value, 1));
};

const text = (value: string): Buffer[] => {
  const bytes = Buffer.from(value);
  return [head(bytes.length, { below: 32, tag: 0xa0 }, [0xd9, 0xda, 0xdb]), bytes];
};

const instant = (value: Date): Buffer => {
  const piece = Buffer.alloc(10);
  piece[0] = 0xd7;
  piece.writeBigInt64BE(BigInt(value.getTime()), 2);
  return piece;
};

const pieces = (value: unknown): Buffer[] => {
  if (value === null || value === undefined) return [Buffer.from([0xc0])];
  if (typeof value === 'boolean') return [Buffer.from([value ? 0xc3 : 0xc2])];
  if (typeof value === 'number') return [number(value)];
  if (typeof value === 'string') return text(value);
  if (value instanceof Date) return [instant(value)];
  if (Array.isArray(value))
    return [head(value.length, { below: 16, tag: 0x90 }, [0, 0xdc, 0xdd]), ...value.flatMap(pieces)];
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  const inner = entries.flatMap(([key, member]) => [...text(key), ...pieces(member)]);
  return [head(entries.length, { below: 16, tag: 0x80 }, [0, 0xde, 0xdf]), ...inner];
};

/** Throws on what it does not know. */
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
