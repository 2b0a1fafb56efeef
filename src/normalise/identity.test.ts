import { describe, expect, it } from 'vitest';
import { identityOf, splitPhase } from './identity.ts';

describe('a CS2 name', () => {
  it('tells wear, star and StatTrak', () => {
    expect(identityOf('CS2', '★ StatTrak™ Karambit | Doppler (Factory New)')).toEqual({
      base: 'Karambit | Doppler',
      condition: 'Factory New',
      hasStar: true,
      isStatTrak: true,
      isSouvenir: false,
    });
  });

  it('tells a souvenir', () => {
    expect(identityOf('CS2', 'Souvenir AWP | Dragon Lore (Field-Tested)')).toMatchObject({
      base: 'AWP | Dragon Lore',
      condition: 'Field-Tested',
      isSouvenir: true,
    });
  });

  it('is its own base when it carries none of this', () => {
    expect(identityOf('CS2', '★ Karambit')).toMatchObject({ base: 'Karambit', condition: null, hasStar: true });
    expect(identityOf('CS2', 'Sticker | Crown (Foil)')).toMatchObject({
      base: 'Sticker | Crown (Foil)',
      condition: null,
    });
    expect(identityOf('CS2', 'Souvenir Charm | Austin 2025')).toMatchObject({ isSouvenir: false });
  });

  it('is read as CS2 only in CS2', () => {
    expect(identityOf('TF2', 'Strange Festive Scattergun (Factory New)').condition).toBeNull();
  });
});

describe('a variant inside a name', () => {
  it.each([
    ['★ Karambit | Doppler (Factory New) - Phase 2', '★ Karambit | Doppler (Factory New)', 'Phase 2'],
    ['★ Karambit | Doppler Phase 2 (Factory New)', '★ Karambit | Doppler (Factory New)', 'Phase 2'],
    ['★ Karambit | Gamma Doppler (Emerald) (Factory New)', '★ Karambit | Gamma Doppler (Factory New)', 'Emerald'],
    ['Glock-18 | Gamma Doppler - Phase 1', 'Glock-18 | Gamma Doppler', 'Phase 1'],
    ['★ Karambit | Doppler (Factory New) - P2', '★ Karambit | Doppler (Factory New)', 'P2'],
    ['★ Karambit | Doppler (Factory New) (Phase 2)', '★ Karambit | Doppler (Factory New)', 'Phase 2'],
    ['★ Karambit | Doppler (Factory New) Phase 2', '★ Karambit | Doppler (Factory New)', 'Phase 2'],
    ['★ Karambit | Doppler - Phase 2 (Factory New)', '★ Karambit | Doppler (Factory New)', 'Phase 2'],
    ['★ Karambit | Doppler BlackPearl (Factory New)', '★ Karambit | Doppler (Factory New)', 'BlackPearl'],
    ['★ Karambit | Doppler (Factory New) - ruby', '★ Karambit | Doppler (Factory New)', 'ruby'],
  ])('is taken out of %s', (stated, name, phase) => {
    expect(splitPhase('CS2', stated)).toEqual({ name, phase });
  });

  it('leaves every other name as it is', () => {
    for (const name of [
      'Sticker | Ruby',
      'AK-47 | Redline (Field-Tested) - Phase 2',
      '★ Karambit | Doppler (Factory New)',
      '★ Karambit | Doppler (Factory New) - Phase 12',
      '★ Karambit | Doppler Phase 12 (Factory New)',
      'Sticker | Doppler Poison Frog (Foil)',
    ]) {
      expect(splitPhase('CS2', name)).toEqual({ name, phase: null });
    }
    expect(splitPhase('Dota2', 'Doppler - Ruby')).toEqual({ name: 'Doppler - Ruby', phase: null });
  });
});
