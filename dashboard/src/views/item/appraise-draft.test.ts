import { describe, expect, it } from 'vitest';
import { askedOf, emptyDraft, offerValue } from './appraise-draft.ts';

const name = 'AK-47 | Redline (Field-Tested)';
const item = { game: 'CS2', name, phase: null } as const;
const asked = (change: Partial<typeof emptyDraft>) => askedOf({ ...emptyDraft, ...change }, item);

describe('what is asked about an item', () => {
  it('is only what was filled in', () => {
    expect(asked({})).toEqual({ game: 'CS2', name });
    expect(
      asked({ float: '0.16', seed: '0', stickers: 'Sticker | Crown (Foil); Sticker | Howl;', charms: ' ' }),
    ).toEqual({
      ...{ game: 'CS2', name, float: 0.16, paintSeed: 0 },
      stickers: ['Sticker | Crown (Foil)', 'Sticker | Howl'],
    });
    expect(asked({ inspectLink: ' steam://x ' })).toEqual({ game: 'CS2', name, inspectLink: 'steam://x' });
  });

  it('is of the variant that is shown, which in TF2 is an effect', () => {
    expect(askedOf(emptyDraft, { ...item, phase: 'Phase 2' })).toMatchObject({ phase: 'Phase 2' });
    expect(askedOf(emptyDraft, { ...item, game: 'TF2', phase: 'Burning Flames' })).toMatchObject({
      effect: 'Burning Flames',
    });
  });

  it('is an offer alone, whatever its id', () => {
    expect(asked({ offer: offerValue('CSFloat', '4:CS2:a:b c'), float: '0.2' })).toEqual({
      ...{ game: 'CS2', marketplace: 'CSFloat', offerId: 'a:b c' },
    });
  });
});
