import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import weapons from '../catalogue/cs2-weapons.json' with { type: 'json' };
import shapes from './picture-shapes.json' with { type: 'json' };

type Kind = keyof typeof shapes;

const kinds = Object.keys(shapes).sort() as readonly Kind[];
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const ofWeapon: Readonly<Record<string, Kind>> = {
  Rifle: 'rifle',
  'Sniper Rifle': 'sniper',
  Pistol: 'pistol',
  SMG: 'smg',
  Shotgun: 'shotgun',
  Machinegun: 'machinegun',
};

const weaponKinds = new Map(weapons.map(({ name, type }) => [name, ofWeapon[type] ?? 'item']));

const patterns: readonly (readonly [RegExp, Kind])[] = [
  [/^★ .*(?:Gloves|Wraps)/, 'gloves'],
  [/^★/, 'knife'],
  [/Sticker/, 'sticker'],
  [/Graffiti/, 'graffiti'],
  [/Patch/, 'patch'],
  [/Music Kit/, 'music'],
  [/Key$/, 'key'],
  [/Pin$/, 'pin'],
  [/Case|Capsule|Package|Treasure|Crate|Box/, 'case'],
  [/Hat|Cap|Mask|Helmet/, 'hat'],
  [/Shirt|Jacket|Hoodie|Pants/, 'garment'],
  [/Door/, 'door'],
];

function kindOf(name: string): Kind {
  const weapon = weaponKinds.get(name.replace(/^(?:StatTrak™ |Souvenir )+/, '').split(' | ')[0] ?? '');
  return weapon ?? patterns.find(([pattern]) => pattern.test(name))?.[1] ?? 'item';
}

/** A made-up picture token of an item, in Steam's alphabet; its first letter is that of its kind. */
export const pictureTokenOf = (name: string): string =>
  `${alphabet[kinds.indexOf(kindOf(name))]}${createHash('sha512').update(name).digest('base64url')}`;

const width = 128;
const height = 96;
// Of each pixel in each direction
const samples = 2;

const chunk = (kind: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};

/** Where the outlines cross a horizontal line, from left to right: what is between two of them is inside. */
function crossings(outlines: readonly (readonly number[])[], y: number): number[] {
  const found: number[] = [];
  for (const points of outlines) {
    for (let at = 0; at < points.length; at += 2) {
      const next = (at + 2) % points.length;
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [points[at], points[at + 1], points[next], points[next + 1]];
      if (y1 > y !== y2 > y) found.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
    }
  }
  return found.sort((a, b) => a - b);
}

/** How much of each pixel of a row is inside, from 0 to 255. */
function coverage(outlines: readonly (readonly number[])[], y: number): number[] {
  const inside = new Array<number>(width).fill(0);
  for (let line = 0; line < samples; line += 1) {
    const crossed = crossings(outlines, y + (line + 0.5) / samples);
    for (let at = 0; at + 1 < crossed.length; at += 2) {
      const [from = 0, to = 0] = [crossed[at], crossed[at + 1]];
      for (let sample = Math.ceil(from * samples - 0.5); sample < to * samples - 0.5; sample += 1) {
        const x = Math.floor(sample / samples);
        inside[x] = (inside[x] ?? 0) + 1;
      }
    }
  }
  return inside.map((count) => Math.round((255 * count) / samples ** 2));
}

type Colour = readonly [number, number, number];

const hueColour = (hue: number): Colour => {
  const part = (shift: number) => Math.round(140 + 80 * Math.cos(((hue + shift) / 180) * Math.PI));
  return [part(0), part(240), part(120)];
};

/** A finish of two colours in stripes, darker below. */
function finishOf(bits: Buffer): (x: number, y: number) => Colour {
  const [first = 0, apart = 0, turn = 0, period = 0] = bits;
  const hue = (first * 360) / 256;
  const colours = [hueColour(hue), hueColour(hue + 30 + (apart * 90) / 256)] as const;
  const slope = (turn - 128) / 96;
  const wide = 7 + (period % 22);
  return (x, y) => {
    const colour = colours[Math.floor((x + y * slope + 1_000) / wide) % 2 === 0 ? 0 : 1];
    const light = 1.1 - (0.4 * y) / height;
    return [colour[0] * light, colour[1] * light, colour[2] * light];
  };
}

/** The pixels, row by row, each row after a zero that says it is not filtered. */
function paint(outlines: readonly (readonly number[])[], finish: (x: number, y: number) => Colour): Buffer {
  const stride = 1 + width * 4;
  const rows = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y += 1) {
    for (const [x, alpha] of coverage(outlines, y).entries()) {
      if (alpha === 0) continue;
      const colour = finish(x, y).map((one) => Math.min(255, Math.round(one)));
      rows.set([...colour, alpha], y * stride + 1 + x * 4);
    }
  }
  return rows;
}

/** A small PNG of the outline of a kind in a finish derived from the words: clearly not a real item. */
export function drawPicture(words: string): Buffer {
  const kind = kinds[alphabet.indexOf(words.charAt(0))] ?? 'item';
  const rows = paint(shapes[kind], finishOf(createHash('sha256').update(words).digest()));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // 8 bits per channel, with alpha
  head.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
