import type { Game } from '../game.ts';
import { type Phase, phases } from '../item.ts';

declare const isEffect: unique symbol;

/** The effect of an unusual item of TF2, in its public spelling. Valve adds some every year, so no list can name them all. */
export type Effect = string & { readonly [isEffect]: true };

/** What tells items of one name apart that are priced apart: the phase of a Doppler, or the effect of an unusual item. */
export type Variant = Phase | Effect;

const maxEffectLength = 64;
// Several times the number of effects in the game; numbers of variants take two bytes
const maxVariants = 8_192;

// A number, once given, is kept for the life of the process; snapshots and tables hold the texts
const variants: Variant[] = [...phases];
const numbers = new Map<string, number>(phases.map((phase, at) => [phase, at + 1]));

/** The number of a variant; 0 for none. Phases come first, in their order. */
export const variantNumber = (variant: Variant | null): number => (variant === null ? 0 : (numbers.get(variant) ?? 0));

/** The variant with a number; null for 0. */
export const variantAt = (number: number): Variant | null => variants[number - 1] ?? null;

/** A variant read back from where it was written; null for what cannot be one. */
export function variantNamed(text: string | null): Variant | null {
  if (text === null || text === '') return null;
  const known = numbers.get(text);
  if (known !== undefined) return variants[known - 1] as Variant;
  if (text.length > maxEffectLength || variants.length >= maxVariants) return null;
  const added = text as Effect;
  numbers.set(text, variants.push(added));
  return added;
}

const isPhase = (variant: Variant): variant is Phase => variantNumber(variant) <= phases.length;

export const phaseIn = (variant: Variant | null): Phase | null =>
  variant !== null && isPhase(variant) ? variant : null;

export const effectIn = (variant: Variant | null): Effect | null =>
  variant === null || isPhase(variant) ? null : variant;

/** Every effect met so far. */
export const knownEffects = (): readonly Effect[] => variants.slice(phases.length) as Effect[];

/** Phases in their order, then effects by name: an order that does not depend on which was met first. */
export function compareVariants(one: number, other: number): number {
  if (one <= phases.length || other <= phases.length) return one - other;
  return (variants[one - 1] as string) < (variants[other - 1] as string) ? -1 : Number(one !== other);
}

/** Whether items of a name differ in their effect, even if no marketplace has said which one an item has. */
export const isUnusual = (game: Game, name: string): boolean =>
  game === 'TF2' && unusualName.test(name) && !name.endsWith('Unusualifier');

const unusualName = /^(?:Strange )?Unusual /;

/** Whether every item of a name is of some variant, whether or not a marketplace has told one. */
export const mustVary = (game: Game, name: string): boolean =>
  isUnusual(game, name) || (game === 'CS2' && dopplerName.test(name));

const dopplerName = /\| (?:Gamma )?Doppler(?: \(|$)/;
