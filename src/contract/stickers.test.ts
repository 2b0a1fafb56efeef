import { describe, expect, it } from 'vitest';
import { bareStickers, stickerName } from './stickers.ts';

const crown = { name: 'Crown (Foil)', slot: 2, wear: 0.25 };

describe('stickers', () => {
  it('get their full market name', () => {
    expect([stickerName('Crown (Foil)'), stickerName('Sticker | Crown (Foil)')]).toEqual([
      'Sticker | Crown (Foil)',
      'Sticker | Crown (Foil)',
    ]);
    expect(stickerName('Patch | Crazy Banana')).toBe('Patch | Crazy Banana');
    expect(bareStickers([crown], true)).toEqual([{ name: 'Sticker | Crown (Foil)', slot: 2, wear: 0.25 }]);
  });

  it('can be patches on an item that is not painted, and are unknown then unless there are none', () => {
    expect([bareStickers([crown], false), bareStickers([], false), bareStickers(null, true)]).toEqual([null, [], null]);
  });

  it.each(['name', 'slot'])('are unknown as a whole where the %s of one is missing', (part) => {
    expect(bareStickers([crown, { ...crown, [part]: null }], true)).toBeNull();
  });

  it('have a wear of 0 where it is absent, and none where it is out of range', () => {
    for (const wear of [null, undefined, ''])
      expect(bareStickers([{ ...crown, wear }], true)).toEqual([{ name: 'Sticker | Crown (Foil)', slot: 2, wear: 0 }]);
    for (const wear of [1.5, -1, 'worn']) expect(bareStickers([{ ...crown, wear }], true)).toBeNull();
  });
});
