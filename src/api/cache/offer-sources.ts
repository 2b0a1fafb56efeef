import type { SourceHealth } from '../../collect/schedule/health.ts';
import type { Clock } from '../../runtime/clock.ts';
import { type Game, marketplaceNamed } from '../../schema/index.ts';

/** Whether any source that is on yields single offers of a game on a marketplace; true while no source of these is known. */
export type HasOfferSource = (marketplaceId: number, game: Game) => boolean;

// Asked for every answer about an item
const cacheMs = 2_000;

export function createHasOfferSource(options: {
  readonly health: () => readonly Pick<SourceHealth, 'slug' | 'game' | 'state' | 'yields'>[];
  readonly now: Clock['now'];
}): HasOfferSource {
  const { health, now } = options;
  let known: ReadonlyMap<string, boolean> = new Map();
  let knownAt = Number.NEGATIVE_INFINITY;

  function read(): ReadonlyMap<string, boolean> {
    const found = new Map<string, boolean>();
    for (const { slug, game, state, yields } of health()) {
      const key = `${marketplaceNamed(slug)?.id} ${game}`;
      found.set(key, found.get(key) === true || (state !== 'off' && yields.includes('offer')));
    }
    return found;
  }

  return (marketplaceId, game) => {
    const at = now();
    if (Math.abs(at - knownAt) > cacheMs) {
      known = read();
      knownAt = at;
    }
    return known.get(`${marketplaceId} ${game}`) ?? true;
  };
}
