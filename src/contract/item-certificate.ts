// Steam's item certificate: current inspect links carry it instead of an id to look up in the game.
// Hex text of a byte 0, a protobuf message and a 4-byte checksum of unknown algorithm. Every byte is XORed with one mask, which
// the first byte therefore shows.

/** A sticker in a certificate; Steam omits a wear of 0. */
export type CertifiedSticker = { readonly slot: number; readonly stickerId: number; readonly wear: number };

/** A charm in a certificate: by its id, and what it holds or shows. */
export type CertifiedCharm = {
  readonly charmId: number;
  readonly pattern: number | null;
  /** The sticker inside a slab. */
  readonly stickerId: number | null;
  readonly highlightId: number | null;
};

/** The content of an item certificate of one CS2 item; a value that it omits is null. */
export type ItemCertificate = {
  /** A string, since it has 64 bits. */
  readonly itemId: string | null;
  readonly defIndex: number | null;
  readonly paintIndex: number | null;
  readonly rarity: number | null;
  readonly quality: number | null;
  readonly float: number | null;
  readonly paintSeed: number | null;
  /** Includes patches on agents, which the certificate does not distinguish from stickers. */
  readonly stickers: readonly CertifiedSticker[];
  /** null for what has no StatTrak counter. */
  readonly statTrakCount: number | null;
  readonly nameTag: string | null;
  /** null when they cannot be read. */
  readonly charms: readonly CertifiedCharm[] | null;
};

/** Decodes a certificate in hex; null when the text is not one. Never throws. */
export function decodeItemCertificate(hex: string): ItemCertificate | null {
  const message = unmasked(hex);
  const fields = message === null ? null : readFields(message);
  if (fields === null) return null;
  const stickers = repeated(fields, 12).map(toSticker);
  const charms = repeated(fields, 20).map(toCharm);
  if (!stickers.every((sticker) => sticker !== null)) return null;
  const itemId = fields.find(({ number }) => number === 2)?.value;
  const wear = integer(fields, 7);
  const certificate = {
    itemId: typeof itemId === 'bigint' ? itemId.toString() : null,
    defIndex: integer(fields, 3),
    paintIndex: integer(fields, 4),
    rarity: integer(fields, 5),
    quality: integer(fields, 6),
    float: wear === null ? null : share(bitsToFloat(wear)),
    paintSeed: integer(fields, 8),
    stickers,
    // The kind of the counter is there even if it shows 0, which is omitted
    statTrakCount: integer(fields, 9) === null ? null : (integer(fields, 10) ?? 0),
    nameTag: utf8(fields, 11),
    charms: charms.every((charm) => charm !== null) ? charms : null,
  };
  return certificate.defIndex === null ? null : certificate;
}

/** The certificate in an inspect link; null when the link is of the older kind or not an inspect link. */
export function certificateIn(link: string): ItemCertificate | null {
  const hex = /csgo_econ_action_preview(?: |%20|\+)([0-9A-F]+)$/i.exec(link)?.[1];
  return hex === undefined ? null : decodeItemCertificate(hex);
}

type Field = { readonly number: number; readonly value: bigint | Uint8Array };

// The longest seen is 47 bytes, with one sticker; five stickers, five charms and a name tag stay far below this
const max = 4096;
const checksumBytes = 4;

function unmasked(hex: string): Uint8Array | null {
  if (hex.length % 2 !== 0 || hex.length > 2 * max || !/^[0-9a-f]+$/i.test(hex)) return null;
  const length = hex.length / 2 - 1 - checksumBytes;
  if (length < 2) return null;
  const mask = Number.parseInt(hex.slice(0, 2), 16);
  return Uint8Array.from({ length }, (_, at) => Number.parseInt(hex.slice(2 * at + 2, 2 * at + 4), 16) ^ mask);
}

/** All fields in order; null when the bytes are not a complete message. */
function readFields(bytes: Uint8Array): Field[] | null {
  const fields: Field[] = [];
  let at = 0;
  while (at < bytes.length) {
    const tag = readVarint(bytes, at);
    if (tag === null) return null;
    const number = Number(tag.value >> 3n);
    const body = number === 0 ? null : readBody(bytes, tag.end, Number(tag.value & 7n));
    if (body === null) return null;
    fields.push({ number, value: body.value });
    at = body.end;
  }
  return fields;
}

/** One value of a protobuf wire type: 0 is a varint, 1 and 5 are 8 and 4 bytes, 2 is a length followed by that many bytes. */
function readBody(bytes: Uint8Array, at: number, type: number): { value: bigint | Uint8Array; end: number } | null {
  if (type === 0) return readVarint(bytes, at);
  const prefix = type === 2 ? readVarint(bytes, at) : { value: type === 1 ? 8n : type === 5 ? 4n : -1n, end: at };
  if (prefix === null || prefix.value < 0n || prefix.value > BigInt(bytes.length - prefix.end)) return null;
  const end = prefix.end + Number(prefix.value);
  return { value: bytes.subarray(prefix.end, end), end };
}

function readVarint(bytes: Uint8Array, from: number): { value: bigint; end: number } | null {
  let value = 0n;
  for (let at = from; at < bytes.length && at < from + 10; at++) {
    const byte = bytes[at] ?? 0;
    value |= BigInt(byte & 0x7f) << BigInt(7 * (at - from));
    if (byte < 0x80) return value < 1n << 64n ? { value, end: at + 1 } : null;
  }
  return null;
}

const repeated = (fields: readonly Field[], number: number) => fields.filter((field) => field.number === number);

/** A 32-bit value; null when the field is absent, of another type or too large. */
function integer(fields: readonly Field[], number: number): number | null {
  const value = fields.find((field) => field.number === number)?.value;
  return typeof value === 'bigint' && value < 1n << 32n ? Number(value) : null;
}

function toSticker({ value }: Field): CertifiedSticker | null {
  const fields = value instanceof Uint8Array ? readFields(value) : null;
  if (fields === null) return null;
  const slot = integer(fields, 1);
  const stickerId = integer(fields, 2);
  const raw = fields.find(({ number }) => number === 3)?.value;
  const wear = raw === undefined ? 0 : raw instanceof Uint8Array && raw.length === 4 ? share(bytesToFloat(raw)) : null;
  return slot === null || stickerId === null || wear === null ? null : { slot, stickerId, wear };
}

function toCharm({ value }: Field): CertifiedCharm | null {
  const fields = value instanceof Uint8Array ? readFields(value) : null;
  const charmId = fields === null ? null : integer(fields, 2);
  if (fields === null || charmId === null) return null;
  return {
    charmId,
    pattern: integer(fields, 10),
    stickerId: integer(fields, 12),
    highlightId: integer(fields, 11),
  };
}

function utf8(fields: readonly Field[], number: number): string | null {
  const value = fields.find((field) => field.number === number)?.value;
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : null;
}

function bitsToFloat(bits: number): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, bits);
  return view.getFloat32(0);
}

const bytesToFloat = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, 4).getFloat32(0, true);

const share = (value: number) => (value >= 0 && value <= 1 ? value : null);
