import { gameOf } from '../../games.ts';
import { query } from '../../router.ts';

/** The view's parameters as strings from the URL. */
export function filtersOf() {
  const given = query.value;
  const text = (name: string) => given.get(name) ?? '';
  return {
    game: gameOf(given.get('game')),
    marketplace: text('marketplace'),
    words: text('words'),
    min: text('min'),
    max: text('max'),
    fmin: text('fmin'),
    fmax: text('fmax'),
    /** Percent below the lowest ask of every other marketplace; needs polling. */
    below: text('below'),
    isFloorOnly: given.get('floor') === '1',
    /** Whether offers that are gone are shown too. */
    hasRemoved: given.get('removed') === '1',
  };
}

export type Filters = ReturnType<typeof filtersOf>;
