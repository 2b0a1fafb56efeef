import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

/** The mark of `dashboard/public/icon.svg`: a line through these points, on a ground with round corners. */
const points = [
  [5, 20],
  [11, 13],
  [16, 18],
  [21, 9],
  [27, 15],
] as const;
const size = 32;
const radius = 7;
const lineWidth = 3;
const ground = [0x0f, 0x17, 0x2a] as const;
const line = [0x34, 0xd3, 0x99] as const;

type Icon = {
  readonly name: string;
  readonly pixels: number;
  /** Systems cut a maskable icon into a shape of their own: its ground has no corners, and its mark is smaller. */
  readonly isMaskable: boolean;
};

const icons: readonly Icon[] = [
  { name: 'icon-192.png', pixels: 192, isMaskable: false },
  { name: 'icon-512.png', pixels: 512, isMaskable: false },
  { name: 'icon-maskable.png', pixels: 512, isMaskable: true },
  { name: 'apple-touch-icon.png', pixels: 180, isMaskable: true },
];

const markShare = 0.75;

const clamped = (value: number): number => Math.min(1, Math.max(0, value));

/** The distance of a point from the mark, in units of the drawing. */
function fromMark(x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const [at, [toX, toY]] of points.slice(1).entries()) {
    const [fromX, fromY] = points[at] ?? [toX, toY];
    const [dx, dy] = [toX - fromX, toY - fromY];
    const along = clamped(((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy));
    nearest = Math.min(nearest, Math.hypot(x - fromX - along * dx, y - fromY - along * dy));
  }
  return nearest;
}

/** How far a point is outside the ground with its corners; negative inside. */
function outsideGround(x: number, y: number): number {
  const half = size / 2 - radius;
  const [dx, dy] = [Math.abs(x - size / 2) - half, Math.abs(y - size / 2) - half];
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
}

/** Red, green, blue and opacity of a pixel. */
function pixelAt(x: number, y: number, { isMaskable }: Icon, unit: number): number[] {
  const scale = isMaskable ? markShare : 1;
  const [markX, markY] = [x, y].map((one) => (one - size / 2) / scale + size / 2) as [number, number];
  const ink = clamped(0.5 + (lineWidth / 2 - fromMark(markX, markY)) * (scale / unit));
  const cover = isMaskable ? 1 : clamped(0.5 - outsideGround(x, y) / unit);
  return [...ground.map((dark, at) => Math.round(dark + ink * ((line[at] ?? dark) - dark))), Math.round(255 * cover)];
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

function pngOf(icon: Icon): Buffer {
  const { pixels } = icon;
  const unit = size / pixels;
  const rows: number[] = [];
  for (let row = 0; row < pixels; row += 1) {
    // No filter
    rows.push(0);
    for (let column = 0; column < pixels; column += 1)
      rows.push(...pixelAt((column + 0.5) * unit, (row + 0.5) * unit, icon, unit));
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(pixels, 0);
  head.writeUInt32BE(pixels, 4);
  // Eight bits for each of red, green, blue and opacity
  head.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.from(rows), { level: 9 });
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

const folder = resolve(import.meta.dirname, '../../dashboard/public');
mkdirSync(folder, { recursive: true });
for (const icon of icons) writeFileSync(join(folder, icon.name), pngOf(icon));
