import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { drawPicture } from './picture.ts';

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
      if (kinds.at(-1) === 'IDAT') expect(inflateSync(body.subarray(4))).toHaveLength(60 * (1 + 60 * 4));
      at += 12 + length;
    }
    expect(kinds).toEqual(['IHDR', 'IDAT', 'IEND']);
  });

  it('is the same for the same words and different for others', () => {
    expect(drawPicture('x')).toEqual(drawPicture('x'));
    expect(drawPicture('x')).not.toEqual(drawPicture('y'));
  });
});
