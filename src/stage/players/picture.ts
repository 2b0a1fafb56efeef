import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** A made-up picture token of an item, in Steam's alphabet. */
export const pictureTokenOf = (name: string): string => createHash('sha512').update(name).digest('base64url');

const size = 60;
const cells = 6;
const margin = 6;

const chunk = (kind: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};

const hueColour = (hue: number): readonly [number, number, number] => {
  const part = (shift: number) => Math.round(140 + 80 * Math.cos(((hue + shift) / 180) * Math.PI));
  return [part(0), part(240), part(120)];
};

/** A small PNG of coloured cells with mirror symmetry, derived from the words: clearly not a real item. */
export const drawPicture = (words: string): Buffer => {
  const bits = createHash('sha256').update(words).digest();
  const [red, green, blue] = hueColour(((bits[0] ?? 0) * 360) / 256);
  const isFilled = (x: number, y: number): boolean => {
    const mirrored = x < cells / 2 ? x : cells - 1 - x;
    return ((bits[1 + y * (cells / 2) + mirrored] ?? 0) & 1) === 1;
  };
  const rows = Buffer.alloc(size * (1 + size * 4));
  const cell = (size - 2 * margin) / cells;
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const isInside = Math.min(x, y) >= margin && Math.max(x, y) < size - margin;
      if (!isInside || !isFilled(Math.floor((x - margin) / cell), Math.floor((y - margin) / cell))) continue;
      rows.set([red, green, blue, 255], y * (1 + size * 4) + 1 + x * 4);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  // 8 bits per channel, with alpha
  head.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
