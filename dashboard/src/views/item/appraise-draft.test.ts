import { describe, expect, it } from 'vitest';
import { askedOf, emptyDraft, offerValue } from './appraise-draft.ts';

const name = 'AK-47 | Redline (Field-Tested)';
const asked = (change: Partial<typeof emptyDraft>) => askedOf({ ...emptyDraft, ...change }, name);

describe('what is asked about an item', () => {
  it('is only what was filled in', () => {
    expect(asked({})).toEqual({ name });
    expect(asked({ float: '0.16', seed: '0', stickers: 'Sticker | Crown (Foil); Sticker | Howl;', charms: ' ' })).toEqual({
      ...{ name, float: 0.16, paintSeed: 0 },
      stickers: ['Sticker | Crown (Foil)', 'Sticker | Howl'],
    });
    expect(asked({ inspectLink: ' steam://x ' })).toEqual({ name, inspectLink: 'steam://x' });
  });

  it('is an offer alone, whatever its id', () => {
    expect(asked({ offer: offerValue('CSFloat', '4:CS2:a:b c'), float: '0.2' })).toEqual({
      ...{ marketplace: 'CSFloat', offerId: 'a:b c' },
    });
  });
});
