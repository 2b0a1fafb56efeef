import { describe, expect, it } from 'vitest';
import { phaseOf, wordedPhase } from './phase.ts';

const knife = '★ Karambit | Doppler (Factory New)';
const gamma = '★ StatTrak™ Bayonet | Gamma Doppler (Minimal Wear)';

describe('the variant of an item', () => {
  it.each([
    ['Phase 2', 'Phase 2'],
    ['phase-2', 'Phase 2'],
    ['P2', 'Phase 2'],
    ['am_doppler_phase2', 'Phase 2'],
    ['am_ruby_marbleized', 'Ruby'],
    ['black-pearl', 'Black Pearl'],
    ['Black Pearl', 'Black Pearl'],
    ['am_sapphire_marbleized_b', 'Sapphire'],
    ['419', 'Phase 2'],
    ['红宝石', 'Ruby'],
    ['蓝宝石', 'Sapphire'],
    ['黑珍珠', 'Black Pearl'],
    ['Phase II', 'Phase 2'],
    ['Ph1', 'Phase 1'],
    ['阶段4', 'Phase 4'],
    ['第三期', 'Phase 3'],
    ['多普勒 P3', 'Phase 3'],
    ['Фаза 1', 'Phase 1'],
    ['фаза IV', 'Phase 4'],
    ['Чёрный жемчуг', 'Black Pearl'],
  ])('is read from %s', (words, phase) => {
    expect(phaseOf('CS2', knife, words, null)).toBe(phase);
  });

  it.each(['default', '', 'any', 'Phase 5', 'Phase 12', 'P10', '9999', 'Phase V', '阶段5', '十一期', 'Фаза 5'])(
    'is unknown when the marketplace says "%s"',
    (words) => {
      expect(phaseOf('CS2', knife, words, null)).toBeNull();
    },
  );

  it('is read from the finish number, other knives included', () => {
    expect(phaseOf('CS2', knife, null, 415)).toBe('Ruby');
    expect(phaseOf('CS2', '★ Butterfly Knife | Doppler (Factory New)', null, 618)).toBe('Phase 2');
    expect(phaseOf('CS2', '★ Talon Knife | Doppler (Factory New)', null, 855)).toBe('Phase 4');
    expect(phaseOf('CS2', 'Glock-18 | Gamma Doppler (Factory New)', null, 1119)).toBe('Emerald');
  });

  it('follows the finish number where the words say nothing', () => {
    expect(phaseOf('CS2', knife, 'default', 421)).toBe('Phase 4');
  });

  it('is unknown where words and finish number contradict each other', () => {
    expect(phaseOf('CS2', knife, 'Ruby', 418)).toBeNull();
  });

  it('belongs to its own family of finishes', () => {
    expect(phaseOf('CS2', gamma, 'Ruby', null)).toBeNull();
    expect(phaseOf('CS2', gamma, 'Emerald', null)).toBe('Emerald');
    expect(phaseOf('CS2', gamma, '绿宝石', null)).toBe('Emerald');
    expect(phaseOf('CS2', knife, null, 568)).toBeNull();
    expect(wordedPhase('Doppler', 'Emerald')).toBeNull();
  });

  it('is not given to other finishes, nor to other games', () => {
    expect(phaseOf('CS2', '★ Karambit | Marble Fade (Factory New)', 'Phase 1', 418)).toBeNull();
    expect(phaseOf('TF2', knife, 'Ruby', 415)).toBeNull();
  });

  it('is known for a name without wear too', () => {
    expect(phaseOf('CS2', '★ Karambit | Doppler', 'Ruby', null)).toBe('Ruby');
  });
});
