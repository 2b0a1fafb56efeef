import type { Game, Phase } from '../schema/index.ts';

export type DopplerFamily = 'Doppler' | 'Gamma Doppler';

// Paint indexes of the game's item schema; 617 to 619 are Butterfly Knife and Shadow Daggers, 852 to 855 the Talon Knife,
// from 1119 on the Glock-18
const phaseByPaintIndex: Readonly<Record<DopplerFamily, Readonly<Record<number, Phase>>>> = {
  Doppler: {
    415: 'Ruby',
    416: 'Sapphire',
    417: 'Black Pearl',
    418: 'Phase 1',
    419: 'Phase 2',
    420: 'Phase 3',
    421: 'Phase 4',
    617: 'Black Pearl',
    618: 'Phase 2',
    619: 'Sapphire',
    852: 'Phase 1',
    853: 'Phase 2',
    854: 'Phase 3',
    855: 'Phase 4',
  },
  'Gamma Doppler': {
    568: 'Emerald',
    569: 'Phase 1',
    570: 'Phase 2',
    571: 'Phase 3',
    572: 'Phase 4',
    1119: 'Emerald',
    1120: 'Phase 1',
    1121: 'Phase 2',
    1122: 'Phase 3',
    1123: 'Phase 4',
  },
};

const familyPattern = /\| (Gamma Doppler|Doppler)(?= \(|$)/;

/** A cheap test that is false for nearly every name of a list. */
export const mayBeDoppler = (game: Game, name: string): boolean => game === 'CS2' && name.includes('Doppler');

/** The Doppler family of a name; null for every other finish. */
export function dopplerFamily(game: Game, name: string): DopplerFamily | null {
  if (!mayBeDoppler(game, name)) return null;
  return (familyPattern.exec(name)?.[1] as DopplerFamily | undefined) ?? null;
}

/** The variant that a paint index is; null for one of no variant. */
export const paintedPhase = (family: DopplerFamily, paintIndex: number): Phase | null =>
  phaseByPaintIndex[family][paintIndex] ?? null;

export const phasesOfFamily = (family: DopplerFamily): readonly Phase[] => Object.values(phaseByPaintIndex[family]);
