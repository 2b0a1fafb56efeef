import { type Effect, effectIn, type Game, variantNamed } from '../schema/index.ts';

// As Steam describes an item: "★ Unusual Effect: Burning Flames"
const heading = /^(?:★ ?)?Unusual Effect: ?/;

/** The effect of an unusual item of TF2 that a marketplace states. Sales and past prices are never stated by effect. */
export function effectOf({ game, phase }: { readonly game: Game; readonly phase: string | null }): Effect | null {
  if (game !== 'TF2' || phase === null) return null;
  const words = phase.replaceAll('’', "'").replace(/\s+/g, ' ').trim();
  return effectIn(variantNamed(words.replace(heading, '')));
}
