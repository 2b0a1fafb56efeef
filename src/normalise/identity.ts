import { type Condition, conditionOf, type Game } from '../schema/index.ts';
import { dopplerFamily, mayBeDoppler } from './phase.ts';

/** What the name of an item tells about it. */
export type Identity = {
  /** Without ★, StatTrak, Souvenir and wear: "Karambit | Doppler". */
  readonly base: string;
  readonly condition: Condition | null;
  readonly hasStar: boolean;
  readonly isStatTrak: boolean;
  readonly isSouvenir: boolean;
};

const starPrefix = /^★ /;
const statTrakPrefix = /^StatTrak™ /;
const souvenirPrefix = /^Souvenir /;

/** Reads a CS2 name; names of the other games have no wear or such prefixes and are their own base. */
export function identityOf(game: Game, name: string): Identity {
  if (game !== 'CS2') return { base: name, condition: null, hasStar: false, isStatTrak: false, isSouvenir: false };
  const condition = conditionOf(game, name);
  const withoutWear = condition === null ? name : name.slice(0, -` (${condition})`.length);
  const hasStar = starPrefix.test(withoutWear);
  const withoutStar = withoutWear.replace(starPrefix, '');
  const isStatTrak = statTrakPrefix.test(withoutStar);
  // "Souvenir Charm | …" and the like are items of their own, not the souvenir version of another
  const isSouvenir = condition !== null && souvenirPrefix.test(withoutStar);
  const base = withoutStar.replace(statTrakPrefix, '');
  return { base: isSouvenir ? base.replace(souvenirPrefix, '') : base, condition, hasStar, isStatTrak, isSouvenir };
}

const variant = '(?:Phase ?[1-4]|P[1-4]|Ruby|Sapphire|Black ?Pearl|Emerald)';
const variantPart = `(?: - | )(?:\\((${variant})\\)|(${variant}))`;
const phaseSuffix = new RegExp(`${variantPart}$`, 'i');
const phaseInside = new RegExp(`(\\| (?:Gamma )?Doppler)${variantPart}(?= \\(|$)`, 'i');

/** Splits off the variant that some marketplaces add to Steam's name ("… (Factory New) - Phase 2", "… Doppler Phase 2 (…)"). */
export function splitPhase(game: Game, name: string): { readonly name: string; readonly phase: string | null } {
  if (!mayBeDoppler(game, name)) return { name, phase: null };
  const suffix = phaseSuffix.exec(name);
  if (suffix !== null) {
    const bare = name.slice(0, suffix.index);
    if (dopplerFamily(game, bare) !== null) return { name: bare, phase: suffix[1] ?? suffix[2] ?? null };
  }
  const inside = phaseInside.exec(name);
  if (inside === null) return { name, phase: null };
  return { name: name.replace(phaseInside, '$1'), phase: inside[2] ?? inside[3] ?? null };
}
