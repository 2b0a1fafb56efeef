import { conditions, type Game, type Offer } from '../schema/index.ts';

/** What the game rolls for a single weapon, knife or pair of gloves. */
export type Wear = Pick<Offer, 'float' | 'paintIndex' | 'paintSeed'>;

const noWear: Wear = { float: null, paintIndex: null, paintSeed: null };

const hasCondition = (name: string): boolean =>
  name.endsWith(')') && conditions.some((one) => name.endsWith(`(${one})`));

/** Names of what can be worn: everything with a finish has its wear band there, and knives have a star even without one. */
const canBeWorn = (game: Game, name: string): boolean =>
  game === 'CS2' ? hasCondition(name) || name.startsWith('★ ') : game === 'TF2' && hasCondition(name);

/**
 * The float, paint index and paint seed of an item; null where it has none, for which marketplaces and item certificates
 * write 0.
 *
 * - A paint index of 0 is none. With one above 0, the other two are as stated, since a float or a seed can be 0.
 * - Without one, a name with a wear band still has a finish of which the marketplace does not say the index, and a knife
 *   without a finish still has a float and a seed. Of these, a float of 0 says nothing, and a seed of 0 only beside a float.
 * - Nothing else, such as a sticker, a charm, an agent or a case, has any of the three.
 */
export function wearOf(game: Game, name: string, stated: Wear): Wear {
  const { float, paintIndex, paintSeed } = stated;
  if (float === null && paintIndex === null && paintSeed === null) return stated;
  if (game === 'CS2' && paintIndex !== null && paintIndex > 0) return stated;
  if (!canBeWorn(game, name)) return noWear;
  const isWorn = float !== null && float > 0;
  return {
    float: isWorn ? float : null,
    paintIndex: paintIndex === 0 ? null : paintIndex,
    paintSeed: isWorn || paintSeed !== 0 ? paintSeed : null,
  };
}
