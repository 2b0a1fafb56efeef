import { mayBeDoppler } from '../names/doppler.ts';
import { type Condition, conditionOf, conditions, type Game } from '../schema/index.ts';
import { isPhasePhrase } from './phase.ts';

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

/** What separates a variant from the rest of a name. */
const around = /^[^\p{L}\d]+|[^\p{L}\d]+$/gu;
const afterFamily = /^(.*\| (?:Gamma )?Doppler)(?![\p{L}\d])(.*)$/u;
const wear = new RegExp(`\\((?:${conditions.join('|')})\\)`, 'i');

/**
 * Splits off the variant that some marketplaces add to Steam's name ("… (Factory New) - Phase 2", "… Doppler Phase 2 (…)").
 * What remains is Steam's name of the finish and the wear; where anything else would remain, the name is left as it is.
 */
export function splitPhase(game: Game, name: string): { readonly name: string; readonly phase: string | null } {
  const [, finish, added] = mayBeDoppler(game, name) ? (afterFamily.exec(name) ?? []) : [];
  if (finish === undefined || added === undefined) return { name, phase: null };
  const [ofWear] = wear.exec(added) ?? [];
  const others = ofWear === undefined ? added : added.replace(wear, ' ');
  if (!isPhasePhrase(others)) return { name, phase: null };
  return { name: ofWear === undefined ? finish : `${finish} ${ofWear}`, phase: others.replace(around, '') };
}
