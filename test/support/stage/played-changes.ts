import type { Game } from '../../../src/schema/index.ts';
import type { PlayedChange, World } from '../../../src/stage/market/world.ts';
import type { Member, PlayedFeed, Player } from '../../../src/stage/player.ts';

/** Everything that successive ticks changed in a game, until each kind of change occurred or 500 ticks passed. */
export function playedChanges(world: World, slug: string, game: Game, now: number): readonly PlayedChange[] {
  const seen: PlayedChange[] = [];
  const kinds = () => new Set(seen.map((change) => (change.kind === 'removed' ? String(change.isSold) : change.kind)));
  const end = world.watch(slug, game, (changes) => seen.push(...changes));
  for (let tick = 1; tick <= 500 && kinds().size < 4; tick += 1) world.tick(now + tick * 60_000);
  end();
  return seen;
}

export const feedOf = ({ feeds, slug }: Player): PlayedFeed => {
  const [feed] = feeds ?? [];
  if (feed === undefined) throw new Error(`${slug} plays no feed`);
  return feed;
};

/** A client that has just connected, without headers by default. */
export const memberOf = (feed: PlayedFeed, headers: Readonly<Record<string, string>> = {}): Member => ({
  request: {
    method: 'GET',
    host: feed.host,
    path: feed.path,
    query: new URLSearchParams(),
    search: '',
    headers,
    body: '',
    now: 0,
  },
  joined: new Set<string>(),
});

/** A message as its receiver parses it from JSON. */
export const asJson = (value: unknown) => JSON.parse(JSON.stringify(value));
