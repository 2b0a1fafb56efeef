import { type Effect, effectIn, variantNamed } from '../../../src/schema/index.ts';

const effect = (name: string): Effect => effectIn(variantNamed(name)) as Effect;

export const nutsNBolts = effect("Nuts n' Bolts");
export const burningFlames = effect('Burning Flames');
/** Met last, although it is first by name. */
export const abduction = effect('Abduction');

export const someEffects = [nutsNBolts, burningFlames, abduction] as const;
