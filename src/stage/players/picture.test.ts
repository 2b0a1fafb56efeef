import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { drawPicture, pictureTokenOf } from './picture.ts';

describe('a drawn picture', () => {
  it('is a PNG with valid chunks', () => {
    const png = drawPicture('x');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    const kinds: string[] = [];
    for (let at = 8; at < png.length; ) {
      const length = png.readUInt32BE(at);
      const body = png.subarray(at + 4, at + 8 + length);
      kinds.push(body.subarray(0, 4).toString());
      expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(body));
      if (kinds.at(-1) === 'IDAT') expect(inflateSync(body.subarray(4))).toHaveLength(96 * (1 + 128 * 4));
      at += 12 + length;
    }
    expect(kinds).toEqual(['IHDR', 'IDAT', 'IEND']);
  });

  it('has the outline of the kind of an item', () => {
    const kindOf = (name: string) => pictureTokenOf(name).charAt(0);
    expect(kindOf('StatTrak™ AK-47 | Redline (Field-Tested)')).toBe(kindOf('M4A4 | Howl (Factory New)'));
    expect(kindOf('★ Karambit')).not.toBe(kindOf('★ Sport Gloves | Vice (Well-Worn)'));
    expect(drawPicture(pictureTokenOf('★ Karambit')).length).toBeGreaterThan(500);
  });

  it('is the same for the same words and different for others', () => {
    expect(drawPicture('x')).toEqual(drawPicture('x'));
    expect(drawPicture('x')).not.toEqual(drawPicture('y'));
  });
});
